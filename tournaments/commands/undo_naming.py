"""Take back who was named for an elimination."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from payouts.queries.bounties import BountyPart, parts_of
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Elimination
from tournaments.operations import takers
from tournaments.operations.field import lock_field
from tournaments.queries.takers import home_of_naming, naming_of, undo_naming_preview


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoNamingResult:
    """takers: named, nobody or open, as it stands again. bounties: who has how much of the bounty."""

    naming_id: int
    elimination_id: int
    takers: str
    bounties: tuple[BountyPart, ...]


@command(
    "tournaments.undo_naming",
    Card(
        title=N_("Who took the chips: the answer was undone"),
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
def undo_naming(*, command_id: CommandId, at: datetime, by: Actor, naming_id: int) -> UndoNamingResult:
    """Take back who was named for an elimination: the answer before it stands again.

    With its bounty.

    Refusals: ``already_undone``, ``takers_changed_since``, ``entry_paid``, ``bounty_spent``, ``not_running``, ``no_such_naming``.
    Rule: SCPT.P
    """
    tournament_id, venue_id = home_of_naming(naming_id)
    require(by, permission=Permission.UNDO, venue_id=venue_id, tournament_id=tournament_id)
    tournament, _field = lock_field(tournament_id)
    naming = naming_of(naming_id)
    row = Elimination.objects.select_for_update(of=("self",)).get(pk=naming.elimination_id)
    check_as_read()
    shares = takers.undo_naming(tournament, naming=naming, row=row, at=at, command_id=command_id)
    return UndoNamingResult(
        naming_id=naming_id, elimination_id=row.pk, takers=str(row.takers), bounties=parts_of(shares)
    )
