"""The time at tables that a player sets for himself: at its end the hand is played, and the chips go home."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from dispatch.facts import SYSTEM
from people.commands.set_time_limit import set_time_limit
from play.commands.free_absent_seats import free_absent_seats
from play.commands.hold_table import hold_table
from play.commands.leave import leave
from play.commands.release_table import release_table
from play.commands.sit_out import sit_out
from play.models import PlayTable, Sitting
from play.queries.time_played import own_time_ends_at, use_of_time
from tests import cast
from tests.play.cash import later, open_cash
from tests.play.conftest import open_one

pytestmark = pytest.mark.django_db


def hold(table):
    cast.say(hold_table, by=table.house.ana, at=table.now, table_id=table.table_id, reason="luz")


def release(table):
    cast.say(release_table, by=table.house.ana, at=table.now, table_id=table.table_id)


def used(person, table):
    return use_of_time(person.player_id, at=table.now)[0].used_seconds // 60


def limit(person, minutes, *, at, period="day"):
    return cast.say(
        set_time_limit, by=person, at=at, player_id=person.player_id, period=period, minutes=minutes
    )


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_who_has_used_up_the_own_time_plays_the_hand_out_and_goes_home_with_the_stack():
    table = open_cash()
    for seat in (1, 2, 3):
        table.sit(seat)
    later(table, minutes=31)
    table.deal()
    limited = table.people[table.hand.small_blind]
    seat = table.hand.small_blind
    # in the middle of a hand nothing happens
    limit(limited, 30, at=table.now)
    assert Sitting.objects.get(player_id=limited.player_id).left_at is None
    table.fold_out()
    table.deal()
    home = Sitting.objects.get(player_id=limited.player_id)
    assert home.left_at is not None and home.taken_chips == 10_000 - 50
    assert table.wallet(seat) == 20_000 - 50
    assert Sitting.objects.filter(left_at=None).count() == 2
    with cast.refused("time_limit_reached", rule="PT-T.21"):
        table.buy_in(limited, seat=seat, cents=10_000)
    table.check()
    # a longer time waits a day, a shorter one does not; when the day is over there is time again
    limit(limited, 90, at=table.now)
    with cast.refused("time_limit_reached"):
        table.buy_in(limited, seat=seat, cents=10_000)
    uses = {one.period: one for one in use_of_time(limited.player_id, at=table.now)}
    assert (uses["day"].limit_minutes, uses["day"].coming.minutes) == (30, 90)
    assert uses["day"].used_seconds // 60 == 31 and uses["week"].limit_minutes is None
    later(table, minutes=25 * 60)
    table.buy_in(limited, seat=seat, cents=10_000)
    table.check()


@pytest.mark.rule("REGULATIONS 2.10")
def test_a_limit_of_time_is_its_players_own_and_no_longer_than_the_period():
    table = open_cash()
    rui = table.sit(1)
    bad = {"by": rui, "player_id": rui.player_id}
    with cast.refused("bad_minutes"):
        cast.say(set_time_limit, **bad, period="day", minutes=24 * 60 + 1)
    with cast.refused("bad_period"):
        cast.say(set_time_limit, **bad, period="year", minutes=1)
    with cast.refused("forbidden"):
        cast.say(set_time_limit, **bad | {"by": table.house.olga}, period="day", minutes=1)


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_the_end_of_the_own_time_is_known_while_one_sits_there_and_what_is_a_day_old_counts_no_more():
    table = open_cash()
    rui = table.sit(1)
    began = table.now
    assert own_time_ends_at(rui.player_id, at=began) is None
    limit(rui, 60, at=began)
    assert own_time_ends_at(rui.player_id, at=began + timedelta(minutes=20)) == began + timedelta(minutes=60)
    # the strictest holds
    limit(rui, 30, at=began, period="week")
    assert own_time_ends_at(rui.player_id, at=began + timedelta(minutes=20)) == began + timedelta(minutes=30)
    assert own_time_ends_at(rui.player_id, at=began + timedelta(minutes=45)) == began + timedelta(minutes=45)
    # forty minutes of yesterday, which stop counting one by one while he plays today: ten and those
    table.now = began + timedelta(minutes=20)
    table.leave(1)
    other = table.sit(2)
    since = table.now
    limit(other, 50, at=since)
    table.now = since + timedelta(minutes=40)
    table.leave(2)
    table.now = since + timedelta(hours=24)
    table.buy_in(other, seat=3, cents=10_000)
    # all of the forty have gone by before the fifty are full
    assert own_time_ends_at(other.player_id, at=table.now) == table.now + timedelta(minutes=50)
    with cast.unchanged():
        own_time_ends_at(other.player_id, at=table.now)


@pytest.mark.rule("PT-T.21", "PT-H.10", "REGULATIONS 2.10")
def test_who_waits_alone_goes_home_with_the_stack_when_the_own_time_is_used_up():
    table = open_cash()
    rui = table.sit(1, cents=5_050)
    assert (table.row.due_kind, table.row.due_at) == ("", None)
    ends = table.now + timedelta(minutes=60)
    limit(rui, 60, at=table.now)
    assert (table.row.due_kind, table.row.due_at) == ("free", ends)
    # a shorter time holds at once, a longer one in a day
    later(table, minutes=10)
    ends = ends - timedelta(minutes=30)
    limit(rui, 30, at=table.now)
    limit(rui, 90, at=table.now)
    assert (table.row.due_kind, table.row.due_at) == ("free", ends)
    table.now = ends - timedelta(milliseconds=1)
    with cast.refused("turn_passed"):
        cast.say(free_absent_seats, by=SYSTEM, at=table.now, table_id=table.table_id, turn=table.row.turn)
    table.now = ends
    assert table.due() == "free"
    assert (table.row.seats, table.wallet(1), table.escrow()) == ([], 20_000, 0)
    assert (table.row.due_kind, table.row.due_at) == ("", None)
    home = Sitting.objects.get()
    assert (home.left_at, home.taken_chips, home.absent) == (ends, 5_050, False)
    table.check()


@pytest.mark.rule("PT-H.7", "REGULATIONS 2.10")
def test_who_comes_has_the_hand_dealt_and_who_is_left_alone_is_waited_for_no_longer_than_the_own_time():
    table = open_cash()
    rui = table.sit(1)
    limit(rui, 60, at=table.now)
    ends = table.now + timedelta(minutes=60)
    eva = table.sit(2)
    assert table.row.due_kind == "open"
    limit(eva, 20, at=table.now)
    later(table, minutes=19, seconds=59)
    table.deal()
    later(table, seconds=2)
    table.fold_out()
    assert [one["seat"] for one in table.row.seats] == [1]
    assert (table.row.due_kind, table.row.due_at) == ("free", ends)
    # of who is away first, and whose time ends first, the first one counts
    table.say(sit_out, rui)
    assert table.row.due_at == table.now + timedelta(minutes=10)
    table.check()


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_the_end_is_known_at_once_where_little_is_left_while_yesterdays_time_stops_counting():
    table = open_cash()
    rui, began = table.sit(1), table.now
    limit(rui, 60, at=began)
    assert table.due() == "free" and table.now == began + timedelta(minutes=60)
    # one second is free again, and stays so as long as yesterday's hour goes by
    table.now = began + timedelta(hours=24, seconds=1)
    table.buy_in(rui, seat=1, cents=10_000)
    ends = began + timedelta(hours=25, seconds=1)
    assert own_time_ends_at(rui.player_id, at=table.now) == ends
    assert (table.row.due_kind, table.row.due_at) == ("free", ends)
    assert table.due() == "free" and table.row.seats == []
    table.check()


@pytest.mark.rule("PT-H.72", "PT-T.21", "REGULATIONS 2.10")
def test_time_that_a_table_is_held_is_no_time_played_and_nobody_loses_a_seat_for_it():
    table = open_cash()
    rui, eva = table.sit(1), table.sit(2)
    limit(rui, 60, at=table.now)
    later(table, minutes=50)
    table.deal()
    hold(table)
    later(table, minutes=30)
    assert used(rui, table) == used(eva, table) == 50
    # a shorter limit that is set meanwhile counts the time played, too
    limit(eva, 55, at=table.now)
    later(table, minutes=30)
    release(table)
    assert used(rui, table) == used(eva, table) == 50
    table.fold_out()
    assert [one["seat"] for one in table.row.seats] == [1, 2] and table.row.due_kind == "open"
    # and whoever goes while it stands has played until it was held
    later(table, minutes=2)
    spent = used(rui, table)
    hold(table)
    later(table, minutes=90)
    table.say(leave, rui)
    assert used(rui, table) == spent
    release(table)
    later(table, minutes=200)
    assert used(rui, table) == spent
    table.check()


@pytest.mark.rule("PT-H.72", "PT-H.10", "REGULATIONS 2.10")
def test_who_waits_alone_at_a_held_table_has_the_rest_of_the_own_time_once_it_goes_on():
    table = open_cash()
    rui, began = table.sit(1, cents=5_050), table.now
    limit(rui, 60, at=began)
    later(table, minutes=20)
    hold(table)
    later(table, minutes=100)
    # of thirty minutes ten are left, and none of them has gone by
    limit(rui, 30, at=table.now)
    later(table, minutes=100)
    assert own_time_ends_at(rui.player_id, at=table.now) == table.now + timedelta(minutes=10)
    release(table)
    ends = began + timedelta(minutes=230)
    assert (table.row.due_kind, table.row.due_at) == ("free", ends)
    assert own_time_ends_at(rui.player_id, at=table.now) == ends
    assert table.due() == "free" and table.now == ends
    assert (table.row.seats, table.wallet(1), table.escrow()) == ([], 20_000, 0)
    table.check()


@pytest.mark.rule("PT-H.72", "PT-H.10", "REGULATIONS 2.10")
def test_what_is_played_elsewhere_while_a_table_is_held_is_less_of_the_own_time_once_it_goes_on():
    table = open_cash()
    other = open_cash(table.house)
    rui = table.sit(1, cents=5_000)
    other.buy_in(rui, seat=1, cents=5_000)
    limit(rui, 60, at=table.now)
    ends = table.now + timedelta(minutes=60)
    later(table, minutes=20)
    hold(table)
    later(table, minutes=30)
    release(table)
    assert used(rui, table) == 50
    for one in (table, other):
        assert (one.row.due_kind, one.row.due_at) == ("free", ends)
        assert one.due() == "free" and one.row.seats == []
    assert table.wallet(1) == 20_000
    table.check()


@pytest.mark.rule("PT-H.10", "REGULATIONS 2.10")
def test_a_table_that_is_held_over_an_upgrade_is_looked_at_as_soon_as_it_goes_on():
    table = open_cash()
    table.sit(1)
    later(table, minutes=5)
    hold(table)
    import_module("play.migrations.0031_look_at_who_waits").look(apps, None)
    assert (table.row.due_kind, table.row.due_at) == ("free", table.now)


@pytest.mark.rule("PT-H.10", "REGULATIONS 2.10")
def test_who_waited_alone_before_an_upgrade_is_looked_at_once_and_has_the_rest_of_the_own_time():
    table, empty = open_cash(), open_cash()
    rui = table.sit(1)
    demo = open_one(table.house)
    demo.sit(1, "Eva")
    limit(rui, 60, at=table.now)
    ends = table.now + timedelta(minutes=60)
    # as a table stood that had been left waiting when nothing was due there
    PlayTable.objects.update(due_kind="", due_at=None)
    import_module("play.migrations.0031_look_at_who_waits").look(apps, None)
    assert (demo.row.due_kind, empty.row.due_kind, table.row.due_kind) == ("", "", "free")
    PlayTable.objects.filter(pk=table.table_id).update(due_at=table.now)
    assert table.due() == "free" and [one["seat"] for one in table.row.seats] == [1]
    assert (table.row.due_kind, table.row.due_at) == ("free", ends)
    assert table.due() == "free" and (table.row.seats, table.wallet(1)) == ([], 20_000)
    table.check()
