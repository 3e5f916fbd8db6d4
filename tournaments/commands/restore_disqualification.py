"""Let a disqualification that was lifted count again."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import disqualifications, field
from tournaments.queries.eliminations import home_of_elimination
from tournaments.results import DisqualificationResult


@command(
    "tournaments.restore_disqualification",
    Card(
        title=N_("Disqualified again"),
        permission=Permission.DISQUALIFY,
        address="eliminations/<id:elimination_id>/restore",
        undoes=Undoes(
            commands=("tournaments.lift_disqualification",),
            things=lambda did: [{"elimination_id": did.result["elimination_id"]}],
            preview=lambda elimination_id: {"elimination_id": elimination_id},
        ),
    ),
)
def restore_disqualification(
    *, command_id: CommandId, at: datetime, by: Actor, elimination_id: int
) -> DisqualificationResult:
    """Let a disqualification that was lifted count again.

    Refusals: ``forbidden``, ``no_such_elimination``, ``not_running``, ``not_disqualified``, ``reentered_since``.
    Rule: ADTP.67D
    """
    tournament_id, venue_id = home_of_elimination(elimination_id)
    require(by, permission=Permission.DISQUALIFY, venue_id=venue_id, tournament_id=tournament_id)
    tournament, _field = field.lock_field(tournament_id)
    row = disqualifications.restore_disqualification(tournament, elimination_id=elimination_id)
    return DisqualificationResult(
        elimination_id=row.pk, entry_id=row.entry_id, name=row.entry.player.public_name
    )
