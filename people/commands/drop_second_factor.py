"""Let somebody sign in with the password alone again."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require, require_every_house
from people.results import AccountResult
from rules.permissions import Permission


@command(
    "people.drop_second_factor",
    Card(
        permission=Permission.SET_PIN,
        own_permission=Permission.SET_PIN,
        address="users/<id:user_id>/second-factor/drop",
    ),
)
def drop_second_factor(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    code: str = "",
    venue_id: int | None = None,
) -> AccountResult:
    """Let somebody sign in with the password alone again.

    One's own with a code, so that nobody does it at a screen left open; or, for a member of staff of `venue_id` who
    lost the phone, by its owner, who must own every house where that person works.

    Refusals: ``forbidden``, ``wrong_factor``, ``no_factor``, ``unknown_user``, ``not_staff``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=venue_id, owner_user_id=user_id)
    operations.refuse_on_device(by)
    user = operations.active_user(user_id)
    if user_id != by.user_id:
        operations.require_staff(user, venue_id=venue_id)
        require_every_house(by, user_id=user_id)
    operations.end_factor(user=user, code=code if user_id == by.user_id else None, at=at)
    return AccountResult(user_id=user_id)
