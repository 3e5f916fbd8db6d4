"""Who sits where, which seats are free, and what the marks mean for a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dispatch import prepared
from rules import button
from tables.models import Table, TableState


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat (or without one: table_id None), as read before moving; in the order of _SITTERS."""

    entry_id: int
    player_id: int
    name: str
    table_id: int | None = None
    table_number: int | None = None
    seat_number: int | None = None
    away: bool = False


_SITTERS = """
SELECT s.entry_id, e.player_id, p.public_name, s.table_id, t.number, s.number, s.away
FROM tables_seat s JOIN tables_table t ON t.id = s.table_id JOIN tournaments_entry e ON e.id = s.entry_id
JOIN people_player p ON p.id = e.player_id
WHERE s.entry_id IS NOT NULL"""


def sitters(
    *, table_ids: Iterable[int] | None = None, entry_ids: Iterable[int] | None = None
) -> list[Sitter]:
    """Return who sits at these tables, or where these entries sit; by table and seat."""
    where, values = "", []
    if table_ids is not None:
        where += " AND s.table_id = ANY(%s::bigint[])"
        values.append(list(table_ids))
    if entry_ids is not None:
        where += " AND s.entry_id = ANY(%s::bigint[])"
        values.append(list(entry_ids))
    return [Sitter(*row) for row in prepared.rows(_SITTERS + where + " ORDER BY t.number, s.number", values)]


def open_tables(tournament_id: int) -> list[Table]:
    """Return the tables that are not broken, by number."""
    return list(
        Table.objects.filter(tournament_id=tournament_id).exclude(state=TableState.BROKEN).order_by("number")
    )


class InPlay(NamedTuple):
    """A table that is not broken: what breaking another one asks of it."""

    pk: int
    number: int
    seats: int
    players: int


def tables_in_play(tournament_id: int) -> list[InPlay]:
    """Return as `open_tables`, but only what counts people."""
    found = prepared.rows(
        "SELECT id, number, seats, players FROM tables_table WHERE tournament_id = %s AND NOT state = 'broken'"
        " ORDER BY number",
        [tournament_id],
    )
    return [InPlay(*row) for row in found]


def seats_free(table_ids: Sequence[int]) -> dict[int, list[int]]:
    """Return the free seats of each table, by table id."""
    found: dict[int, list[int]] = {table_id: [] for table_id in table_ids}
    for table_id, number in prepared.rows(
        "SELECT table_id, number FROM tables_seat WHERE table_id = ANY(%s::bigint[]) AND entry_id IS NULL"
        " ORDER BY number",
        [list(table_ids)],
    ):
        found[table_id].append(number)
    return found


def free_seats(tables: Sequence[Table]) -> dict[int, tuple[list[int], list[int]]]:
    """Return (free seats, occupied seats) of each table, by table id."""
    found: dict[int, tuple[list[int], list[int]]] = {table.pk: ([], []) for table in tables}
    for table_id, number, entry_id in prepared.rows(
        "SELECT table_id, number, entry_id FROM tables_seat WHERE table_id = ANY(%s::bigint[]) ORDER BY number",
        [list(found)],
    ):
        found[table_id][0 if entry_id is None else 1].append(number)
    return found


def fullest_count(tournament_id: int) -> int:
    """Return players at the fullest table."""
    found = (
        Table.objects.filter(tournament_id=tournament_id)
        .exclude(state=TableState.BROKEN)
        .order_by("-players")
        .values_list("players", flat=True)
        .first()
    )
    return found or 0


def positions_of(table: Table) -> button.Positions | None:
    """Return the marks of the last hand, as the floor recorded them; None where nobody did."""
    if table.button_seat is None or table.big_blind_seat is None:
        return None
    spot = table.small_blind_spot
    if spot is None:
        spot = table.small_blind_seat
    if spot is None:
        return None
    return button.Positions(
        button=table.button_seat,
        small_blind=table.small_blind_seat,
        small_blind_spot=spot,
        big_blind=table.big_blind_seat,
    )


def waits(table: Table, *, occupied: Sequence[int], seat: int) -> bool:
    """Return whether a player who takes this seat waits until the button has passed. Rule: ADTP.8A, ADTP.10"""
    marks = positions_of(table)
    if marks is None or not occupied:
        return False
    return (
        button.landing(previous=marks, occupied=occupied, seat=seat, seats_per_table=table.seats)
        is button.Landing.WAITS
    )
