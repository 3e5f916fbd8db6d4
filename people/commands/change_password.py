"""Change the own password."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import AccountResult
from rules.permissions import Permission


@command(
    "people.change_password",
    Card(permission=Permission.SET_PIN, own_permission=Permission.SET_PIN, address="password"),
)
def change_password(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    password_hash: str,
    keep_session: str = "",
) -> AccountResult:
    """Change the own password.

    One's own; the page or API has asked for the old one and, where an app is set up, for its code.

    Every other session and every token ends. keep_session: `queries.session_number` of the one that asks.
    Refusals: ``forbidden``, ``unknown_user``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=None, owner_user_id=user_id)
    operations.refuse_on_device(by)
    operations.keep_password(
        operations.active_user(user_id),
        password_hash=password_hash,
        how="changed",
        at=at,
        by_user_id=by.user_id,
        keep_session=keep_session,
    )
    return AccountResult(user_id=user_id)
