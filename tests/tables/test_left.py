"""Who left the seats of a table, and where they sit now."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from config.topics import _table
from tables.commands.break_table import break_table
from tables.models import Seat
from tests import cast
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.start_tournament import start_tournament

pytestmark = pytest.mark.django_db


def bust(house, tournament, seat):
    out = {"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}
    cast.say(
        eliminate_players, by=house.ana, at=datetime.now(UTC), tournament_id=tournament,
        table_number=seat.table.number, busts=[out],
    )  # fmt: skip


def test_a_broken_table_names_where_each_player_sits_and_an_open_one_who_went_out_lately():
    house = cast.house()
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.fill(tournament, 14)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    seats = Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
    seats = list(seats.select_related("table", "entry__player").order_by("table__number", "number"))
    first, second = ([s for s in seats if s.table.number == n] for n in (1, 2))
    for seat in first[:5]:
        bust(house, tournament, seat)
    told = _table(tournament, 1)["left"]
    assert [(one["seat"], one["player"], one["to_table"]) for one in told] == [
        (s.number, s.entry.player.public_name, None) for s in first[:5]
    ]
    cast.say(break_table, by=house.ana, at=datetime.now(UTC), tournament_id=tournament, table_number=2)
    told = {one["player"]: (one["to_table"], one["to_seat"]) for one in _table(tournament, 2)["left"]}
    now = Seat.objects.filter(entry_id__in=[s.entry_id for s in second]).select_related(
        "table", "entry__player"
    )
    assert told == {s.entry.player.public_name: (s.table.number, s.number) for s in now} and len(told) == len(
        second
    )
