"""Give somebody a role at a venue or at one of its tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from rules.permissions import Permission


@command("people.grant_role", Card(permission=Permission.MANAGE_STAFF, address="venues/<id:venue_id>/roles"))
def grant_role(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    venue_id: int,
    role: str,
    tournament_id: int | None = None,
) -> dict[str, Any]:
    """By the owner; the system makes the first owner. Returns {role_id}.

    The caller has made sure that the tournament is the venue's.
    Refusals: ``forbidden``, ``unknown_user``, ``bad_role``, ``role_held``.
    """
    require(by, Permission.MANAGE_STAFF, venue_id=venue_id)
    row = operations.give_role(
        user=operations.active_user(user_id),
        venue_id=venue_id,
        tournament_id=tournament_id,
        role=role,
        at=at,
        by_user_id=by.user_id,
    )
    return {"role_id": row.pk}
