"""Breaking tables, and taking it back. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import F

from dispatch.commands import record
from rules import draw
from rules.policies import Policies, SeatChoice
from rules.refusals import N_, Refused
from tables.facts import BreakUndone, TableBroken
from tables.models import Move, MoveReason, Table, TableState
from tables.operations import numbering
from tables.operations.draws import keep, next_draw
from tables.operations.seating import Target, relocate, resume_filled
from tables.queries.seats import InPlay, Sitter, free_seats, seats_free, sitters, tables_in_play, waits
from tables.queries.undo import BreakUndo, plan_breaks_undo, why_break_stays
from tables.results import MovedFromTable
from tournaments.models import Field, Tournament


def moved_from(moves: Sequence[tuple[Sitter, Target]]) -> tuple[MovedFromTable, ...]:
    """Say who went where from a table that broke."""
    return tuple(
        MovedFromTable(
            entry_id=sitter.entry_id,
            name=sitter.name,
            from_seat=sitter.seat_number,
            table_number=target.table_number,
            seat_number=target.seat_number,
            waits_for_button=target.waits_for_button,
        )
        for sitter, target in moves
    )


def break_tables(
    tournament: Tournament,
    *,
    tables: Sequence[Table],
    policies: Policies,
    at: datetime,
    command_id: uuid.UUID,
) -> list[tuple[Table, int | None, list[tuple[Sitter, Target]]]]:
    """Empty several locked tables into those that stay: each player moves once, nobody goes to a table that breaks next.

    Each has its own draw, in the order given. Refusals: ``last_table``, ``too_few_seats``.
    Rule: ADTP.10, ADTP.P4
    """
    breaking = {t.pk for t in tables}
    return [
        (
            table,
            *break_table(
                tournament, table=table, policies=policies, at=at, command_id=command_id, closing=breaking
            ),
        )
        for table in tables
    ]


def break_table(
    tournament: Tournament,
    *,
    table: Table,
    policies: Policies,
    at: datetime,
    command_id: uuid.UUID,
    closing: Collection[int] = (),
) -> tuple[int | None, list[tuple[Sitter, Target]]]:
    """Empty a locked table into the others and close it: (draw number, who went where).

    By policy with seat cards and high cards (two random steps) or by plain draw; in both cases players go
    where fewest sit.
    Refusals: ``last_table``, ``too_few_seats``.
    Rule: ADTP.10, ADTP.P4, PT-T.48, CASES 10-a, CASES 10-b
    """
    others = [t for t in tables_in_play(tournament.pk) if t.pk != table.pk and t.pk not in closing]
    if not others:
        raise Refused(
            "last_table",
            N_("Table %(table)s is the only one: it cannot be broken."),
            rule="ADTP.10",
            table=table.number,
        )
    leaving = sitters(table_ids=[table.pk])
    moves: list[tuple[Sitter, Target]] = []
    number = None
    if leaving:
        offered = _offered(others, count=len(leaving))
        drawn = next_draw(tournament.pk)
        if policies.seat_on_breaking is SeatChoice.DOUBLE_RANDOM:
            made = draw.record_break(
                master=drawn.master,
                tournament=drawn.tournament,
                number=drawn.number,
                table=table.number,
                players={s.seat_number or 0: s.entry_id for s in leaving},
                button=table.button_seat or table.seats,
                tables=offered,
            )
        else:
            targets = draw.receiving_tables(tables=offered, count=len(leaving))
            made = draw.record_seats(
                master=drawn.master,
                tournament=drawn.tournament,
                number=drawn.number,
                kind=draw.DrawKind.BREAK_TABLE,
                participants=[s.entry_id for s in leaving],
                seats=[(t.table, seat) for t in targets for seat in t.free_seats],
                already={t.table: t.players for t in targets},
            )
        number = keep(drawn, record_=made, at=at, command_id=command_id)
        seats = made.seats
        numbers = {number_ for number_, _ in seats.values()}
        concerned = list(Table.objects.filter(pk__in=[t.pk for t in others if t.number in numbers]))
        moves = targets_at(concerned, moves=[(s, *seats[s.entry_id]) for s in leaving], draw_number=number)
        relocate(
            tournament.pk,
            moves=moves,
            reason=MoveReason.BREAK,
            rule="ADTP.10" if policies.seat_on_breaking is SeatChoice.DOUBLE_RANDOM else "PT-T.48",
            at=at,
            command_id=command_id,
        )
    close_table(tournament, table=table, at=at)
    record(
        TableBroken(tournament_id=tournament.pk, table=table.number, players=len(leaving), draw_number=number)
    )
    resume_filled(tournament, short_by=policies.halt_when_short_by)
    return number, moves


def _offered(tables: Sequence[InPlay], *, count: int) -> list[draw.OpenTable]:
    short = short_enough(tables, count=count)
    free = seats_free([t.pk for t in short])
    return [draw.OpenTable(table=t.number, players=t.players, free_seats=tuple(free[t.pk])) for t in short]


def short_enough(tables: Sequence[InPlay], *, count: int) -> list[InPlay]:
    """Return the tables that may receive one of `count` players who go where fewest sit: none has more than the
    count-th.
    """
    room = sorted((t for t in tables if t.players < t.seats), key=lambda t: t.players)
    most = room[min(count, len(room)) - 1].players if room else 0
    return [t for t in room if t.players <= most]


def targets_at(
    tables: Sequence[Table], *, moves: Sequence[tuple[Sitter, int, int]], draw_number: int | None
) -> list[tuple[Sitter, Target]]:
    """Return (sitter, table number, seat) made into moves, saying who waits for the button."""
    by_number = {t.number: t for t in tables}
    concerned = [by_number[n] for n in sorted({n for _, n, _ in moves})]
    seats = free_seats(concerned)
    out = []
    for sitter, number, seat in moves:
        table = by_number[number]
        occupied = seats[table.pk][1]
        out.append(
            (
                sitter,
                Target(
                    table_id=table.pk,
                    table_number=number,
                    seat_number=seat,
                    waits_for_button=seat not in occupied and waits(table, occupied=occupied, seat=seat),
                    draw_number=draw_number,
                ),
            )
        )
    return out


def close_table(tournament: Tournament, *, table: Table, at: datetime) -> None:
    Table.objects.filter(pk=table.pk).update(state=TableState.BROKEN, broken_at=at, final=False, room=None)
    Field.objects.filter(pk=tournament.pk).update(tables_open=F("tables_open") - 1)


def take_back_break(
    tournament: Tournament,
    *,
    break_command_id: uuid.UUID,
    table_number: int | None = None,
    at: datetime,
    command_id: uuid.UUID,
) -> list[BreakUndo]:
    """Open the broken tables again: everybody who still plays goes back to his seat there; one from which nobody does stays broken.

    table_number: one of several that broke at once.
    Refusals: those of `plan_break_undo` and `why_break_stays`, ``table_number_taken``.
    """
    plans = plan_breaks_undo(tournament.pk, break_command_id=break_command_id, table_number=table_number)
    stays = why_break_stays(plans)
    if stays is not None:
        raise stays
    opened = [plan for plan in plans if plan.returning]
    for plan in opened:
        _open_again(tournament, plan=plan, at=at, command_id=command_id)
    return opened


def _open_again(tournament: Tournament, *, plan: BreakUndo, at: datetime, command_id: uuid.UUID) -> None:
    table = Table.objects.select_for_update().get(pk=plan.table.pk)
    Table.objects.filter(pk=table.pk).update(state=TableState.OPEN, broken_at=None)
    numbering.take_again(tournament, tables=[table])
    Field.objects.filter(pk=tournament.pk).update(tables_open=F("tables_open") + 1)
    relocate(
        tournament.pk,
        moves=[
            (s, Target(table_id=table.pk, table_number=table.number, seat_number=seat))
            for s, seat in plan.returning
        ],
        reason=MoveReason.UNDO,
        at=at,
        command_id=command_id,
    )
    Move.objects.filter(pk__in=[m.pk for m in plan.moves]).update(undone_at=at)
    record(BreakUndone(tournament_id=tournament.pk, table=table.number, returned=len(plan.returning)))
