"""Seats for those who come after the start. Needs an open command that holds the Field row."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from dispatch.commands import record
from rules import draw
from tables.facts import AlternatesSeated
from tables.models import MoveReason, Table, TableState
from tables.operations.draws import keep, next_draw
from tables.operations.opening import open_table
from tables.operations.seating import Seated, Target, lock_table, relocate, take_slot
from tables.operations.starting import issue_stacks
from tables.queries.seats import Sitter, free_seats, waits
from tournaments.models import Entry, EntryState, Field, Tournament

_DRAWN_AS = {
    MoveReason.ALTERNATE: draw.DrawKind.ALTERNATES_SEATED,
    MoveReason.BALANCE: draw.DrawKind.BALANCE,
    MoveReason.CORRECTION: draw.DrawKind.BALANCE,
}


def draw_late_seat(
    tournament: Tournament,
    *,
    entry: Entry,
    kind: MoveReason | str,
    at: datetime,
    command_id: uuid.UUID,
    over_capacity: bool = False,
) -> Seated | None:
    """Draw a seat for a newcomer and sit him down; None when no seat is free and no table may be opened.

    kind: the MoveReason written down (late_entry, alternate, undo; anything else is a late entry). The entry
    becomes PLAYING; players_left and chips_issued of the Field are the caller's to raise. The seat is drawn by the public procedure: a table
    among those with fewest players, then one of its seats. When all are full another table opens, as long as
    the room's capacity allows.
    Rule: ADTP.8A, SCPT.H
    """
    reason = MoveReason(kind) if kind in MoveReason.values else MoveReason.LATE_ENTRY
    full = tournament.capacity is not None and _seated(tournament.pk) >= tournament.capacity
    if full and not over_capacity:
        return None
    shortest = _shortest(tournament.pk)
    if not shortest:
        if (
            full
            or Table.objects.filter(tournament_id=tournament.pk, final=True)
            .exclude(state=TableState.BROKEN)
            .exists()
        ):
            return None
        opened = open_table(tournament)
        shortest = [_Short(opened.pk, opened.number, opened.players)]
    drawn = next_draw(tournament.pk)
    seed = draw.seed_for(master=drawn.master, tournament=drawn.tournament, number=drawn.number)
    # Which table falls does not depend on the seats: only the drawn one's are read.
    number, _ = draw.draw_one(
        seed=seed,
        tables=[draw.OpenTable(table=t.number, players=t.players, free_seats=(1,)) for t in shortest],
    )
    table = lock_table(tournament.pk, table_number=number)
    free, occupied = free_seats([table])[table.pk]
    made = draw.record_one(
        master=drawn.master,
        tournament=drawn.tournament,
        number=drawn.number,
        kind=_DRAWN_AS.get(reason, draw.DrawKind.LATE_ENTRY),
        participant=entry.pk,
        tables=[
            draw.OpenTable(
                table=t.number, players=t.players, free_seats=tuple(free) if t.pk == table.pk else (1,)
            )
            for t in shortest
        ],
    )
    draw_number = keep(drawn, record_=made, at=at, command_id=command_id)
    _, seat = made.seats[entry.pk]
    waiting = waits(table, occupied=occupied, seat=seat)
    relocate(
        tournament.pk,
        moves=[
            (
                Sitter(entry_id=entry.pk, player_id=entry.player_id, name=entry.player.public_name),
                Target(
                    table_id=table.pk,
                    table_number=table.number,
                    seat_number=seat,
                    waits_for_button=waiting,
                    draw_number=draw_number,
                ),
            )
        ],
        reason=reason,
        rule="ADTP.8A",
        at=at,
        command_id=command_id,
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_entry SET state = 'playing' WHERE id = %s", [entry.pk])
    entry.state = EntryState.PLAYING
    return Seated(
        entry_id=entry.pk,
        table_number=table.number,
        seat_number=seat,
        draw_number=draw_number,
        waits_for_button=waiting,
    )


def _seated(tournament_id: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT players_left FROM tournaments_field WHERE tournament_id = %s", [tournament_id])
        return int(cursor.fetchone()[0])


class _Short(NamedTuple):
    """A table that takes a newcomer: what the draw asks of it."""

    pk: int
    number: int
    players: int


_ROOM = "FROM tables_table WHERE tournament_id = %s AND state <> 'broken' AND players < seats"


def _shortest(tournament_id: int) -> list[_Short]:
    """The tables with fewest players that have a free seat, by number."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, number, players {_ROOM}"
            f" AND players = (SELECT players {_ROOM} ORDER BY players LIMIT 1) ORDER BY number",
            [tournament_id, tournament_id],
        )
        return [_Short(*row) for row in cursor.fetchall()]


def seat_waiting(tournament: Tournament, *, at: datetime, command_id: uuid.UUID) -> list[Seated]:
    """Seat alternates where seats are free, in the order of their line, each by draw and with a full stack. Updates the
    Field's counts.

    Rule: SCPT.H
    """
    field = Field.objects.get(pk=tournament.pk)
    seated: list[Seated] = []
    while field.waiting > 0:
        entry = (
            Entry.objects.select_for_update(of=("self",))
            .select_related("player")
            .filter(tournament_id=tournament.pk, state=EntryState.WAITING)
            .order_by("id")
            .first()
        )
        if entry is None:
            break
        at_seat = draw_late_seat(
            tournament, entry=entry, kind=MoveReason.ALTERNATE, at=at, command_id=command_id
        )
        if at_seat is None:
            break
        take_slot(tournament, entry_id=entry.pk)
        stack = issue_stacks(tournament, entry_ids=[entry.pk])
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tournaments_field SET waiting = waiting - 1, players_left = players_left + 1,"
                " chips_issued = chips_issued + %s WHERE tournament_id = %s",
                [stack, tournament.pk],
            )
        field.waiting -= 1
        seated.append(at_seat)
    if seated:
        record(
            AlternatesSeated(
                tournament_id=tournament.pk, entries=[s.entry_id for s in seated], waiting=field.waiting
            )
        )
    return seated
