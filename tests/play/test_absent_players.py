"""Who is not there at a cash table where no hands are dealt: the seat is kept for ten minutes, then the money goes home."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from ledger.models import Transfer
from play import tasks
from play.commands.come_back import come_back
from play.commands.free_absent_seats import free_absent_seats
from play.commands.hold_table import hold_table
from play.commands.join_waiting_list import join_waiting_list
from play.commands.note_line import note_line
from play.commands.release_table import release_table
from play.commands.sit_out import sit_out
from play.models import WaitingPlace
from play.queries.payloads import own_payload
from play.topics import own_cards_topic, played_table_topic
from rules.clock_shown import milliseconds
from tests import cast
from tests.play.cash import known, later, open_cash
from tests.play.conftest import open_one

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.68")]

KEPT = timedelta(minutes=10)


@pytest.fixture
def table():
    return open_cash(seats=2)


def line(table, seat, *, there):
    cast.say(
        note_line,
        by=SYSTEM,
        at=table.now,
        table_id=table.table_id,
        player_id=table.people[seat].player_id,
        there=there,
    )


def hold(table):
    cast.say(hold_table, by=table.house.ana, at=table.now, table_id=table.table_id, reason="luz")


def release(table):
    cast.say(release_table, by=table.house.ana, at=table.now, table_id=table.table_id)


def due(table):
    row = table.row
    return row.due_kind, row.due_at


@pytest.mark.rule("PT-H.7", "PT-H.10")
def test_the_money_of_who_sits_alone_and_is_away_goes_home_after_ten_minutes(table):
    table.sit(1, cents=5_000)
    assert due(table) == ("", None)
    table.say(sit_out, table.people[1])
    assert due(table) == ("free", table.now + KEPT)
    turn = table.row.turn
    later(table, minutes=9, seconds=59)
    with cast.refused("turn_passed"):
        cast.say(free_absent_seats, by=SYSTEM, at=table.now, table_id=table.table_id, turn=turn)
    assert table.due() == "free"
    assert (table.row.seats, table.wallet(1), table.escrow()) == ([], 20_000, 0)
    assert due(table) == ("", None)
    with cast.refused("turn_passed"):
        cast.say(free_absent_seats, by=SYSTEM, at=table.now, table_id=table.table_id, turn=turn)
    table.check()


def test_who_comes_back_in_time_keeps_the_seat(table):
    table.sit(1)
    table.say(sit_out, table.people[1])
    later(table, minutes=9)
    table.say(come_back, table.people[1])
    assert due(table) == ("", None) and table.stack(1) == 10_000
    # and who sits down begins a hand with him
    table.sit(2)
    assert due(table)[0] == "open"


@pytest.mark.rule("PT-H.6")
def test_a_hand_after_which_none_follows_is_taken_from_every_page(table):
    for seat in (1, 2):
        table.sit(seat)
    table.deal()
    table.say(sit_out, table.people[2])
    table.until("close")
    names = [played_table_topic(table.table_id), own_cards_topic(table.people[1].player_id, table.table_id)]
    before = topics.read(names)
    assert before[names[0]].payload["stage"] == "showing" and before[names[1]].payload["cards"]
    table.due()
    after = topics.read(names)
    shown = after[names[0]].payload
    assert (shown["stage"], shown["deals_ms"], shown["board"]) == ("waiting", None, [])
    assert after[names[1]].payload["cards"] == []
    # a fact touches both: under the number of before nobody who follows would hear of it
    told = Fact.objects.get(kind="hand_put_away")
    assert told.body == {"number": 1} and set(names) <= set(told.touches)
    # where one follows, its deal tells it; acted, since who is late a second time in a row takes a rest, and the button is drawn
    table.all_come_back()
    table.deal()
    table.act("fold")
    assert table.due() == "close" and due(table)[0] == "open"
    assert Fact.objects.get(kind="hand_put_away") == told


@pytest.mark.rule("PT-H.73")
def test_where_nobody_is_asked_to_act_a_lost_line_says_that_one_is_not_there(table):
    table.sit(1, cents=5_000)
    line(table, 1, there=False)
    lost = table.now
    assert due(table) == ("free", lost + KEPT)
    later(table, minutes=5)
    line(table, 1, there=True)
    assert due(table) == ("", None)
    line(table, 1, there=False)
    table.due()
    assert table.now == lost + timedelta(minutes=15)
    assert (table.row.seats, table.wallet(1)) == ([], 20_000)
    table.check()


def test_where_hands_are_dealt_a_lost_line_costs_no_seat(table):
    for seat in (1, 2):
        table.sit(seat)
    line(table, 1, there=False)
    assert due(table)[0] == "open"
    row = table.row
    row.seats[0]["lost_at"] = (table.now - timedelta(minutes=11)).isoformat()
    row.save(update_fields=["seats"])
    table.deal()
    table.fold_out()
    assert len(table.row.seats) == 2 and due(table)[0] == "open"
    table.check()


def test_both_are_away_and_each_goes_at_the_own_time(table):
    for seat in (1, 2):
        table.sit(seat)
    table.say(sit_out, table.people[1])
    first = table.now
    later(table, minutes=3)
    table.say(sit_out, table.people[2])
    assert due(table) == ("free", first + KEPT)
    table.due()
    assert [one["seat"] for one in table.row.seats] == [2]
    assert due(table) == ("free", first + timedelta(minutes=13))
    table.due()
    assert (table.row.seats, table.escrow()) == ([], 0)
    table.check()


@pytest.mark.rule("PT-H.6")
def test_the_seat_that_is_free_then_is_offered_to_who_waits(table):
    for seat in (1, 2):
        table.sit(seat)
    rui = known(table.house, "Rui", cents=5_000)
    table.say(join_waiting_list, rui)
    table.say(sit_out, table.people[1])
    table.due()
    assert WaitingPlace.objects.get().offered_until == table.now + timedelta(seconds=30)
    table.buy_in(rui, seat=1, cents=5_000)
    assert due(table)[0] == "open"
    table.check()


def test_while_the_house_holds_the_table_the_time_stands(table):
    table.sit(1)
    table.say(sit_out, table.people[1])
    free_from = table.now + KEPT
    later(table, minutes=2)
    hold(table)
    with cast.refused("table_held"):
        cast.say(free_absent_seats, by=SYSTEM, at=free_from, table_id=table.table_id, turn=table.row.turn)
    later(table, minutes=30)
    release(table)
    assert due(table) == ("free", free_from + timedelta(minutes=30))
    table.due()
    assert table.wallet(1) == 20_000
    table.check()


@pytest.mark.rule("PT-H.72")
def test_where_hands_are_dealt_nobody_is_away_for_as_long_as_the_house_holds_the_table():
    table = open_cash()
    for seat in (1, 2, 3):
        table.sit(seat)
    table.say(sit_out, table.people[3])
    free_from = table.now + KEPT
    later(table, minutes=2)
    hold(table)
    later(table, minutes=30)
    # nor is the seat another's meanwhile
    rui = known(table.house, "Rui", cents=5_000)
    with cast.refused("seat_taken"):
        table.buy_in(rui, seat=3, cents=5_000)
    release(table)
    table.deal()
    table.fold_out()
    assert [one["seat"] for one in table.row.seats] == [1, 2, 3]
    own = own_payload(table_id=table.table_id, player_id=table.people[3].player_id)
    assert own["kept_until_ms"] == milliseconds(free_from + timedelta(minutes=30))
    table.check()


@pytest.mark.rule("PT-H.72")
@pytest.mark.parametrize("goes", ["rests", "line"])
@pytest.mark.parametrize("meanwhile", [False, True])
def test_after_a_hold_the_seat_is_kept_as_long_whoever_comes_and_goes(goes, meanwhile):
    table = open_cash()
    table.sit(1)
    if meanwhile:
        hold(table)
        later(table, minutes=5)
    if goes == "rests":
        table.say(sit_out, table.people[1])
    else:
        line(table, 1, there=False)
    if not meanwhile:
        later(table, minutes=5)
        hold(table)
    later(table, minutes=30)
    release(table)
    # five minutes had gone by as the table was held, or none
    free_from = table.now + timedelta(minutes=10 if meanwhile else 5)
    assert due(table) == ("free", free_from)
    table.sit(2)
    table.leave(2)
    assert due(table) == ("free", free_from)
    assert table.due() == "free" and table.now == free_from
    assert (table.row.seats, table.wallet(1), table.escrow()) == ([], 20_000, 0)
    table.check()


def test_the_clock_of_the_tables_brings_it_home_once(table, monkeypatch):
    table.sit(1)
    table.say(sit_out, table.people[1])
    later(table, minutes=10)
    monkeypatch.setattr(tasks, "now", lambda: table.now)
    assert tasks.do_due(table.now) == 1
    assert tasks.do_due(table.now) == 0
    assert Transfer.objects.filter(kind="table_cash_out").count() == 1
    assert table.wallet(1) == 20_000
    table.check()


def test_at_a_demo_table_nothing_is_due_for_who_is_away(table):
    demo = open_one(table.house)
    one = demo.sit(1)
    cast.say(sit_out, by=one, at=demo.now, table_id=demo.table_id, player_id=one.player_id)
    assert demo.row.due_kind == ""
