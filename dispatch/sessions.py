"""Is the session behind an open socket still good?"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare


def alive(behind: list[tuple[str, int]]) -> set[tuple[str, int]]:
    """Those of the (session key, user id) pairs that are still signed in: the session has not ended, is still
    that person's, the person is active and has not changed the password since. Two queries, however many."""
    found = _load([key for key, _ in behind])
    wanted = {user_id for key, user_id in behind if _is_of(found.get(key), user_id)}
    users = get_user_model()._default_manager.in_bulk(sorted(wanted))
    good = set()
    for key, user_id in behind:
        data, user = found.get(key), users.get(user_id)
        if user is None or not user.is_active or not _is_of(data, user_id):
            continue
        if data is not None and _fits(user, str(data.get(HASH_SESSION_KEY, ""))):
            good.add((key, user_id))
    return good


def _is_of(data: dict[str, Any] | None, user_id: int) -> bool:
    return data is not None and BACKEND_SESSION_KEY in data and str(data.get(SESSION_KEY)) == str(user_id)


def _fits(user: Any, known: str) -> bool:
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(known, value) for value in hashes)


def _load(keys: list[str]) -> dict[str, dict[str, Any]]:
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if hasattr(store, "get_model_class"):  # sessions in the database: one query
        model = store.get_model_class()
        rows = model.objects.filter(session_key__in=keys, expire_date__gt=Now())
        return {row.session_key: row.get_decoded() for row in rows}
    return {key: dict(store(key).load()) for key in keys}
