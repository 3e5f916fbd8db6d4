"""Which paired devices are on the line: kept in the cache, for a need on the dashboard and nothing else.

While a tablet is open its socket is looked at every few seconds (dispatch.sessions), and with it the device. Where the
cache is away nobody is missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.core.cache import cache

from access import moment

SILENT = timedelta(seconds=45)  # longer than a restart of the server takes
FORGOTTEN = timedelta(minutes=20)  # after that it was put away, not cut off


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
    keys = {_key(device_id): device_id for device_id in device_ids}
    if not keys:
        return {}
    heard = {
        keys[key]: datetime.fromtimestamp(value, UTC) for key, value in cache.get_many(list(keys)).items()
    }
    return {device_id: last for device_id, last in heard.items() if SILENT < at - last < FORGOTTEN}
