"""Redrawing all seats. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dispatch.commands import record
from rules import balancing, button, draw
from rules.policies import Policies
from rules.refusals import N_, Refused
from tables.facts import TablesRedrawn
from tables.models import MoveReason, Table, TableState
from tables.operations.breaking import close_table
from tables.operations.draws import keep, next_draw
from tables.operations.opening import add_chairs
from tables.operations.seating import Target, relocate
from tables.queries.seats import free_seats, open_tables, sitters
from tournaments.models import Field, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrawn:
    """After a redraw: the tables in play, how many players, the draw's number."""

    tables: tuple[int, ...]
    players: int
    draw_number: int


def redraw(
    tournament: Tournament,
    *,
    final: bool,
    format: balancing.PlayFormat,
    policies: Policies,
    at: datetime,
    command_id: uuid.UUID,
) -> Redrawn:
    """Draw a new seat for everybody: at as few tables as hold all, or (final) at the one final table.

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
        _fit(staying[0], len(everybody))
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
    number = keep(drawn, record_=made, at=at, command_id=command_id)
    Field.objects.filter(pk=tournament.pk).update(redrawn_with=len(everybody))
    by_number = {t.number: t for t in staying}
    relocate(
        tournament.pk,
        moves=[
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
        close_table(tournament, table=table, at=at)
    if whole:
        _draw_buttons(tournament, staying, made.seats, at=at, command_id=command_id)
    record(
        TablesRedrawn(
            tournament_id=tournament.pk,
            closed=[t.number for t in tables[count:]],
            final=final,
            players=len(everybody),
            tables=[t.number for t in staying],
            draw_number=number,
        )
    )
    return Redrawn(tables=tuple(t.number for t in staying), players=len(everybody), draw_number=number)


def _fit(table: Table, players: int) -> None:
    """Give the final table the chairs that its players need beyond its own: nobody is drawn at a ninth chair of a table for eight
    with eight left. Rule: ADTP.P9"""
    if players > table.seats:
        Table.objects.filter(pk=table.pk).update(seats=players)
        add_chairs(table, numbers=range(table.seats + 1, players + 1))
        table.seats = players


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
    keep(drawn, record_=made, at=at, command_id=command_id)
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
            positions_at=at,
        )
