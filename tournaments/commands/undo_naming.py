"""Who took the chips was said wrongly."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Elimination
from tournaments.operations import takers
from tournaments.operations.field import lock_field
from tournaments.queries.takers import home_of_naming, naming_of, undo_naming_preview


@command(
    "tournaments.undo_naming",
    Card(
        title=N_("Who took the chips: the answer was taken back"),
        permission=Permission.UNDO,
        address="takers/<id:naming_id>/undo",
        undoes=Undoes(
            commands=("tournaments.name_takers",),
            things=lambda did: [{"naming_id": did.result["naming_id"]}],
            preview=undo_naming_preview,
        ),
        already_done=(
            AlreadyDone(fact="takers_naming_undone", codes=("already_undone",), names=("naming_id",)),
        ),
    ),
)
def undo_naming(*, command_id: CommandId, at: datetime, by: Actor, naming_id: int) -> dict[str, Any]:
    """Take back who was named for an elimination: the answer before it stands again, with its bounty.

    Returns {naming_id, elimination_id, takers, bounties}. Refusals: ``already_undone``, ``takers_changed_since``,
    ``bounty_spent``, ``not_running``, ``no_such_naming``. Rule: SCPT.P
    """
    tournament_id, venue_id = home_of_naming(naming_id)
    require(by, Permission.UNDO, venue_id=venue_id, tournament_id=tournament_id)
    tournament, _field = lock_field(tournament_id)
    naming = naming_of(naming_id)
    row = Elimination.objects.select_for_update(of=("self",)).get(pk=naming.elimination_id)
    shares = takers.undo_naming(tournament, naming, row, at=at, command_id=command_id)
    return {
        "naming_id": naming_id,
        "elimination_id": row.pk,
        "takers": str(row.takers),
        "bounties": [share.as_dict() for share in shares],
    }
