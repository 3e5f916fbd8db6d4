"""Sitting out once the hand that is played is over: it is played as any other, and the next one is dealt without."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from dispatch.models import Fact
from play.commands.come_back import come_back
from play.commands.sit_out import sit_out
from play.commands.void_hand import void_hand
from play.models import HandAct
from play.queries.payloads import own_payload, table_payload
from tests import cast
from tests.play.event import begun, house

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.68")]


def says(table, command, seat, **more):
    person = table.people[seat]
    return cast.say(
        command, by=person, at=table.now, table_id=table.table_id, player_id=person.player_id, **more
    )


def kept(table, seat):
    return next(one for one in table.row.seats if one["seat"] == seat)


def own(table, seat):
    return own_payload(table_id=table.table_id, player_id=table.people[seat].player_id)


def told(kind):
    return [fact.body for fact in Fact.objects.filter(kind=kind).order_by("id")]


def test_the_hand_is_played_to_its_end_and_the_next_one_is_dealt_without(three):
    seat = three.to_act
    before = three.row
    sat = says(three, sit_out, seat, after_hand=True)
    # who is to act has the time as before, and decides
    assert (sat["at_once"], three.row.due_at, three.row.turn) == (False, before.due_at, before.turn)
    assert (own(three, seat)["rests_next"], own(three, seat)["away"]) == (True, False)
    assert own(three, seat)["options"]
    # nobody else learns of it before it is so
    assert all(not one["away"] for one in table_payload(three.table_id)["seats"])
    assert "rests_next" not in str(table_payload(three.table_id))
    assert told("player_sat_out") == []
    with cast.unchanged():
        says(three, sit_out, seat, after_hand=True)
    three.act("call")
    assert HandAct.objects.latest("id").manner == "player"
    while three.row.stage == "playing":
        three.act("fold")
    three.until("open")
    assert kept(three, seat)["away_since"] == three.now.isoformat() and "rests_next" not in kept(three, seat)
    assert [(one["seat"], one["timed_out"]) for one in told("player_sat_out")] == [(seat, False)]
    assert own(three, seat)["away"] and not own(three, seat)["rests_next"]
    three.due()
    assert seat not in {row[0] for row in three.row.hand["seats"]}


def test_it_is_taken_back_until_then(three):
    seat = three.to_act
    before = three.row
    says(three, sit_out, seat, after_hand=True)
    says(three, come_back, seat)
    assert (three.row.seats, three.row.due_at) == (before.seats, before.due_at)
    assert [one["rests"] for one in told("rest_wished")] == [True, False]
    assert told("player_came_back") == []
    while three.row.stage == "playing":
        three.act("fold")
    three.deal()
    assert seat in {row[0] for row in three.row.hand["seats"]}


def test_who_has_no_part_in_the_hand_sits_out_at_once(three):
    seat = three.to_act
    three.act("fold")
    assert says(three, sit_out, seat, after_hand=True)["at_once"]
    assert kept(three, seat)["away_since"] and told("rest_wished") == []
    # how long the seat is kept is told to who may lose it
    since = datetime.fromisoformat(kept(three, seat)["away_since"])
    told_own = own_payload(table_id=three.table_id, player_id=three.people[seat].player_id)
    assert told_own["kept_until_ms"] == (since + timedelta(minutes=10)).timestamp() * 1000
    other = next(number for number in three.people if number != seat)
    assert (
        own_payload(table_id=three.table_id, player_id=three.people[other].player_id)["kept_until_ms"] is None
    )


def test_who_sits_out_at_once_after_all_does(three):
    seat = three.to_act
    says(three, sit_out, seat, after_hand=True)
    says(three, sit_out, seat)
    assert kept(three, seat)["away_since"] and "rests_next" not in kept(three, seat)
    assert [one["timed_out"] for one in told("player_sat_out")] == [False]


def test_a_hand_that_counts_for_nothing_was_the_last_one_too(three):
    seat = three.to_act
    says(three, sit_out, seat, after_hand=True)
    hand = {"table_id": three.table_id, "number": three.row.hand_number}
    cast.say(void_hand, by=three.house.ana, at=three.now, reason="O baralho falhou", **hand)
    assert kept(three, seat)["away_since"]


@pytest.mark.rule("PT-T.26", "PT-T.27")
def test_in_a_tournament_the_next_hand_is_dealt_and_the_house_acts():
    event = begun(house(), players=3)
    event.due()
    seat = event.to_act
    says(event, sit_out, seat, after_hand=True)
    while event.row.stage == "playing":
        event.act("fold")
    event.until("open")
    assert kept(event, seat)["away_since"]
    own = own_payload(table_id=event.table_id, player_id=event.people[seat].player_id)
    assert own["away"] and own["kept_until_ms"] is None  # nobody loses a seat so
    event.due()
    assert seat in {row[0] for row in event.row.hand["seats"]}


def test_it_is_the_own_seat_alone(three):
    seat = three.to_act
    other = three.people[next(one for one in three.people if one != seat)]
    with cast.refused("forbidden"):
        cast.say(
            sit_out,
            by=other,
            at=three.now,
            table_id=three.table_id,
            player_id=three.people[seat].player_id,
            after_hand=True,
        )
