"""Signing in on a page. Wrong tries are counted with those of the API: one lock for both doors.

A browser where this address has signed in before has tries of its own: a stranger who guesses at the director's password
must not shut the director out for the evening.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from api import tries
from api.sessions import WRONG_FOR_AN_ADDRESS, WRONG_FROM_A_PLACE, pass_second
from people import queries as people
from rules.refusals import Refused
from web import moment
from web.acting import sentence

HALF_IN = "half_in"  # in the session: who gave the right password, and when
HALF_IN_SECONDS = 10 * 60
KNOWN = "known"
KNOWN_SECONDS = 400 * 24 * 3600
_SALT = "shuffle-up known browser"


class SignIn(LoginView):
    """E-mail and password; then the code of an app, where one is set up."""

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
        if response.status_code != 302:
            for counter in counters:
                tries.failed(counter)
        elif request.user.is_authenticated:
            _remember(response, email)
        return response

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if people.second_factor_of(user.pk) is None:
            return super().form_valid(form)
        half = {"user_id": user.pk, "at": moment.at().timestamp(), "to": self.get_success_url()}
        self.request.session[HALF_IN] = half
        return redirect("sign-in-code")


@never_cache
@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """The code of the app, for whoever has just given the right password."""
    half = request.session.get(HALF_IN)
    if half is None or moment.at().timestamp() - half["at"] > HALF_IN_SECONDS:
        request.session.pop(HALF_IN, None)
        return redirect("sign-in")
    refusal, status = "", 200
    if request.method == "POST":
        try:
            pass_second(half["user_id"], request.POST.get("code", ""), at=moment.at())
        except Refused as refused:
            refusal, status = sentence(refused), 429 if refused.code == "too_many_tries" else 409
        else:
            user = get_user_model().objects.get(pk=half["user_id"])
            del request.session[HALF_IN]
            login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
            response = redirect(half["to"])
            _remember(response, user.email)
            return response
    return render(request, "people/sign_in_code.html", {"refusal": refusal}, status=status)


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
