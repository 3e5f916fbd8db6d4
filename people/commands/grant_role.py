"""Give somebody a role at a venue or at one of its tournaments."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import RoleResult
from rules.permissions import Permission
from rules.refusals import N_


@command(
    "people.grant_role",
    Card(title=N_("Role given"), permission=Permission.MANAGE_STAFF, address="venues/<id:venue_id>/roles"),
)
def grant_role(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    venue_id: int,
    role: str,
    tournament_id: int | None = None,
) -> RoleResult:
    """Give somebody a role at a venue or at one of its tournaments: asked by the owner; the system makes the first
    owner.

    The caller has made sure that the tournament is the venue's.
    Refusals: ``forbidden``, ``unknown_user``, ``bad_role``, ``role_held``.
    """
    require(by, permission=Permission.MANAGE_STAFF, venue_id=venue_id)
    row = operations.give_role(
        user=operations.active_user(user_id),
        venue_id=venue_id,
        tournament_id=tournament_id,
        role=role,
        at=at,
        by_user_id=by.user_id,
    )
    return RoleResult(role_id=row.pk)
