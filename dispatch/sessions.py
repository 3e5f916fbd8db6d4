"""Is the session behind an open socket still good, and the paired device that it was opened on?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils.crypto import constant_time_compare

from dispatch import prepared

#: Where the session of an operator on a paired device names the device.
DEVICE = "device_id"
#: When it began, and in which browser (config.sessions keeps both beside it).
BEGAN, BROWSER = "began_at", "browser"

Paired = Callable[[Iterable[int]], set[int]]


class Behind(NamedTuple):
    """What stands behind a socket: a signed-in session and, on a shared tablet, the device."""

    session_key: str
    user_id: int
    device_id: int | None = None


def _nobody_asks(devices: Iterable[int]) -> set[int]:
    return set(devices)


_paired: Paired = _nobody_asks


def know_devices(paired: Paired) -> None:
    """Set how to find out which of these devices are still paired."""
    global _paired  # noqa: PLW0603 - set once, when the apps are ready
    _paired = paired


def alive(behind: Iterable[Behind]) -> set[Behind]:
    """Return those that are still signed in: the session has not ended, is still that person's on that device, the person
    is active and has not changed the password since, the device is still paired. Three queries, however many."""
    asked = list(behind)
    found = _load([one.session_key for one in asked])
    kept = [one for one in asked if _is_of(found.get(one.session_key), one)]
    # prepared, and each list as one value: thousands are asked about every few seconds
    asked_users = (
        f"SELECT id, is_active, password FROM {get_user_model()._meta.db_table} WHERE id = ANY(%s::bigint[])"
    )
    users = {
        pk: (active, password)
        for pk, active, password in prepared.rows(asked_users, [sorted({one.user_id for one in kept})])
    }
    devices = {one.device_id for one in kept if one.device_id is not None}
    paired = _paired(devices) if devices else set()
    good = set()
    for one in kept:
        active, password = users.get(one.user_id, (False, ""))
        if not active or (one.device_id is not None and one.device_id not in paired):
            continue
        if _fits(password, str(found[one.session_key].get(HASH_SESSION_KEY, ""))):
            good.add(one)
    return good


def _is_of(data: dict[str, Any] | None, one: Behind) -> bool:
    return (
        data is not None
        and BACKEND_SESSION_KEY in data
        and str(data.get(SESSION_KEY)) == str(one.user_id)
        and data.get(DEVICE) == one.device_id
    )


def _fits(password: str, known: str) -> bool:
    return any(constant_time_compare(known, value) for value in auth_hashes(password))


# Thousands of sockets are looked at every few seconds, and hardly ever has anything changed: what follows from the same
# stored words under the same keys is not worked out again.
KEPT = 20_000


@lru_cache(maxsize=KEPT)
def auth_hashes(password: str) -> tuple[str, ...]:
    """Return what a session of an account with this (hashed) password may carry: by the key of now, then by former ones."""
    user: Any = get_user_model()(password=password)
    return (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())


@lru_cache(maxsize=KEPT)
def _decoded(data: str) -> dict[str, Any]:
    """What stands in a session; nobody changes it."""
    found: dict[str, Any] = import_module(settings.SESSION_ENGINE).SessionStore().decode(data)
    return found


def _load(keys: list[str]) -> dict[str, dict[str, Any]]:
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if hasattr(store, "get_model_class"):  # sessions in the database: one query
        table = store.get_model_class()._meta.db_table
        asked = f"SELECT session_key, session_data FROM {table} WHERE session_key = ANY(%s::text[]) AND expire_date > now()"
        return {key: _decoded(data) for key, data in prepared.rows(asked, [keys])}
    return {key: dict(store(key).load()) for key in keys}
