"""Take an elimination back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Elimination
from tournaments.operations import reinstating
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_elimination, undo_preview


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceMoved:
    """before: the place that the entry had. after: the place that it has; null while it is open."""

    entry_id: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoEliminationResult:
    """name: the public one. own_seat: the seat of before was free. draw_number: the public draw of another; null in the
    own one. places: which places of others moved. prizes_taken_back: the entries whose prizes are in the pool again.
    """

    entry_id: int
    name: str
    table_number: int
    seat_number: int
    own_seat: bool
    draw_number: int | None
    places: tuple[PlaceMoved, ...]
    prizes_taken_back: tuple[int, ...]


@command(
    "tournaments.undo_elimination",
    Card(
        title=N_("Back in: the bust was undone"),
        permission=Permission.UNDO,
        address="eliminations/<id:elimination_id>/undo",
        undoes=Undoes(
            commands=("tournaments.eliminate_players", "tournaments.remove_under_age", "tables.hand_done"),
            things=lambda did: [
                {"elimination_id": out["elimination_id"]} for out in did.result.get("eliminations", [])
            ],
            preview=undo_preview,
        ),
        already_done=(
            AlreadyDone(fact="elimination_undone", codes=("already_undone",), names=("elimination_id",)),
            AlreadyDone(fact="elimination_undone", codes=("proposal_stale",)),
            AlreadyDone(fact="prize_taken_back", codes=("award_void",), names=("award_id",)),
        ),
    ),
)
def undo_elimination(
    *, command_id: CommandId, at: datetime, by: Actor, elimination_id: int
) -> UndoEliminationResult:
    """Take an elimination back: the player is in again.

    Places and prizes follow (see tournaments.queries.eliminations.undo_preview).

    Refusals: ``already_undone``, ``not_running``, ``reentered_since``, ``prize_paid``, ``prize_spent``, ``bounty_spent``, ``entry_paid``, ``no_seat_free``,
    ``no_such_elimination``.
    """
    tournament_id, venue_id = home_of_elimination(elimination_id)
    require(by, permission=Permission.UNDO, venue_id=venue_id, tournament_id=tournament_id)
    tournament, field = lock_field(tournament_id)
    row = Elimination.objects.select_for_update(of=("self",)).get(pk=elimination_id)
    check_as_read()
    back = reinstating.undo_elimination(tournament, field=field, row=row, at=at, command_id=command_id)
    return UndoEliminationResult(
        entry_id=back.entry_id,
        name=back.name,
        table_number=back.seat.table_number,
        seat_number=back.seat.seat_number,
        own_seat=back.own_seat,
        draw_number=back.seat.draw_number,
        places=tuple(
            PlaceMoved(entry_id=entry, before=before, after=after)
            for entry, before, after in back.moved_places
        ),
        prizes_taken_back=tuple(back.voided),
    )
