"""Who is calling: a signed-in browser, or a program with a bearer token."""

from __future__ import annotations

from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from dispatch.facts import Actor
from people import queries as people
from people.models import User


class BearerToken(BaseAuthentication):
    """``Authorization: Bearer <secret>``. Sets ``request.auth`` to the Actor, with the device it was issued to."""

    keyword = b"bearer"

    def authenticate(self, request: Request) -> tuple[User, Actor] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != self.keyword:
            return None
        if len(parts) != 2 or len(parts[1]) > 200:
            raise AuthenticationFailed
        try:
            found = people.user_for_token(parts[1].decode("ascii"))
        except UnicodeDecodeError:
            raise AuthenticationFailed from None
        if found is None:
            raise AuthenticationFailed
        return found

    def authenticate_header(self, request: Request) -> str:
        del request
        return "Bearer"


def actor_of(request: Any) -> Actor:
    """The Actor behind a request; nobody (``user_id`` None, no device) when not signed in."""
    if isinstance(getattr(request, "auth", None), Actor):
        return request.auth  # type: ignore[no-any-return]
    user = request.user
    if not user.is_authenticated:
        return Actor(user_id=None, label="", language=getattr(request, "LANGUAGE_CODE", "pt-br"))
    return Actor(user_id=user.pk, label=people.label_of(user), language=user.language)
