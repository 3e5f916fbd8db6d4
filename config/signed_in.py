"""Whose request it is: the account that was read with the session."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from dispatch.sessions import auth_hashes


class SignedIn(AuthenticationMiddleware):
    """Django's own, with the account that was read with the session. Whatever is not plainly right with it is Django's to judge."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of(request))  # type: ignore[assignment]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """A page made for who is signed in is kept by nobody in between."""
        # asked only where it was read already: to ask is to vary by cookie
        if request.session.accessed and request.session.get(SESSION_KEY) and "Cache-Control" not in response:
            response["Cache-Control"] = "private, no-cache"
        return response


def _user_of(request: Any) -> Any:
    if not hasattr(request, "_cached_user"):  # Django's name for it: a test client sets it, too
        request._cached_user = _account_of(request.session) or auth.get_user(request)
    return request._cached_user


def _account_of(session: Any) -> Any:
    """The account that a session is signed in with; None where it is not plainly that."""
    number, carried = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY, "")
    account = getattr(session, "account", None)
    if account is None or not account.is_active or str(account.pk) != number:
        return None
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    return account if constant_time_compare(carried, auth_hashes(account.password)[0]) else None
