"""Close an account of the staff."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from people import operations
from people.queries import player_of_user, require, require_every_house
from people.results import AccountResult
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "people.close_account",
    Card(
        title=N_("Account closed"),
        permission=Permission.SET_PIN,
        own_permission=Permission.SET_PIN,
        address="users/<id:user_id>/close",
    ),
)
def close_account(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    venue_id: Annotated[int | None, About(help_text="The venue whose owner does it for its staff.")] = None,
) -> AccountResult:
    """Close an account of the staff.

    One's own; or of a member of staff of `venue_id` by its owner, who must own every house where that person works.
    Roles, sessions, tokens, PIN and app end.

    Who also plays keeps the account, with its purse: the owner takes the roles away, the person erases the data.
    Refusals: ``forbidden``, ``unknown_user``, ``not_staff``, ``plays_too``, ``last_owner``.
    """
    require(by, permission=Permission.SET_PIN, venue_id=venue_id, owner_user_id=user_id)
    operations.refuse_on_device(by)
    user = operations.active_user(user_id)
    if user_id != by.user_id:
        operations.require_staff(user, venue_id=venue_id)
        require_every_house(by, user_id=user_id)
    if player_of_user(user_id) is not None:
        raise Refused(
            "plays_too",
            N_(
                "Whoever plays here keeps the account and its balance. Take the roles away; only the person erases it."
            ),
        )
    operations.lock_codes(user.email)
    operations.refuse_last_owner(user)
    operations.close_user(user, at=at, by_user_id=by.user_id)
    return AccountResult(user_id=user_id)
