"""Sitting down and getting up. Every function needs an open command that holds the Field row of the tournament.

Seats, the tables' player counts and the moves are kept together here; the counts of the Field (players left,
chips, waiting) belong to the caller, except where a docstring says otherwise.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F, Max

from dispatch import prepared
from dispatch.commands import record
from rules import button, draw
from rules.entries import time_chip, time_chip_until
from rules.policies import from_dict
from rules.refusals import N_, Refused
from tables.facts import AlternatesSeated, PlayerSeated, TableFact, TableOpened, TableResumed
from tables.models import MoveReason, Seat, Table, TableState
from tables.operations import numbering
from tables.operations.draws import keep, next_draw
from tables.queries.numbers import room_of
from tables.queries.seats import Sitter, free_seats, fullest_count, sitters, waits
from tournaments.facts import (
    counts_topic,
    entries_topic,
    player_topic,
    table_topic,
    tables_topic,
    tournament_stream,
)
from tournaments.models import Entry, EntryState, Field, Tournament
from tournaments.queries.floor import read_one

MOST_CHAIRS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Where somebody sits now. draw_number: the public draw that said so; None when no draw did."""

    entry_id: int
    table_number: int
    seat_number: int
    draw_number: int | None
    waits_for_button: bool = False

    def as_dict(self) -> dict[str, Any]:
        return {
            "entry_id": self.entry_id,
            "table_number": self.table_number,
            "seat_number": self.seat_number,
            "draw_number": self.draw_number,
            "waits_for_button": self.waits_for_button,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A seat to go to."""

    table_id: int
    table_number: int
    seat_number: int
    waits_for_button: bool = False
    draw_number: int | None = None


def tell(
    tournament_id: int, fact: TableFact, *, at: datetime, touches: Sequence[str] = (), **audience: str
) -> None:
    """Record a fact of the tables in the tournament's stream."""
    record(
        fact.kind,
        stream=tournament_stream(tournament_id),
        at=at,
        body=fact.body,
        touches=touches,
        **audience,
    )


def lock_table(tournament_id: int, table_number: int) -> Table:
    """The table, locked. Refusals: ``no_such_table``, ``table_is_broken``."""
    table = read_one(
        Table, "WHERE tournament_id = %s AND number = %s FOR UPDATE", [tournament_id, table_number]
    )
    if table is None:
        raise Refused("no_such_table", N_("There is no table %(table)s."), table=table_number)
    if table.state == TableState.BROKEN:
        raise Refused(
            "table_is_broken", N_("Table %(table)s is already broken."), rule="ADTP.10", table=table_number
        )
    return table


# ------------------------------------------------------------------------------------------------ going to seats


def relocate(
    tournament_id: int,
    moves: Sequence[tuple[Sitter, Target]],
    *,
    reason: MoveReason,
    rule: str = "",
    at: datetime,
    command_id: uuid.UUID,
) -> list[int]:
    """Bring people to seats, all at once; returns the ids of the moves in the same order.

    People without a seat sit down. The seats must be free once everybody has got up.
    Refusals: ``seat_taken`` (decided by the database).
    """
    if not moves:
        return []
    leaving = [s.entry_id for s, _ in moves if s.table_id is not None]
    change: dict[int, int] = {}
    for sitter, target in moves:
        if sitter.table_id is not None:
            change[sitter.table_id] = change.get(sitter.table_id, 0) - 1
        change[target.table_id] = change.get(target.table_id, 0) + 1
    with connection.cursor() as cursor:
        if leaving:
            cursor.execute(
                "UPDATE tables_seat SET entry_id = NULL, since = NULL, verified_at = NULL,"
                " waits_for_button = false, away = false WHERE entry_id = ANY(%s)",
                [leaving],
            )
        cursor.execute(
            "UPDATE tables_seat s SET entry_id = v.entry_id, since = %s, verified_at = NULL,"
            " waits_for_button = v.waits, away = v.away"
            " FROM unnest(%s::bigint[], %s::bigint[], %s::int[], %s::bool[], %s::bool[])"
            " AS v(entry_id, table_id, number, waits, away)"
            " WHERE s.table_id = v.table_id AND s.number = v.number AND s.entry_id IS NULL",
            [
                at,
                [s.entry_id for s, _ in moves],
                [t.table_id for _, t in moves],
                [t.seat_number for _, t in moves],
                [t.waits_for_button for _, t in moves],
                [s.away for s, _ in moves],
            ],
        )
        if cursor.rowcount != len(moves):
            raise _taken([t for _, t in moves], {s.entry_id for s, _ in moves})
        changed = sorted((table_id, by) for table_id, by in change.items() if by)
        if changed:
            cursor.execute(
                "UPDATE tables_table t SET players = t.players + v.by"
                " FROM unnest(%s::bigint[], %s::int[]) AS v(id, by) WHERE t.id = v.id",
                [[table_id for table_id, _ in changed], [by for _, by in changed]],
            )
        cursor.execute(
            "INSERT INTO tables_move (tournament_id, entry_id, reason, from_table_number, from_seat_number,"
            " to_table_number, to_seat_number, draw_number, at, command_id)"
            " SELECT %s, e, %s, ft, fs, tt, ts, d, %s, %s FROM unnest(%s::bigint[], %s::int[], %s::int[],"
            " %s::int[], %s::int[], %s::int[]) WITH ORDINALITY AS v(e, ft, fs, tt, ts, d, n) ORDER BY n"
            " RETURNING id",
            [
                tournament_id,
                str(reason.value),
                at,
                command_id,
                [s.entry_id for s, _ in moves],
                [s.table_number for s, _ in moves],
                [s.seat_number for s, _ in moves],
                [t.table_number for _, t in moves],
                [t.seat_number for _, t in moves],
                [t.draw_number for _, t in moves],
            ],
        )
        ids = [int(row[0]) for row in cursor.fetchall()]
    for sitter, target in moves:
        tell(
            tournament_id,
            PlayerSeated(
                entry_id=sitter.entry_id,
                name=sitter.name,
                reason=reason.value,
                from_table=sitter.table_number,
                from_seat=sitter.seat_number,
                table=target.table_number,
                seat=target.seat_number,
                draw_number=target.draw_number,
                waits_for_button=target.waits_for_button,
                rule=rule,
            ),
            at=at,
            touches=[
                player_topic(sitter.player_id, tournament_id),
                tables_topic(tournament_id),
                table_topic(tournament_id, target.table_number),
                *(
                    [table_topic(tournament_id, sitter.table_number)]
                    if sitter.table_number not in (None, target.table_number)
                    else []
                ),
            ],
        )
    return ids


def _taken(targets: Sequence[Target], movers: set[int]) -> Refused:
    for target in targets:
        seat = (
            Seat.objects.filter(table_id=target.table_id, number=target.seat_number)
            .select_related("entry__player")
            .first()
        )
        if seat is None:
            return Refused(
                "no_such_seat",
                N_("Table %(table)s has no seat %(seat)s."),
                table=target.table_number,
                seat=target.seat_number,
            )
        if seat.entry_id is not None and seat.entry_id not in movers and seat.entry is not None:
            return seat_taken(target.table_number, target.seat_number, seat.entry.player.public_name)
    raise AssertionError("a seat was named twice")


def seat_taken(table: int, seat: int, name: str) -> Refused:
    return Refused(
        "seat_taken",
        N_("Seat %(seat)s at table %(table)s is taken: %(player)s sits there. Choose another seat."),
        rule="ADTP.7",
        table=table,
        seat=seat,
        player=name,
    )


def clear_seat(entry: Entry, at: datetime) -> tuple[int, int] | None:  # noqa: ARG001 - like its siblings
    """The entry gets up; returns (table number, seat number), None when it had no seat. Frees its slot too."""
    found = sitters(entry_ids=[entry.pk])
    if not found:
        return None
    clear_seats(found)
    return found[0].table_number or 0, found[0].seat_number or 0


def clear_seats(leaving: Sequence[Sitter], *, limited: bool = True) -> None:
    """Empty the seats of people who are out, and count them off their tables.

    limited: the tournament has a capacity, so the slots are free again."""
    ids = [s.entry_id for s in leaving]
    prepared.rows(
        "WITH left_seats AS (UPDATE tables_seat SET entry_id = NULL, since = NULL, verified_at = NULL,"
        " waits_for_button = false, away = false WHERE entry_id = ANY(%s::bigint[]) RETURNING table_id)"
        " UPDATE tables_table t SET players = t.players - l.n"
        " FROM (SELECT table_id, count(*) AS n FROM left_seats GROUP BY table_id) l WHERE t.id = l.table_id",
        [ids],
    )
    if limited:
        prepared.rows("UPDATE tournaments_slot SET entry_id = NULL WHERE entry_id = ANY(%s::bigint[])", [ids])


def take_slot(tournament: Tournament, entry_id: int) -> bool:
    """One of the limited seats of the room for an entry; False when all are taken. True where there is no limit."""
    if tournament.capacity is None:
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_slot SET entry_id = %s WHERE id = (SELECT id FROM tournaments_slot"
            " WHERE tournament_id = %s AND entry_id IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)",
            [entry_id, tournament.pk],
        )
        return bool(cursor.rowcount)


def resume_filled(tournament: Tournament, *, short_by: int, at: datetime) -> list[int]:
    """Tables that were halted and are no longer that short play again. Returns their numbers.

    Rule: ADTP.11D, CASES 11-a"""
    halted = list(
        Table.objects.filter(tournament_id=tournament.pk, state=TableState.HALTED).order_by("number")
    )
    if not halted:
        return []
    fullest = fullest_count(tournament.pk)
    again = [t for t in halted if t.players >= 2 and fullest - t.players < short_by]
    for table in again:
        Table.objects.filter(pk=table.pk).update(state=TableState.OPEN)
        tell(
            tournament.pk,
            TableResumed(table=table.number, players=table.players),
            at=at,
            touches=[tables_topic(tournament.pk), table_topic(tournament.pk, table.number)],
        )
    return [t.number for t in again]


# ------------------------------------------------------------------------------------------------ newcomers


_DRAWN_AS = {
    MoveReason.ALTERNATE: draw.DrawKind.ALTERNATES_SEATED,
    MoveReason.BALANCE: draw.DrawKind.BALANCE,
    MoveReason.CORRECTION: draw.DrawKind.BALANCE,
}


def draw_late_seat(
    tournament: Tournament,
    entry: Entry,
    kind: MoveReason | str,
    at: datetime,
    command_id: uuid.UUID,
    *,
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
        opened = open_table(tournament, at)
        shortest = [_Short(opened.pk, opened.number, opened.players)]
    drawn = next_draw(tournament.pk)
    seed = draw.seed_for(master=drawn.master, tournament=drawn.tournament, number=drawn.number)
    # Which table falls does not depend on the seats: only the drawn one's are read.
    number, _ = draw.draw_one(
        seed=seed,
        tables=[draw.OpenTable(table=t.number, players=t.players, free_seats=(1,)) for t in shortest],
    )
    table = lock_table(tournament.pk, number)
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
    draw_number = keep(drawn, made, at=at, command_id=command_id)
    _, seat = made.seats[entry.pk]
    waiting = waits(table, occupied=occupied, seat=seat)
    relocate(
        tournament.pk,
        [
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


def open_table(tournament: Tournament, at: datetime) -> Table:
    """Open another table. It breaks after those of the order fixed at the start, in order of opening."""
    last = Table.objects.filter(tournament_id=tournament.pk).aggregate(n=Max("break_order"))["n"] or 0
    table = Table.objects.create(
        tournament_id=tournament.pk,
        number=numbering.free_numbers(tournament, 1)[0],
        room_id=room_of(tournament),
        seats=tournament.seats_per_table,
        break_order=last + 1,
    )
    add_chairs(table, range(1, table.seats + 1))
    Field.objects.filter(pk=tournament.pk).update(tables_open=F("tables_open") + 1)
    tell(
        tournament.pk,
        TableOpened(table=table.number, seats=table.seats),
        at=at,
        touches=[tables_topic(tournament.pk), counts_topic(tournament.pk)],
    )
    return table


def add_chairs(table: Table, numbers: Iterable[int]) -> None:
    Seat.objects.bulk_create([Seat(table=table, number=n) for n in numbers])


def add_chair(tournament_id: int) -> bool:
    """One chair more at the final table, for a player who comes back to it; False when there is no room."""
    table = (
        Table.objects.filter(tournament_id=tournament_id, final=True).exclude(state=TableState.BROKEN).first()
    )
    if table is None or table.seats >= MOST_CHAIRS:
        return False
    Table.objects.filter(pk=table.pk).update(seats=F("seats") + 1)
    add_chairs(table, [table.seats + 1])
    return True


def seat_waiting(tournament: Tournament, at: datetime, command_id: uuid.UUID) -> list[Seated]:
    """Alternates take freed seats, in the order of their line, each by draw and with a full stack. Updates the
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
        at_seat = draw_late_seat(tournament, entry, MoveReason.ALTERNATE, at, command_id)
        if at_seat is None:
            break
        take_slot(tournament, entry.pk)
        stack = issue_stacks(tournament, [entry.pk])
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE tournaments_field SET waiting = waiting - 1, players_left = players_left + 1,"
                " chips_issued = chips_issued + %s WHERE tournament_id = %s",
                [stack, tournament.pk],
            )
        field.waiting -= 1
        seated.append(at_seat)
    if seated:
        tell(
            tournament.pk,
            AlternatesSeated(entries=[s.entry_id for s in seated], waiting=field.waiting),
            at=at,
            touches=[entries_topic(tournament.pk), counts_topic(tournament.pk)],
        )
    return seated


def issue_stacks(tournament: Tournament, entry_ids: Sequence[int]) -> int:
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


# ------------------------------------------------------------------------------------------------ the start


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
    entry_ids: Sequence[int],
    *,
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
        numbers = numbering.asked_numbers(tournament, count)
    else:
        numbers = numbering.free_numbers(tournament, count)
    drawn = next_draw(tournament.pk)
    made = draw.record_seats(
        master=drawn.master,
        tournament=drawn.tournament,
        number=drawn.number,
        kind=draw.DrawKind.INITIAL,
        participants=entry_ids,
        seats=draw.seats_of(tables=numbers, seats_per_table=per_table),
    )
    draw_number = keep(drawn, made, at=at, command_id=command_id)
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
    button_draw_number = keep(drawn, buttons, at=at, command_id=command_id)
    marks = {
        table: button.first_hand(button=seat, occupied=list(at_table[table]), seats_per_table=per_table)
        if len(at_table[table]) >= 2
        else None
        for table, seat in buttons.result["buttons"]
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_table (tournament_id, room_id, number, seats, state, players, break_order,"
            " button_seat, small_blind_seat, small_blind_spot, big_blind_seat, final)"
            " SELECT %s, %s, n, %s, 'open', p, %s + 1 - i, b, s, s, bb, false"
            " FROM unnest(%s::int[], %s::int[], %s::int[], %s::int[], %s::int[])"
            " WITH ORDINALITY AS v(n, p, b, s, bb, i) ORDER BY i"
            " RETURNING number, id",
            [
                tournament.pk,
                room_of(tournament),
                per_table,
                count,
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
        chips_issued=issue_stacks(tournament, entry_ids),
    )
