"""Sitting down and getting up. Every function needs an open command that holds the Field row of the tournament.

Seats, the tables' player counts and the moves are kept together here; the counts of the Field (players left,
chips, waiting) belong to the caller, except where a docstring says otherwise.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from dispatch import prepared
from dispatch.commands import record
from dispatch.rows import read_one
from rules.refusals import N_, Refused
from tables.facts import PlayerSeated, TableResumed
from tables.models import MoveReason, Seat, Table, TableState
from tables.queries.seats import Sitter, fullest_count, sitters
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Where somebody sits now. draw_number: the public draw that said so; None when no draw did."""

    entry_id: int
    table_number: int
    seat_number: int
    draw_number: int | None
    waits_for_button: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A seat to go to."""

    table_id: int
    table_number: int
    seat_number: int
    waits_for_button: bool = False
    draw_number: int | None = None


def lock_table(tournament_id: int, *, table_number: int) -> Table:
    """Lock the table and return it. Refusals: ``no_such_table``, ``table_is_broken``."""
    table = read_one(
        Table,
        where="WHERE tournament_id = %s AND number = %s FOR UPDATE",
        values=[tournament_id, table_number],
    )
    if table is None:
        raise Refused("no_such_table", N_("There is no table %(table)s."), table=table_number)
    if table.state == TableState.BROKEN:
        raise Refused(
            "table_is_broken", N_("Table %(table)s is already broken."), rule="ADTP.10", table=table_number
        )
    return table


def relocate(
    tournament_id: int,
    *,
    moves: Sequence[tuple[Sitter, Target]],
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
        record(
            PlayerSeated(
                tournament_id=tournament_id,
                player_id=sitter.player_id,
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
            )
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
            return seat_taken(
                target.table_number, seat=target.seat_number, name=seat.entry.player.public_name
            )
    raise AssertionError("a seat was named twice")


def seat_taken(table: int, *, seat: int, name: str) -> Refused:
    return Refused(
        "seat_taken",
        N_("Seat %(seat)s at table %(table)s is taken: %(player)s sits there. Choose another seat."),
        rule="ADTP.7",
        table=table,
        seat=seat,
        player=name,
    )


def clear_seat(entry: Entry, *, at: datetime) -> tuple[int, int] | None:  # noqa: ARG001 - like its siblings
    """Take an entry off its seat; returns (table number, seat number), None when it had no seat. Frees its slot too."""
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


def take_slot(tournament: Tournament, *, entry_id: int) -> bool:
    """Take one of the limited seats of the room for an entry; False when all are taken. True where there is no limit."""
    if tournament.capacity is None:
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_slot SET entry_id = %s WHERE id = (SELECT id FROM tournaments_slot"
            " WHERE tournament_id = %s AND entry_id IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)",
            [entry_id, tournament.pk],
        )
        return bool(cursor.rowcount)


def resume_filled(tournament: Tournament, *, short_by: int) -> list[int]:
    """Resume tables that were halted and are no longer that short. Returns their numbers.

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
        record(TableResumed(tournament_id=tournament.pk, table=table.number, players=table.players))
    return [t.number for t in again]
