"""The seats of the start, and the stacks on them. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from rules import button, draw
from rules.entries import time_chip, time_chip_until
from rules.policies import from_dict
from tables.operations import numbering
from tables.operations.draws import keep, next_draw
from tables.queries.numbers import room_of
from tournaments.models import Entry, Tournament


def issue_stacks(tournament: Tournament, *, entry_ids: Sequence[int]) -> int:
    """Give entries their stacks, with the time chip where it was earned; the chips issued. The Field is the caller's.

    Rule: PT-T.41, ADTP.8A, ADTP.8B
    """
    stack = tournament.starting_stack_chips
    chips = dict.fromkeys(entry_ids, stack)
    if tournament.time_chip_chips:
        until = time_chip_until(
            starts_at=tournament.starts_at, minutes_before_start=tournament.time_chip_minutes_before_start
        )
        policies = from_dict(tournament.policies)
        for entry_id, ordinal, paid_at, registered_at in Entry.objects.filter(pk__in=entry_ids).values_list(
            "id", "ordinal", "paid_at", "registration__created_at"
        ):
            chips[entry_id] += time_chip(
                chips=tournament.time_chip_chips,
                until=until,
                ordinal=ordinal,
                registered_at=registered_at,
                paid_at=paid_at,
                policies=policies,
            )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_entry SET state = 'playing', chips_issued = c, stack_chips = c"
            " FROM unnest(%s::bigint[], %s::int[]) AS v(e, c) WHERE id = e AND tournament_id = %s",
            [list(chips), list(chips.values()), tournament.pk],
        )
    return sum(chips.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialSeating:
    """What the start made: the tables, where everybody sits, the numbers of the two draws, the chips given out."""

    tables: int
    seats: Mapping[int, tuple[int, int]]
    draw_number: int
    button_draw_number: int
    chips_issued: int


def seat_everybody(
    tournament: Tournament,
    *,
    entry_ids: Sequence[int],
    at: datetime,
    command_id: uuid.UUID,
    first_number_must: bool = True,
) -> InitialSeating:
    """Make the tables and draw all seats and buttons; the whole field, in a handful of statements.

    As few tables as can hold everybody; they break in falling order of number, which is fixed from now. The first
    seats are in the record of the draw; the moves begin after it. The numbers are the lowest free ones of the room, or
    begin where the director said; first_number_must: those and no others.
    Refusal: ``table_number_taken``.
    Rule: ADTP.7, ADTP.10, PT-T.39, PT-T.40, PT-T.41
    """
    per_table = tournament.seats_per_table
    count = -(-len(entry_ids) // per_table)
    if first_number_must and tournament.first_table_number is not None:
        numbers = numbering.asked_numbers(tournament, how_many=count)
    else:
        numbers = numbering.free_numbers(tournament, how_many=count)
    drawn = next_draw(tournament.pk)
    made = draw.record_seats(
        master=drawn.master,
        tournament=drawn.tournament,
        number=drawn.number,
        kind=draw.DrawKind.INITIAL,
        participants=entry_ids,
        seats=draw.seats_of(tables=numbers, seats_per_table=per_table),
    )
    draw_number = keep(drawn, record_=made, at=at, command_id=command_id)
    seats = made.seats
    at_table: dict[int, dict[int, int]] = {n: {} for n in numbers}
    for entry_id, (table, seat) in seats.items():
        at_table[table][seat] = entry_id
    drawn = next_draw(tournament.pk)
    buttons = draw.record_buttons(
        master=drawn.master,
        tournament=drawn.tournament,
        number=drawn.number,
        tables={n: list(taken) for n, taken in at_table.items()},
    )
    button_draw_number = keep(drawn, record_=buttons, at=at, command_id=command_id)
    marks = {
        table: button.first_hand(button=seat, occupied=list(at_table[table]), seats_per_table=per_table)
        if len(at_table[table]) >= 2
        else None
        for table, seat in buttons.result["buttons"]
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_table (tournament_id, room_id, number, seats, state, players, break_order,"
            " button_seat, small_blind_seat, small_blind_spot, big_blind_seat, positions_at, final)"
            " SELECT %s, %s, n, %s, 'open', p, %s + 1 - i, b, s, s, bb,"
            " CASE WHEN b IS NULL THEN NULL ELSE %s::timestamptz END, false"
            " FROM unnest(%s::int[], %s::int[], %s::int[], %s::int[], %s::int[])"
            " WITH ORDINALITY AS v(n, p, b, s, bb, i) ORDER BY i"
            " RETURNING number, id",
            [
                tournament.pk,
                room_of(tournament),
                per_table,
                count,
                at,
                numbers,
                [len(at_table[n]) for n in numbers],
                [m.button if (m := marks[n]) else None for n in numbers],
                [m.small_blind if (m := marks[n]) else None for n in numbers],
                [m.big_blind if (m := marks[n]) else None for n in numbers],
            ],
        )
        table_ids = dict(cursor.fetchall())
        chairs = [
            (table_ids[n], seat, at_table[n].get(seat)) for n in numbers for seat in range(1, per_table + 1)
        ]
        cursor.execute(
            "INSERT INTO tables_seat (table_id, number, entry_id, since, waits_for_button, away)"
            " SELECT t, n, e, CASE WHEN e IS NULL THEN NULL ELSE %s::timestamptz END, false, false"
            " FROM unnest(%s::bigint[], %s::int[], %s::bigint[]) AS v(t, n, e)",
            [at, [c[0] for c in chairs], [c[1] for c in chairs], [c[2] for c in chairs]],
        )
    return InitialSeating(
        tables=count,
        seats=seats,
        draw_number=draw_number,
        button_draw_number=button_draw_number,
        chips_issued=issue_stacks(tournament, entry_ids=entry_ids),
    )
