"""Another seat of the same table: between two hands at once, else when the hand is over."""

from __future__ import annotations

import pytest

from dispatch import topics
from dispatch.models import Fact
from ledger.models import Transfer
from play.commands.begin_words import begin_words
from play.commands.change_seat import change_seat
from play.commands.join_waiting_list import join_waiting_list
from play.models import Sitting, WaitingPlace
from tests import cast
from tests.play.cash import known, open_cash
from tests.play.conftest import open_one
from tests.play.test_cash_races import asks, outcomes

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.9")]


@pytest.fixture
def table():
    found = open_cash(seats=4)
    for seat in (1, 2):
        found.sit(seat, cents=5_000)
    return found


def seats(table):
    return {one["player_id"]: one["seat"] for one in table.row.seats}


def of(table, seat):
    return table.people[seat].player_id


def own(table, person):
    return topics.resolve(f"player/{person.player_id}/play/{table.table_id}").payload()


@pytest.mark.rule("PT-H.10")
def test_between_two_hands_one_goes_at_once_with_the_stack(table):
    rui = table.people[1]
    cast.say(
        begin_words,
        by=rui,
        at=table.now,
        table_id=table.table_id,
        player_id=rui.player_id,
        end="ab" * 32,
    )
    assert table.say(change_seat, rui, seat=4) == {
        "table_id": table.table_id,
        "seat": 4,
        "chips": 5_000,
        "at_once": True,
    }
    assert seats(table) == {of(table, 2): 2, rui.player_id: 4} and table.stack(4) == 5_000
    sitting = Sitting.objects.get(player_id=rui.player_id)
    # the money does not move, and the words were of the other seat
    assert (sitting.seat, sitting.brought_chips, sitting.chain) == (4, 5_000, {})
    assert Transfer.objects.filter(kind="table_cash_out").count() == 0
    fact = Fact.objects.get(kind="player_changed_seat")
    assert (fact.body["from_seat"], fact.body["seat"]) == (1, 4)
    table.check()
    table.deal()
    assert {one.seat for one in table.hand.seats} == {2, 4}


def test_only_to_a_seat_that_is_free_and_there(table):
    rui = table.people[1]
    with cast.refused("seat_taken"):
        table.say(change_seat, rui, seat=2)
    with cast.refused("no_such_seat"):
        table.say(change_seat, rui, seat=5)
    eva = known(table.house, "Eva", cents=0)
    with cast.refused("not_at_table"):
        table.say(change_seat, eva, seat=3)
    with cast.refused("forbidden"):
        cast.say(
            change_seat,
            by=table.people[2],
            at=table.now,
            table_id=table.table_id,
            player_id=rui.player_id,
            seat=3,
        )


def test_in_a_hand_one_goes_when_it_is_over(table):
    table.deal()
    rui = table.people[1]
    assert table.say(change_seat, rui, seat=3)["at_once"] is False
    assert (seats(table)[rui.player_id], own(table, rui)["moves_to"]) == (1, 3)
    table.fold_out()
    assert (seats(table)[rui.player_id], own(table, rui)["moves_to"]) == (3, 0)
    table.check()
    table.deal()
    assert {one.seat for one in table.hand.seats} == {2, 3}
    # taken back by choosing the own seat
    table.say(change_seat, rui, seat=1)
    table.say(change_seat, rui, seat=3)
    assert own(table, rui)["moves_to"] == 0


def test_who_finds_the_seat_taken_stays(table):
    table.deal()
    rui, ines = table.people[1], table.people[2]
    table.say(change_seat, rui, seat=3)
    table.say(change_seat, ines, seat=3)
    table.fold_out()
    assert seats(table) == {rui.player_id: 3, ines.player_id: 2}
    assert own(table, ines)["moves_to"] == 0
    told = Fact.objects.filter(kind="seat_wished").order_by("-id").first()
    assert (told.body["seat"], told.body["to_seat"]) == (2, 0)
    assert told.touches == [f"player/{ines.player_id}/play/{table.table_id}"]


@pytest.mark.rule("PT-H.6")
def test_who_was_offered_a_seat_sits_in_the_one_that_is_free_then():
    table = open_cash(seats=2)
    for seat in (1, 2):
        table.sit(seat)
    rui = known(table.house, "Rui", cents=5_000)
    table.say(join_waiting_list, rui)
    table.leave(1)
    table.say(change_seat, table.people[2], seat=1)
    assert WaitingPlace.objects.get().offered_until is not None
    table.buy_in(rui, seat=2, cents=5_000)
    assert {one["seat"] for one in table.row.seats} == {1, 2}
    table.check()


def test_a_seat_at_a_demo_table_too():
    demo = open_one(cast.house())
    one = demo.sit(1)
    cast.say(change_seat, by=one, at=demo.now, table_id=demo.table_id, player_id=one.player_id, seat=7)
    assert [kept["seat"] for kept in demo.row.seats] == [7]


@pytest.mark.django_db(transaction=True)
def test_two_want_the_same_seat_at_once():
    table = open_cash(seats=4)
    people = [table.sit(seat) for seat in (1, 2)]
    done, refused = outcomes(cast.together([asks(change_seat, table, one, seat=4) for one in people]))
    assert len(done) == 1 and refused == ["seat_taken"]
    assert len({one["seat"] for one in table.row.seats}) == 2
    table.check()
