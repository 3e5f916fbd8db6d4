"""Signing in on a page. Wrong tries are counted with those of the API: one lock for both doors.

A browser where this address has signed in before has tries of its own: a stranger who guesses at the director's password
must not shut the director out for the evening.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac

from api import tries
from api.sessions import WRONG_FOR_AN_ADDRESS, WRONG_FROM_A_PLACE
from rules.refusals import Refused
from web.acting import sentence

KNOWN = "known"
KNOWN_SECONDS = 400 * 24 * 3600
_SALT = "shuffle-up known browser"


class SignIn(LoginView):
    """E-mail and password."""

    template_name = "people/sign_in.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        email = request.POST.get("username", "").strip().lower()
        try:
            counters = _counters(request, email)
        except Refused as refused:
            form = self.form_class(request)
            context = self.get_context_data(form=form, refusal=sentence(refused))
            return self.render_to_response(context, status=429)
        response: HttpResponse = super().post(request, *args, **kwargs)
        if not request.user.is_authenticated:
            for counter in counters:
                tries.failed(counter)
        elif response.status_code == 302:
            _remember(response, email)
        return response


def _counters(request: HttpRequest, email: str) -> list[str]:
    """Where a wrong try counts. Refusals: ``too_many_tries``."""
    browser = _known(request, email)
    if browser:
        return [tries.check("sign-in-known", browser, at_most=WRONG_FOR_AN_ADDRESS)]
    return [
        tries.check("sign-in-from", str(request.META.get("REMOTE_ADDR", "")), at_most=WRONG_FROM_A_PLACE),
        tries.check("sign-in", email, at_most=WRONG_FOR_AN_ADDRESS),
    ]


def _of(email: str) -> str:
    return salted_hmac(_SALT, email, algorithm="sha256").hexdigest()[:32]


def _known(request: HttpRequest, email: str) -> str:
    """The number of this browser if `email` has signed in with it before, else ""."""
    try:
        whose, _, number = signing.Signer(salt=_SALT).unsign(request.COOKIES.get(KNOWN, "")).partition(".")
    except signing.BadSignature:
        return ""
    return number if whose == _of(email) else ""


def _remember(response: HttpResponse, email: str) -> None:
    response.set_cookie(
        KNOWN,
        signing.Signer(salt=_SALT).sign(f"{_of(email)}.{secrets.token_hex(16)}"),
        max_age=KNOWN_SECONDS,
        path=reverse("sign-in"),
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
