"""The six digits that an authenticator app shows: RFC 6238 with SHA-1, six digits and half a minute, as all apps read it."""

from __future__ import annotations

import base64
import hashlib
import hmac
from urllib.parse import quote

STEP_SECONDS = 30
DIGITS = 6
_DRIFT = 1  # a phone's clock may be a step before or behind


def code_at(secret: bytes, *, step: int) -> str:
    """Return the code of one step: the number of half minutes since 1970."""
    made = hmac.digest(secret, step.to_bytes(8, "big"), hashlib.sha1)
    where = made[-1] & 0x0F
    number = int.from_bytes(made[where : where + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}d}"


def step_of(secret: bytes, *, code: str, now: int, used: int) -> int | None:
    """Return the step that a code is of, around `now` and later than `used`; None for any other code.

    now: seconds since 1970. used: the last step that opened, so that nobody enters with a code seen over a shoulder.
    """
    step = now // STEP_SECONDS
    for candidate in range(max(step - _DRIFT, used + 1), step + _DRIFT + 1):
        if hmac.compare_digest(code_at(secret, step=candidate).encode(), code.encode()):
            return candidate
    return None


def typed_secret(secret: bytes) -> str:
    """Return the secret as it is typed into an app that cannot scan."""
    return base64.b32encode(secret).decode().rstrip("=")


def address(secret: bytes, *, issuer: str, account: str) -> str:
    """Return what an app scans."""
    label = f"{quote(issuer, safe='')}:{quote(account, safe='@')}"
    return f"otpauth://totp/{label}?secret={typed_secret(secret)}&issuer={quote(issuer, safe='')}"
