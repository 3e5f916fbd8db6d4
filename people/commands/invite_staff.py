"""Invite a member of staff to choose a password, for the first time or anew."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import player_of_user, require, require_every_house
from rules.permissions import Permission
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteStaffResult:
    """purpose: invitation goes by mail, handed by the owner. state: of the password, the last sign-in and the last invitation; the link is
    given again only as long as it is this.
    """

    user_id: int
    purpose: Literal["invitation", "handed"]
    state: str


@command(
    "people.invite_staff",
    Card(permission=Permission.MANAGE_STAFF, address="venues/<id:venue_id>/accounts/<id:user_id>/invite"),
)
def invite_staff(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    user_id: int,
    handed: bool = False,
) -> InviteStaffResult:
    """Invite a member of staff to choose a password, for the first time or anew: a link of before opens no more.

    By the owner, who must own every house where that person works. The page or API makes the link (`operations.link_for`) as
    long as the `state` is that, and mails it.

    handed: there is no mail, the owner passes the link on. Not for who plays here: whoever has the link has the
    account, and it has a purse. Refusals: ``forbidden``, ``unknown_user``, ``not_staff``, ``plays_too``.
    """
    require(by, permission=Permission.MANAGE_STAFF, venue_id=venue_id)
    user = operations.active_user(user_id)
    operations.require_staff(user, venue_id=venue_id)
    require_every_house(by, user_id=user_id)
    if handed and player_of_user(user_id) is not None:
        raise Refused(
            "plays_too",
            N_(
                "This person plays here, too, and has a balance: they sign in with a code by e-mail, not by your link."
            ),
        )
    purpose: Literal["invitation", "handed"] = "handed" if handed else "invitation"
    operations.invite(user, purpose=purpose, at=at)
    return InviteStaffResult(user_id=user_id, purpose=purpose, state=operations.link_state(user))
