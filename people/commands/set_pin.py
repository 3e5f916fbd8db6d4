"""Set somebody's PIN for paired devices."""

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
    "people.set_pin",
    Card(permission=Permission.SET_PIN, own_permission=Permission.SET_PIN, address="users/<id:user_id>/pin"),
)
def set_pin(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    pin_hash: str,
    venue_id: int | None = None,
) -> AccountResult:
    """Set somebody's PIN for paired devices.

    One's own; or for a member of staff of `venue_id` by its owner, who must own every house where that person works:
    the PIN opens the tablets of them all.

    pin_hash: `operations.hash_pin(pin, salt=str(command_id))`. An earlier PIN stops at once, with what it had opened.
    Refusals: ``forbidden``, ``unknown_user``, ``not_staff``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=venue_id, owner_user_id=user_id)
    user = operations.active_user(user_id)
    if user_id != by.user_id:
        operations.require_staff(user, venue_id=venue_id)
        require_every_house(by, user_id=user_id)
    operations.keep_pin(user=user, pin_hash=pin_hash, at=at, by_user_id=by.user_id)
    return AccountResult(user_id=user_id)
