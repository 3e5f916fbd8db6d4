"""Who is calling: a signed-in browser, a program with a bearer token, or an operator with a PIN on a paired device."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.hashers import check_password
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from access import moment, rate_limit
from access.sign_in import WRONG_PINS
from dispatch.facts import Actor
from dispatch.sessions import DEVICE
from people.operations import note_use
from people.queries import actor_for_pin, actor_of_user, bearer_of, device_for_token

# A PIN costs a password check; what was right for the hash that is kept now is believed for this long. Another PIN, a
# role taken away, a device unpaired count at once.
PIN_BELIEVED_SECONDS = 60


class Caller:
    """Whoever a token or a PIN speaks for, as a view's ``request.user``: what it asks of a user, and no more."""

    is_authenticated = True
    is_active = True

    def __init__(self, actor: Actor, *, token_id: int | None = None) -> None:
        self.pk = actor.user_id
        self.language = actor.language
        self.token_id = token_id


class BearerToken(BaseAuthentication):
    """``Authorization: Bearer <secret>``. Sets ``request.auth`` to the Actor, with the device it was issued to."""

    keyword = b"bearer"

    def authenticate(self, request: Request) -> tuple[Caller, Actor] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != self.keyword:
            return None
        if len(parts) != 2 or len(parts[1]) > 200:
            raise AuthenticationFailed
        at = moment.at()
        try:
            found = bearer_of(parts[1].decode("ascii"), at=at)
        except UnicodeDecodeError:
            raise AuthenticationFailed from None
        if found is None:
            raise AuthenticationFailed
        note_use(found, at=at)
        return Caller(found.actor, token_id=found.token_id), found.actor

    def authenticate_header(self, request: Request) -> str:
        del request
        return "Bearer"


class DeviceAndPin(BaseAuthentication):
    """``X-Device-Token``, ``X-Operator`` (the number of the account) and ``X-Operator-Pin``.

    Wrong PINs are counted for the device and the operator. Refusals: ``too_many_tries``.
    """

    def authenticate(self, request: Request) -> tuple[Caller, Actor] | None:
        secret = request.headers.get("X-Device-Token", "")
        if not secret:
            return None
        device = device_for_token(secret[:200]) if len(secret) <= 200 else None
        operator, pin = request.headers.get("X-Operator", ""), request.headers.get("X-Operator-Pin", "")
        if device is None or not (operator.isascii() and operator.isdigit()) or len(operator) > 15:
            raise AuthenticationFailed
        counter = rate_limit.check("pin", who=f"{device.device_id}:{operator}", at_most=WRONG_PINS)
        found = None
        if pin:
            found = actor_for_pin(device=device, user_id=int(operator), pin=pin, right=_is_right)
        if found is None:
            rate_limit.failed(counter)
            raise AuthenticationFailed
        return Caller(found), found

    def authenticate_header(self, request: Request) -> str:
        del request
        return "Bearer"


def _is_right(pin: str, kept: str) -> bool:
    """Whether the PIN is the one of which `kept` is the hash."""
    known = "pin:" + salted_hmac("shuffle-up pin", f"{kept}:{pin[:40]}", algorithm="sha256").hexdigest()
    if cache.get(known):
        return True
    right = check_password(pin, kept)
    if right:
        cache.set(known, True, PIN_BELIEVED_SECONDS)
    return right


def actor_of(request: Any) -> Actor:
    """Return the Actor behind a request; nobody (``user_id`` None, no device) when not signed in."""
    if isinstance(getattr(request, "auth", None), Actor):
        return request.auth  # type: ignore[no-any-return]
    user = request.user
    if not user.is_authenticated:
        return Actor(user_id=None, label="", language=getattr(request, "LANGUAGE_CODE", "pt-br"))
    # an operator's session on a paired tablet knows its device (web.floor.devices)
    session = getattr(request, "session", None)
    return actor_of_user(user, device_id=session.get(DEVICE) if session is not None else None)


class _BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = BearerToken
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        del auto_schema
        return {"type": "http", "scheme": "bearer", "description": "Issued by POST /api/tokens, shown once."}


class _DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = DeviceAndPin
    name = ["device", "operator", "pin"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        del auto_schema
        return [
            {"type": "apiKey", "in": "header", "name": name}
            for name in ("X-Device-Token", "X-Operator", "X-Operator-Pin")
        ]
