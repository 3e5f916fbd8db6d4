"""Where somebody is signed in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from people.models import Session
from people.queries.devices import device_names


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A browser where somebody is signed in. number: by which it can be ended; the session's key shows nowhere."""

    number: str
    browser: str
    device: str
    began_at: datetime | None
    ends_at: datetime
    is_this: bool


def session_number(session_key: str) -> str:
    """Name a session for pages: whoever reads it cannot take the session over."""
    return hashlib.sha256(f"shuffle-up session {session_key}".encode()).hexdigest()[:16]


def sessions_of(user_id: int, *, at: datetime, this_key: str = "") -> tuple[SessionView, ...]:
    """Return the browsers where somebody is signed in at `at`, the latest first."""
    rows = Session.objects.filter(user_id=user_id, expire_date__gt=at).order_by("-began_at", "session_key")
    found = list(rows[:200])
    names = device_names({row.device_id for row in found if row.device_id is not None})
    return tuple(
        SessionView(
            number=session_number(row.session_key),
            browser=row.browser,
            device=names.get(row.device_id or 0, ""),
            began_at=row.began_at,
            ends_at=row.expire_date,
            is_this=row.session_key == this_key,
        )
        for row in found
    )
