"""Reading a room in tests, and checking that it holds together after every command."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Sum

from tables.models import Seat, Table
from tests import cast
from tournaments.models import Elimination, Entry, Field


def seats(tournament_id: int) -> dict[int, tuple[int, int]]:
    """Entry to (table, seat)."""
    return {
        entry: (table, seat)
        for entry, table, seat in Seat.objects.filter(
            table__tournament_id=tournament_id, entry__isnull=False
        ).values_list("entry_id", "table__number", "number")
    }


def at_table(tournament_id: int, table: int) -> dict[int, int]:
    """Seat to entry."""
    return {seat: e for e, (n, seat) in sorted(seats(tournament_id).items()) if n == table}


def bust(
    house: Any, tournament_id: int, *entries: int, by: Any = None, stacks: Any = None, **more: Any
) -> Any:
    """Put entries of one table out, as Bruno would; the command's result."""
    from tournaments.commands.eliminate_players import eliminate_players

    table = seats(tournament_id)[entries[0]][0]
    stacks = stacks or {}
    return cast.say(
        eliminate_players,
        by=by or house.bruno,
        tournament_id=tournament_id,
        table_number=table,
        busts=[{"entry_id": e, "stack_chips_start": stacks.get(e)} for e in entries],
        **{"at": cast.after(minutes=20), **more},
    )


def name_of(entry_id: int) -> str:
    return str(Entry.objects.get(pk=entry_id).player.public_name)


def holds(tournament_id: int) -> None:
    """Every seat, player, place and chip is accounted for."""
    field = Field.objects.get(pk=tournament_id)
    sitting = seats(tournament_id)
    playing = set(
        Entry.objects.filter(tournament_id=tournament_id, state="playing").values_list("pk", flat=True)
    )
    assert set(sitting) == playing
    assert field.players_left == len(playing)
    assert field.waiting == Entry.objects.filter(tournament_id=tournament_id, state="waiting").count()
    open_tables = Table.objects.filter(tournament_id=tournament_id).exclude(state="broken")
    assert field.tables_open == open_tables.count()
    for table in Table.objects.filter(tournament_id=tournament_id):
        assert table.players == sum(1 for n, _ in sitting.values() if n == table.number)
        assert Seat.objects.filter(table=table).count() == table.seats
    out = Elimination.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
    assert out.count() == Entry.objects.filter(tournament_id=tournament_id, state="out").count()
    assert field.entries_total == len(playing) + field.waiting + out.count()
    # the placed ones fill the lowest places, ties covering as many as share them
    taken: list[int] = []
    for before, tied, n in (
        out.filter(out_before__isnull=False).values_list("out_before", "tied").annotate(n=Count("id"))
    ):
        assert n == tied
        taken += range(before, before + tied)
    assert sorted(taken) == list(range(len(taken)))
    issued = Entry.objects.filter(tournament_id=tournament_id).aggregate(s=Sum("chips_issued"))["s"]
    assert field.chips_issued == issued
    removed = out.aggregate(s=Sum("chips_removed"))["s"] or 0
    assert field.chips_removed == removed
