"""Which paired devices and displays are on the line: kept in the cache, for what the dashboard says and nothing else.

While a tablet is open its socket is looked at every few seconds (dispatch.sessions), and with it the device. Where the
cache is away nobody is missed. A display asks every few seconds what to show (web.screens.views); a browser asks less
often behind another window, so its silence counts later. It stays missed until it is back or is unpaired.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from django.core.cache import cache

from access import moment

_Who = TypeVar("_Who")

SILENT = timedelta(seconds=45)  # longer than a restart of the server takes
FORGOTTEN = timedelta(minutes=20)  # after that it was put away, not cut off
DISPLAY_SILENT = timedelta(minutes=2)
DISPLAY_FORGOTTEN = timedelta(hours=20)  # less than a day, so that an hour says when


def _key(device_id: int) -> str:
    return f"device-seen:{device_id}"


def seen(device_ids: Iterable[int]) -> None:
    """These devices are on the line now."""
    now = moment.at().timestamp()
    found = {_key(device_id): now for device_id in device_ids}
    if found:
        cache.set_many(found, timeout=int(FORGOTTEN.total_seconds()))


def left(device_id: int) -> None:
    """Note that the operator handed the device over: its silence means nothing."""
    cache.delete(_key(device_id))


def silent(device_ids: Iterable[int], *, at: datetime) -> dict[int, datetime]:
    """Return those that were on the line and do not answer any more, with when they were last heard."""
    heard = _last_heard({_key(device_id): device_id for device_id in device_ids})
    return {device_id: last for device_id, last in heard.items() if SILENT < at - last < FORGOTTEN}


def display_seen(code: str) -> None:
    """Note that a paired display asks now what to show."""
    cache.set(_display_key(code), moment.at().timestamp(), int(DISPLAY_FORGOTTEN.total_seconds()))


def display_left(code: str) -> None:
    """Forget a display: nobody has paired it."""
    cache.delete(_display_key(code))


def silent_displays(codes: Iterable[str], *, at: datetime) -> dict[str, datetime]:
    """Return the displays that asked what to show and do not ask any more, with when they last did."""
    heard = _last_heard({_display_key(code): code for code in codes})
    return {code: last for code, last in heard.items() if at - last > DISPLAY_SILENT}


def _last_heard(keys: dict[str, _Who]) -> dict[_Who, datetime]:
    """When each was last on the line, of those that the cache knows."""
    if not keys:
        return {}
    return {
        keys[key]: datetime.fromtimestamp(value, UTC) for key, value in cache.get_many(list(keys)).items()
    }


def _display_key(code: str) -> str:
    return f"display-seen:{code}"
