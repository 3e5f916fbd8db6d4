"""Take a role away."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from people.results import RoleResult
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "people.revoke_role",
    Card(
        title=N_("Role taken away"),
        permission=Permission.MANAGE_STAFF,
        address="venues/<id:venue_id>/roles/<id:role_id>/revoke",
    ),
)
def revoke_role(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    role_id: int,
) -> RoleResult:
    """Take a role away.

    Holds from the next command on, and open sockets ask again.

    Refusals: ``forbidden``, ``unknown_role``, ``last_owner``.
    """
    require(by, permission=Permission.MANAGE_STAFF, venue_id=venue_id)
    held = operations.lock_roles_of_venue(venue_id)
    row = next((row for row in held if row.pk == role_id), None)
    if row is None:
        raise Refused("unknown_role", N_("This role was already taken away. Reload the list."))
    if operations.is_last_owner(row, among=held):
        raise Refused("last_owner", N_("A house needs an owner. Name another one first."))
    operations.end_role(row, at=at, by_user_id=by.user_id)
    return RoleResult(role_id=role_id)
