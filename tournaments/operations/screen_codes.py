"""Which codes stand on displays that wait to be paired: kept in the cache, by each display that asks what to show.

A display asks every few seconds, so a cache that lost them has them again at once. One without JavaScript does not ask:
its code is known for an hour after its page was loaded.
"""

from __future__ import annotations

from django.core.cache import cache

_KNOWN_SECONDS = 3600
_ANSWERS = "screen-codes-known"


def note_code_shown(code: str) -> None:
    """Note that a display shows this code now."""
    cache.set(_key(code), 1, _KNOWN_SECONDS)


def is_code_shown(code: str) -> bool:
    """Return whether a display shows this code; True also where the cache is away: a room must get its clock."""
    return cache.has_key(_key(code)) or not _cache_answers()


def _key(code: str) -> str:
    return f"screen-code:{code}"


def _cache_answers() -> bool:
    cache.set(_ANSWERS, 1, _KNOWN_SECONDS)
    return bool(cache.has_key(_ANSWERS))
