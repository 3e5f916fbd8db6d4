"""How often sign-in and PINs may be tried, counted here and in the cache.

Counted in this process too, so that guessing stays limited while Redis is away (each process then counts by itself).
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections import OrderedDict

from django.core.cache import cache

from rules.refusals import N_, Refused

WINDOW_SECONDS = 15 * 60
_REMEMBERED = 10_000
_here: OrderedDict[str, tuple[float, int]] = OrderedDict()


def forget() -> None:
    """Start counting afresh in this process (tests)."""
    _here.clear()


def key_of(what: str, *, who: str) -> str:
    """Return the key of a counter. Who is counted shows nowhere."""
    return f"tries:{what}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"


def check(what: str, *, who: str, at_most: int, seconds: int = WINDOW_SECONDS) -> str:
    """Return the key of this counter. Refusals: ``too_many_tries``. Nothing is counted yet: `failed` does."""
    key = key_of(what, who=who)
    since, count = _here.get(key, (0.0, 0))
    if time.monotonic() - since > seconds:
        count = 0
    if max(count, int(cache.get(key) or 0)) >= at_most:
        raise Refused(
            "too_many_tries",
            N_("Too many tries. Wait %(minutes)s min and try again."),
            minutes=seconds // 60,
        )
    return key


def failed(key: str, *, seconds: int = WINDOW_SECONDS) -> None:
    """Count one try."""
    since, count = _here.pop(key, (time.monotonic(), 0))
    if time.monotonic() - since > seconds:
        since, count = time.monotonic(), 0
    _here[key] = (since, count + 1)
    while len(_here) > _REMEMBERED:
        _here.popitem(last=False)
    if not cache.add(key, 1, seconds):
        try:
            cache.incr(key)
        except ValueError:  # it ended between the two
            cache.set(key, 1, seconds)


def forgiven(key: str) -> None:
    """One try counts no longer."""
    since, count = _here.get(key, (0.0, 0))
    if count:
        _here[key] = (since, count - 1)
    if int(cache.get(key) or 0) > 0:
        with contextlib.suppress(ValueError):  # it ended between the two
            cache.decr(key)
