"""Tables that are opened, chairs that are added. Needs an open command that holds the Field row."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F, Max

from dispatch.commands import record
from tables.facts import TableOpened
from tables.models import Seat, Table, TableState
from tables.operations import numbering
from tables.queries.numbers import room_of
from tournaments.models import Field, Tournament

MOST_CHAIRS = 10


def open_table(tournament: Tournament) -> Table:
    """Open another table. It breaks after those of the order fixed at the start, in order of opening."""
    last = Table.objects.filter(tournament_id=tournament.pk).aggregate(n=Max("break_order"))["n"] or 0
    table = Table.objects.create(
        tournament_id=tournament.pk,
        number=numbering.free_numbers(tournament, how_many=1)[0],
        room_id=room_of(tournament),
        seats=tournament.seats_per_table,
        break_order=last + 1,
    )
    add_chairs(table, numbers=range(1, table.seats + 1))
    Field.objects.filter(pk=tournament.pk).update(tables_open=F("tables_open") + 1)
    record(TableOpened(tournament_id=tournament.pk, table=table.number, seats=table.seats))
    return table


def add_chairs(table: Table, *, numbers: Iterable[int]) -> None:
    Seat.objects.bulk_create([Seat(table=table, number=n) for n in numbers])


def add_chair(tournament_id: int) -> bool:
    """Add one chair at the final table, for a player who comes back to it; False when there is no room."""
    table = (
        Table.objects.filter(tournament_id=tournament_id, final=True).exclude(state=TableState.BROKEN).first()
    )
    if table is None or table.seats >= MOST_CHAIRS:
        return False
    Table.objects.filter(pk=table.pk).update(seats=F("seats") + 1)
    add_chairs(table, numbers=[table.seats + 1])
    return True
