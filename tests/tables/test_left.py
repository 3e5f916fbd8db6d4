"""Who left the seats of a table, and where they sit now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.topics import _table
from tables.commands.break_table import break_table
from tables.commands.move_player import move_player
from tables.models import Seat
from tests import cast
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.reenter import reenter
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Elimination, Entry

pytestmark = pytest.mark.django_db


def bust(house, tournament, seat):
    out = {"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}
    cast.say(
        eliminate_players, by=house.ana, at=datetime.now(UTC), tournament_id=tournament,
        table_number=seat.table.number, busts=[out],
    )  # fmt: skip


def test_who_is_in_again_sits_where_the_new_entry_does_and_who_went_out_hours_before_is_not_named():
    house = cast.house()
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.fill(tournament, 14)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    seats = Seat.objects.filter(table__tournament_id=tournament, table__number=2, entry__isnull=False)
    early, late, *others = seats.select_related("table", "entry__player").order_by("number")
    for seat in (early, late, *others[:4]):
        bust(house, tournament, seat)
    Elimination.objects.filter(entry_id=early.entry_id).update(at=datetime.now(UTC) - timedelta(hours=2))
    cast.say(
        reenter, by=house.desi, at=cast.after(minutes=30), method="cash",
        tournament_id=tournament, player_id=late.entry.player_id,
    )  # fmt: skip
    now = Seat.objects.select_related("table").get(entry__player_id=late.entry.player_id)
    if now.table.number == 2:
        free = Seat.objects.filter(table__tournament_id=tournament, table__number=1, entry=None)[0]
        cast.say(
            move_player, by=house.ana, at=datetime.now(UTC), entry_id=now.entry_id,
            table_number=1, seat_number=free.number, reason="correction",
        )  # fmt: skip
        now = Seat.objects.select_related("table").get(entry__player_id=late.entry.player_id)
    told = {one["player"]: (one["to_table"], one["to_seat"]) for one in _table(tournament, 2)["left"]}
    assert told[late.entry.player.public_name] == (1, now.number)
    cast.say(break_table, by=house.ana, at=datetime.now(UTC), tournament_id=tournament, table_number=2)
    told = {one["player"] for one in _table(tournament, 2)["left"]}
    assert others[-1].entry.player.public_name in told
    assert early.entry.player.public_name not in told


def test_at_a_full_table_nobody_asks_who_left(monkeypatch):
    house = cast.house()
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.fill(tournament, 18)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    with CaptureQueriesContext(connection) as asked:
        assert _table(tournament, 1)["left"] == []
    assert not [q["sql"] for q in asked if "tables_move" in q["sql"]]


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


def test_who_waits_in_line_with_another_entry_is_not_out():
    house = cast.house()
    tournament = house.registering("turbo-8max", capacity=12)
    house.fill(tournament, 13)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    seats = Seat.objects.filter(table__tournament_id=tournament, table__number=1, entry__isnull=False)
    first = seats.select_related("table", "entry__player").order_by("number")[0]
    # who waited has the seat that is free, and the room is full again
    bust(house, tournament, first)
    name = first.entry.player.public_name
    assert {one["player"]: one["waits"] for one in _table(tournament, 1)["left"]} == {name: False}
    cast.say(
        reenter, by=house.desi, at=cast.after(minutes=5), method="cash",
        tournament_id=tournament, player_id=first.entry.player_id,
    )  # fmt: skip
    assert Entry.objects.get(player_id=first.entry.player_id, ordinal=2).state == "waiting"
    (told,) = _table(tournament, 1)["left"]
    assert (told["player"], told["to_table"], told["waits"]) == (name, None, True)
