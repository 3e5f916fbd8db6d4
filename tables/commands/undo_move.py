"""Take a move back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.models import Move
from tables.operations import take_back_move
from tables.queries import undo_move_preview
from tournaments.operations.field import lock_field


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoMoveResult:
    """table_number, seat_number: where the player sits again."""

    entry_id: int
    table_number: int | None
    seat_number: int | None


@command(
    "tables.undo_move",
    Card(
        title=N_("Move undone"),
        permission=Permission.UNDO,
        address="moves/<id:move_id>/undo",
        undoes=Undoes(
            commands=("tables.move_player", "tables.balance_tables", "tables.swap_players"),
            things=lambda did: [{"move_id": did.result["move_id"]}],
            preview=undo_move_preview,
        ),
        already_done=(
            AlreadyDone(fact="move_undone", codes=("already_undone",), names=("move_id",)),
            AlreadyDone(fact="move_undone", codes=("proposal_stale",)),
        ),
    ),
)
def undo_move(*, command_id: CommandId, at: datetime, by: Actor, move_id: int) -> UndoMoveResult:
    """Take a move back: the player returns to the seat of before; of two who were swapped, both.

    Refusals: ``no_such_move``, ``already_undone``, ``nothing_to_undo``, ``moved_since``, ``seat_taken``,
    ``table_is_broken``.
    """
    move = Move.objects.select_related("tournament").filter(pk=move_id).first()
    if move is None:
        raise Refused("no_such_move", N_("There is no such move. Reload the page."), rule="ADTP.11")
    require(
        by, permission=Permission.UNDO, venue_id=move.tournament.venue_id, tournament_id=move.tournament_id
    )
    tournament, _ = lock_field(move.tournament_id)
    move = Move.objects.select_for_update(of=("self",)).get(pk=move_id)
    check_as_read()
    take_back_move(tournament, move=move, at=at, command_id=command_id)
    return UndoMoveResult(
        entry_id=move.entry_id, table_number=move.from_table_number, seat_number=move.from_seat_number
    )
