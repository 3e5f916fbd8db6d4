"""Breaking, redrawing, and taking such things back. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from rules import balancing, button, draw
from rules.policies import Policies, SeatChoice
from rules.refusals import N_, Refused
from tables.facts import BreakUndone, MoveUndone, TableBroken, TablesRedrawn
from tables.models import Move, MoveReason, Table, TableState
from tables.operations import numbering
from tables.operations.draws import keep, next_draw
from tables.operations.seating import (
    Target,
    add_chairs,
    relocate,
    resume_filled,
    tell,
)
from tables.queries.seats import (
    InPlay,
    Sitter,
    free_seats,
    open_tables,
    seats_free,
    sitters,
    tables_in_play,
    waits,
)
from tables.queries.undo import BreakUndo, plan_break_undo, why_move_stays
from tournaments.facts import counts_topic, standings_topic, table_topic, tables_topic
from tournaments.models import Field, Tournament


def break_tables(
    tournament: Tournament,
    tables: Sequence[Table],
    *,
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
                tournament, table, policies=policies, at=at, command_id=command_id, closing=breaking
            ),
        )
        for table in tables
    ]


def break_table(
    tournament: Tournament,
    table: Table,
    *,
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
        number = keep(drawn, made, at=at, command_id=command_id)
        seats = made.seats
        numbers = {number_ for number_, _ in seats.values()}
        concerned = list(Table.objects.filter(pk__in=[t.pk for t in others if t.number in numbers]))
        moves = targets_at(concerned, [(s, *seats[s.entry_id]) for s in leaving], draw_number=number)
        relocate(
            tournament.pk,
            moves,
            reason=MoveReason.BREAK,
            rule="ADTP.10" if policies.seat_on_breaking is SeatChoice.DOUBLE_RANDOM else "PT-T.48",
            at=at,
            command_id=command_id,
        )
    _close(tournament, table, at=at)
    tell(
        tournament.pk,
        TableBroken(table=table.number, players=len(leaving), draw_number=number),
        at=at,
        touches=[
            tables_topic(tournament.pk),
            table_topic(tournament.pk, table.number),
            counts_topic(tournament.pk),
            standings_topic(tournament.pk),
        ],
    )
    resume_filled(tournament, short_by=policies.halt_when_short_by, at=at)
    return number, moves


def _offered(tables: Sequence[InPlay], *, count: int) -> list[draw.OpenTable]:
    short = short_enough(tables, count=count)
    free = seats_free([t.pk for t in short])
    return [draw.OpenTable(table=t.number, players=t.players, free_seats=tuple(free[t.pk])) for t in short]


def short_enough(tables: Sequence[InPlay], *, count: int) -> list[InPlay]:
    """The tables that may receive one of `count` players who go where fewest sit: none has more than the count-th."""
    room = sorted((t for t in tables if t.players < t.seats), key=lambda t: t.players)
    most = room[min(count, len(room)) - 1].players if room else 0
    return [t for t in room if t.players <= most]


def targets_at(
    tables: Sequence[Table], moves: Sequence[tuple[Sitter, int, int]], *, draw_number: int | None
) -> list[tuple[Sitter, Target]]:
    """(sitter, table number, seat) made into moves, saying who waits for the button."""
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


def _close(tournament: Tournament, table: Table, *, at: datetime) -> None:
    Table.objects.filter(pk=table.pk).update(state=TableState.BROKEN, broken_at=at, final=False, room=None)
    Field.objects.filter(pk=tournament.pk).update(tables_open=F("tables_open") - 1)


# ------------------------------------------------------------------------------------------------ redraw


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrawn:
    """After a redraw: the tables in play, how many players, the draw's number."""

    tables: list[int]
    players: int
    draw_number: int


def redraw(
    tournament: Tournament,
    *,
    final: bool,
    format: balancing.Format,
    policies: Policies,
    at: datetime,
    command_id: uuid.UUID,
) -> Redrawn:
    """Everybody draws a new seat: at as few tables as hold all, or (final) at the one final table.

    Without `redraw_at_final_table` the final table forms by moving only those who sit elsewhere.
    Refusals: ``too_many_for_final_table``, ``nobody_to_seat``.
    Rule: ADTP.7, ADTP.P9, PT-T.48
    """
    tables = open_tables(tournament.pk)
    everybody = sitters(table_ids=[t.pk for t in tables])
    if not everybody:
        raise Refused("nobody_to_seat", N_("Nobody is seated."), rule="ADTP.7")
    size = balancing.final_table_size(format=format, policies=policies)
    if final and len(everybody) > size:
        raise Refused(
            "too_many_for_final_table",
            N_("The final table holds %(size)s players; %(players)s are left."),
            rule="ADTP.P9",
            size=size,
            players=len(everybody),
        )
    count = (
        1
        if final
        else balancing.tables_for(players=len(everybody), seats_per_table=tournament.seats_per_table)
    )
    # the lowest numbers stay, as the break order has it
    staying = tables[:count]
    if final:
        _fit(staying[0], size)
        Table.objects.filter(pk=staying[0].pk).update(final=True, state=TableState.OPEN)
        Field.objects.filter(pk=tournament.pk).update(final_table_at=at)
    whole = not final or policies.redraw_at_final_table
    moving = everybody if whole else [s for s in everybody if s.table_id != staying[0].pk]
    seats = free_seats(staying)
    if whole:
        on_offer = [(t.number, n) for t in staying for n in (*seats[t.pk][0], *seats[t.pk][1])]
        already: dict[int, int] = {}
    else:
        on_offer = [(t.number, n) for t in staying for n in seats[t.pk][0]]
        already = {t.number: t.players for t in staying}
    drawn = next_draw(tournament.pk)
    made = draw.record_seats(
        master=drawn.master,
        tournament=drawn.tournament,
        number=drawn.number,
        kind=draw.DrawKind.FINAL_TABLE_REDRAW if final else draw.DrawKind.REDRAW,
        participants=[s.entry_id for s in moving],
        seats=on_offer,
        already=already,
    )
    number = keep(drawn, made, at=at, command_id=command_id)
    Field.objects.filter(pk=tournament.pk).update(redrawn_with=len(everybody))
    by_number = {t.number: t for t in staying}
    relocate(
        tournament.pk,
        [
            (
                s,
                Target(
                    table_id=by_number[made.seats[s.entry_id][0]].pk,
                    table_number=made.seats[s.entry_id][0],
                    seat_number=made.seats[s.entry_id][1],
                    draw_number=number,
                ),
            )
            for s in moving
        ],
        reason=MoveReason.FINAL_TABLE if final else MoveReason.REDRAW,
        rule="ADTP.P9" if final else "ADTP.7",
        at=at,
        command_id=command_id,
    )
    for table in tables[count:]:
        _close(tournament, table, at=at)
    if whole:
        _draw_buttons(tournament, staying, made.seats, at=at, command_id=command_id)
    tell(
        tournament.pk,
        TablesRedrawn(
            final=final, players=len(everybody), tables=[t.number for t in staying], draw_number=number
        ),
        at=at,
        touches=[
            tables_topic(tournament.pk),
            counts_topic(tournament.pk),
            standings_topic(tournament.pk),
            *(table_topic(tournament.pk, t.number) for t in tables),
        ],
    )
    return Redrawn(tables=[t.number for t in staying], players=len(everybody), draw_number=number)


def _fit(table: Table, size: int) -> None:
    """Give the final table the chairs that its size asks for."""
    if size > table.seats:
        Table.objects.filter(pk=table.pk).update(seats=size)
        add_chairs(table, range(table.seats + 1, size + 1))
        table.seats = size


def _draw_buttons(
    tournament: Tournament,
    tables: Sequence[Table],
    seats: dict[int, tuple[int, int]],
    *,
    at: datetime,
    command_id: uuid.UUID,
) -> None:
    taken: dict[int, list[int]] = {}
    for at_table, seat in seats.values():
        taken.setdefault(at_table, []).append(seat)
    drawn = next_draw(tournament.pk)
    made = draw.record_buttons(
        master=drawn.master, tournament=drawn.tournament, number=drawn.number, tables=taken
    )
    keep(drawn, made, at=at, command_id=command_id)
    by_number = {t.number: t for t in tables}
    for number, seat in made.result["buttons"]:
        table = by_number[number]
        marks = (
            button.first_hand(button=seat, occupied=taken[number], seats_per_table=table.seats)
            if len(taken[number]) >= 2
            else None
        )
        Table.objects.filter(pk=table.pk).update(
            state=TableState.OPEN,
            button_seat=marks.button if marks else seat,
            small_blind_seat=marks.small_blind if marks else None,
            small_blind_spot=marks.small_blind_spot if marks else None,
            big_blind_seat=marks.big_blind if marks else None,
        )


# ------------------------------------------------------------------------------------------------ taking back


def take_back_move(tournament: Tournament, move: Move, *, at: datetime, command_id: uuid.UUID) -> None:
    """A player goes back to the seat he came from, as a move of its own; nothing is deleted.

    Refusals: ``already_undone``, ``nothing_to_undo`` (he came from no seat), ``moved_since``,
    ``seat_taken``, ``table_is_broken``.
    """
    no = why_move_stays(move)
    if no is not None:
        raise no
    found = sitters(entry_ids=[move.entry_id])
    here = (move.to_table_number, move.to_seat_number)
    back = (move.from_table_number or 0, move.from_seat_number or 0)
    table = Table.objects.select_for_update().get(tournament_id=tournament.pk, number=back[0])
    relocate(
        tournament.pk,
        targets_at([table], [(found[0], *back)], draw_number=None),
        reason=MoveReason.UNDO,
        at=at,
        command_id=command_id,
    )
    Move.objects.filter(pk=move.pk).update(undone_at=at)
    tell(
        tournament.pk,
        MoveUndone(
            move_id=move.pk,
            entry_id=move.entry_id,
            name=found[0].name,
            from_table=here[0],
            from_seat=here[1],
            table=table.number,
            seat=back[1],
        ),
        at=at,
        touches=[tables_topic(tournament.pk)],
    )


def take_back_break(
    tournament: Tournament,
    break_command_id: uuid.UUID,
    *,
    table_number: int | None = None,
    at: datetime,
    command_id: uuid.UUID,
) -> BreakUndo:
    """The broken table opens again and everybody who still plays goes back to his seat there.

    Refusals: those of `plan_break_undo`, ``table_number_taken``, ``nothing_to_undo`` when nobody is left to return.
    """
    plan = plan_break_undo(tournament.pk, break_command_id, table_number)
    if not plan.returning:
        raise Refused(
            "nothing_to_undo",
            N_("Nobody who sat at table %(table)s still plays."),
            rule="ADTP.1",
            table=plan.table.number,
        )
    table = Table.objects.select_for_update().get(pk=plan.table.pk)
    Table.objects.filter(pk=table.pk).update(state=TableState.OPEN, broken_at=None)
    numbering.take_again(tournament, [table])
    Field.objects.filter(pk=tournament.pk).update(tables_open=F("tables_open") + 1)
    relocate(
        tournament.pk,
        [
            (s, Target(table_id=table.pk, table_number=table.number, seat_number=seat))
            for s, seat in plan.returning
        ],
        reason=MoveReason.UNDO,
        at=at,
        command_id=command_id,
    )
    Move.objects.filter(pk__in=[m.pk for m in plan.moves]).update(undone_at=at)
    tell(
        tournament.pk,
        BreakUndone(table=table.number, returned=len(plan.returning)),
        at=at,
        touches=[
            tables_topic(tournament.pk),
            table_topic(tournament.pk, table.number),
            counts_topic(tournament.pk),
            standings_topic(tournament.pk),
        ],
    )
    return plan
