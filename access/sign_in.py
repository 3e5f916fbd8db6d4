"""Coming in: a session that knows its browser, the browsers that an address has used, and where wrong tries count.

A browser where an address has signed in before has tries of its own, on the page and in the API: a stranger who guesses at the
director's password must not shut the director out for the evening.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.core import signing
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from access import moment, rate_limit
from dispatch.sessions import BEGAN, BROWSER, DEVICE
from people import operations
from rules.refusals import N_, Refused

WRONG_FOR_AN_ADDRESS = 10
WRONG_FROM_A_PLACE = 100
WRONG_SECOND = 10
WRONG_PINS = 10
SIGN_UPS_FROM_A_PLACE = 300  # in a quarter of an hour; a room full of people has one address to the outside
KNOWN = "known_browser"
KNOWN_AT_MOST = 6  # addresses of one browser
KNOWN_SECONDS = 400 * 24 * 3600
_SALT = "shuffle-up known browser"

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_MACHINES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def come_in(request: HttpRequest, *, user: Any, device_id: int | None = None) -> None:
    """Sign this browser in as `user`; device_id: on a shared tablet, by PIN."""
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session[BEGAN] = moment.at().isoformat()
    request.session[BROWSER] = browser_of(request.META.get("HTTP_USER_AGENT", ""))
    if device_id is not None:
        request.session[DEVICE] = device_id


def browser_of(agent: str) -> str:
    """Return a browser as its owner knows it: "Chrome, Android"; "" for what says nothing known."""
    found = [next((name for sign, name in words if sign in agent), "") for words in (_BROWSERS, _MACHINES)]
    return ", ".join(name for name in found if name)


def counters(request: HttpRequest, *, email: str) -> list[str]:
    """Return where a wrong password counts. Refusals: ``too_many_tries``."""
    browser = _known(request, email)
    if browser:
        return [rate_limit.check("sign-in-known", who=browser, at_most=WRONG_FOR_AN_ADDRESS)]
    return [
        rate_limit.check(
            "sign-in-from", who=str(request.META.get("REMOTE_ADDR", "")), at_most=WRONG_FROM_A_PLACE
        ),
        rate_limit.check("sign-in", who=email, at_most=WRONG_FOR_AN_ADDRESS),
    ]


def remember(response: Any, *, request: HttpRequest, email: str) -> None:
    """This browser has signed in with the address; with those before it, too: a desk's machine is several people's."""
    others = [(whose, number) for whose, number in _known_here(request) if whose != _of(email)]
    known = [(_of(email), secrets.token_hex(16)), *others][:KNOWN_AT_MOST]
    response.set_cookie(
        KNOWN,
        signing.Signer(salt=_SALT).sign("|".join(f"{whose}.{number}" for whose, number in known)),
        max_age=KNOWN_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def _of(email: str) -> str:
    return salted_hmac(_SALT, email, algorithm="sha256").hexdigest()[:32]


def _known(request: HttpRequest, email: str) -> str:
    """The number of this browser if `email` has signed in with it before, else ""."""
    return dict(_known_here(request)).get(_of(email), "")


def _known_here(request: HttpRequest) -> list[tuple[str, str]]:
    """Whose addresses have signed in with this browser, the last first, each with the browser's number for it."""
    try:
        kept = signing.Signer(salt=_SALT).unsign(request.COOKIES.get(KNOWN, ""))
    except signing.BadSignature:
        return []
    found = [one.partition(".") for one in kept.split("|")]
    return [(whose, number) for whose, _, number in found if number]


def wrong_sign_in() -> Refused:
    """Return the no to a password that is not right, or to an address that is nobody's: one sentence for both."""
    return Refused("wrong_sign_in", N_("This e-mail address and password do not go together. Try again."))


def pass_second(user_id: int, *, code: str, at: datetime) -> None:
    """Use up a code of the app or a recovery code. Refusals: ``too_many_tries``, ``wrong_factor``."""
    counter = rate_limit.check("second-factor", who=str(user_id), at_most=WRONG_SECOND)
    if not operations.pass_factor(user_id, code=code, at=at):
        rate_limit.failed(counter)
        raise operations.wrong_factor()


def way_closed(way: str) -> Refused:
    """Return why a proved address does not sign in."""
    return {
        "sign_up": Refused("no_account", N_("There is no account for this address yet. Open one.")),
        "password": Refused(
            "staff_password", N_("This is an account of the staff: sign in with its password.")
        ),
    }.get(way, Refused("account_closed", N_("This account was closed. Ask the desk.")))
