"""Sessions and the other ways in: what ends them. Each step needs an open transaction."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from people.facts import SessionsEnded
from people.models import ApiToken, Session, User
from people.operations.email_codes import end_codes
from people.queries import session_number


def end_ways_in(user: User, *, at: datetime, keep_session: str = "") -> int:
    """End the sessions (but one, by its number), the tokens and the codes of somebody; how many sessions ended."""
    end_codes(user.email)
    ended = end_sessions(user.pk, but=keep_session)
    ApiToken.objects.filter(user=user, revoked_at__isnull=True).update(revoked_at=at)
    return ended


def end_sessions(user_id: int, *, only: str = "", but: str = "") -> int:
    """End the sessions of somebody: one by its number, or all but one. How many ended."""
    keys = [
        key
        for key in Session.objects.filter(user_id=user_id).values_list("session_key", flat=True)
        if (session_number(key) == only if only else session_number(key) != but)
    ]
    return Session.objects.filter(session_key__in=keys).delete()[0]


def tell_sessions_ended(user_id: int, *, ended: int) -> None:
    """Keep that somebody signed out elsewhere; open sockets ask again."""
    record(SessionsEnded(user_id=user_id, ended=ended))
