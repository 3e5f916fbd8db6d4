"""What taking something back would do, told beforehand."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.refusals import N_, Refused, possible
from tables.models import Move, MoveReason, Seat, Table, TableState
from tables.queries.numbers import number_taken
from tables.queries.seats import Sitter, sitters
from tournaments.models import Field, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakUndo:
    """What undoing a break would do: who comes back from where; who cannot, being out since."""

    table: Table
    returning: list[tuple[Sitter, int]]
    out_since: list[int]
    moves: list[Move]


def alone_after(plans: Sequence[BreakUndo]) -> list[tuple[str, int]]:
    """Return who would sit alone once these tables are open again, and at which table: whoever returns alone, and whom the others
    leave behind."""
    returning = [(sitter, plan.table.number) for plan in plans for sitter, _seat in plan.returning]
    back = {sitter.entry_id for sitter, _table in returning}
    left: dict[int, list[str]] = {}
    for sitter, table in returning:
        left.setdefault(table, []).append(sitter.name)
    numbers = {s.table_number for s, _table in returning if s.table_number is not None}
    stays = Table.objects.filter(
        tournament_id__in=[plan.table.tournament_id for plan in plans], number__in=numbers
    )
    for sitter in sitters(table_ids=list(stays.values_list("pk", flat=True))):
        if sitter.entry_id not in back and sitter.table_number is not None:
            left.setdefault(sitter.table_number, []).append(sitter.name)
    return [(names[0], table) for table, names in sorted(left.items()) if len(names) == 1]


def why_break_stays(plans: Sequence[BreakUndo]) -> Refused | None:
    """Return why tables stay broken: nobody is left who would return; in hand-for-hand somebody would sit alone and miss the hands of the others. None
    when they can open again. Rule: PT-T.49"""
    first = plans[0].table
    if not any(plan.returning for plan in plans):
        return Refused(
            "nothing_to_undo",
            N_("Nobody who sat at table %(table)s still plays."),
            rule="ADTP.1",
            table=first.number,
        )
    alone = alone_after(plans)
    if not alone or not Field.objects.get(pk=first.tournament_id).hand_for_hand:
        return None
    player, table = alone[0]
    return Refused(
        "alone_in_hand_for_hand",
        N_(
            "%(player)s would sit alone at table %(table)s, and in hand for hand miss the hands that the others play. "
            "Leave the table broken, or end hand for hand first."
        ),
        rule="PT-T.49",
        player=player,
        table=table,
    )


def plan_break_undo(
    tournament_id: int, *, break_command_id: uuid.UUID, table_number: int | None = None
) -> BreakUndo:
    """Read what `take_back_break` would do. table_number: which, of several that broke at once.

    Refusals: ``no_such_break``, ``already_undone``, ``table_number_taken``."""
    moves = list(
        Move.objects.filter(
            tournament_id=tournament_id, command_id=break_command_id, reason=MoveReason.BREAK
        ).order_by("id")
    )
    if table_number is not None:
        moves = [m for m in moves if m.from_table_number == table_number]
    if not moves:
        raise Refused(
            "no_such_break", N_("No broken table belongs to this. Reload the page."), rule="ADTP.10"
        )
    if moves[0].undone_at is not None:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    table = Table.objects.get(tournament_id=tournament_id, number=moves[0].from_table_number or 0)
    if table.state != TableState.BROKEN:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    tournament = Tournament.objects.get(pk=tournament_id)
    taken = number_taken(tournament, numbers=[table.number])
    if taken is not None:
        raise taken
    now = {s.entry_id: s for s in sitters(entry_ids=[m.entry_id for m in moves])}
    return BreakUndo(
        table=table,
        returning=[(now[m.entry_id], m.from_seat_number or 0) for m in moves if m.entry_id in now],
        out_since=[m.entry_id for m in moves if m.entry_id not in now],
        moves=moves,
    )


def plan_breaks_undo(
    tournament_id: int, *, break_command_id: uuid.UUID, table_number: int | None = None
) -> list[BreakUndo]:
    """Read what undoing a break would do, of each table that broke with it and has not opened again since; table_number: of that
    one alone. Refusals: as `plan_break_undo`."""
    numbers = [table_number]
    if table_number is None:
        moves = Move.objects.filter(
            tournament_id=tournament_id,
            command_id=break_command_id,
            reason=MoveReason.BREAK,
            undone_at__isnull=True,
        )
        numbers = list(dict.fromkeys(moves.order_by("id").values_list("from_table_number", flat=True)))
    return [
        plan_break_undo(tournament_id, break_command_id=break_command_id, table_number=number)
        for number in numbers or [None]
    ]


def undo_move_preview(move_id: int) -> dict[str, Any]:
    """Return {entry_id, player, from, to, possible, reason}: where the player would go back to.

    reason: refusal code when it is not possible. Move.DoesNotExist where there is none."""
    move = Move.objects.select_related("entry__player").get(pk=move_id)
    here = {"table": move.to_table_number, "seat": move.to_seat_number}
    back = {"table": move.from_table_number, "seat": move.from_seat_number}
    return {
        "entry_id": move.entry_id,
        "player": move.entry.player.public_name,
        "from": here,
        "to": back,
        **possible(why_move_stays(move)),
    }


def why_move_stays(move: Move) -> Refused | None:
    """Return why a move cannot be taken back, None when it can."""
    if move.undone_at is not None:
        return Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    if move.from_table_number is None or move.from_seat_number is None:
        return Refused(
            "nothing_to_undo",
            N_("The player came from no seat: there is nothing to go back to."),
            rule="ADTP.1",
        )
    swapped = swapped_with(move)
    for one in (move, swapped):
        if one is not None and not _still_there(one):
            return Refused(
                "moved_since",
                N_(
                    "The player does not sit at table %(table)s, seat %(seat)s any more. Look at the table first."
                ),
                rule="ADTP.7",
                table=one.to_table_number,
                seat=one.to_seat_number,
            )
    if swapped is not None:
        return None  # each of the two has the seat of the other
    chair = (
        Seat.objects.select_related("table", "entry__player")
        .filter(
            table__tournament_id=move.tournament_id,
            table__number=move.from_table_number,
            number=move.from_seat_number,
        )
        .first()
    )
    if chair is None or chair.table.state == TableState.BROKEN:
        return Refused(
            "table_is_broken",
            N_("Table %(table)s is already broken."),
            rule="ADTP.10",
            table=move.from_table_number,
        )
    if chair.entry is not None:
        return Refused(
            "seat_taken",
            N_("Seat %(seat)s at table %(table)s is taken: %(player)s sits there. Choose another seat."),
            rule="ADTP.7",
            table=move.from_table_number,
            seat=move.from_seat_number,
            player=chair.entry.player.public_name,
        )
    return None


def swapped_with(move: Move) -> Move | None:
    """Return the move of the other, where two players were swapped; None where a player was moved alone."""
    if move.reason != MoveReason.CORRECTION:
        return None
    return (
        Move.objects.select_related("entry__player")
        .filter(command_id=move.command_id)
        .exclude(pk=move.pk)
        .first()
    )


def _still_there(move: Move) -> bool:
    found = sitters(entry_ids=[move.entry_id])
    here = (move.to_table_number, move.to_seat_number)
    return bool(found) and (found[0].table_number, found[0].seat_number) == here


def undo_break_preview(
    tournament_id: int, *, break_command_id: uuid.UUID, table_number: int | None = None
) -> dict[str, Any]:
    """Return {table, tables, returning, out_since, alone, possible, code, sentence, params}: what opens again, who would come back
    from where, who is out since, and who would sit alone; in hand for hand nobody may."""
    plans = plan_breaks_undo(tournament_id, break_command_id=break_command_id, table_number=table_number)
    return {
        "table": plans[0].table.number,
        "tables": [plan.table.number for plan in plans],
        "returning": [
            {
                "entry_id": s.entry_id,
                "player": s.name,
                "from": {"table": s.table_number, "seat": s.seat_number},
                "to": {"table": plan.table.number, "seat": seat},
            }
            for plan in plans
            for s, seat in plan.returning
        ],
        "out_since": [entry_id for plan in plans for entry_id in plan.out_since],
        "alone": [{"player": player, "table": table} for player, table in alone_after(plans)],
        **possible(why_break_stays(plans)),
    }
