"""Sign somebody out elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSessionsResult:
    """ended: how many sessions were open and are not any more."""

    user_id: int
    ended: int


@command(
    "people.end_sessions",
    Card(permission=Permission.SET_PIN, own_permission=Permission.SET_PIN, address="sessions/end"),
)
def end_sessions(
    *, command_id: CommandId, at: datetime, by: Actor, user_id: int, number: str = "", keep_session: str = ""
) -> EndSessionsResult:
    """Sign somebody out elsewhere.

    One's own: the one of this number, or with "" all but the one that asks, and codes by mail, too.

    Refusals: ``forbidden``, ``unknown_session``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=None, owner_user_id=user_id)
    operations.refuse_on_device(by)
    ended = operations.end_sessions(user_id, only=number, but=keep_session)
    if not number:
        operations.end_codes(operations.active_user(user_id).email)
    if number and not ended:
        raise Refused("unknown_session", N_("Nobody is signed in there any more. Reload the list."))
    operations.tell_sessions_ended(user_id, ended=ended)
    return EndSessionsResult(user_id=user_id, ended=ended)
