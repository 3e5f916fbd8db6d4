"""Whom a table waits for: who was seated by the house and is not there, or whose line went; told to that player's other pages alone."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from dispatch.topics import Listener
from play.commands.come_back import come_back
from play.commands.expire_offer import expire_offer
from play.commands.hold_table import hold_table
from play.commands.join_waiting_list import join_waiting_list
from play.commands.leave import leave
from play.commands.note_line import note_line
from play.commands.release_table import release_table
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.models import PlayTable, WaitingPlace
from play.queries.awaited import tables_payload
from play.queries.payloads import table_payload
from play.queries.tables import line_changes
from play.tasks import line_seen
from play.topics import own_tables_topic
from rules import hands
from rules.clock_shown import milliseconds
from rules.online import OFFER_STANDS
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import known, open_cash
from tests.play.conftest import AtTable, open_one
from tests.play.event import Event, begun, house
from tournaments.commands.cancel_tournament import cancel_tournament

NOBODY: dict[str, Any] = {"tables": []}


@pytest.fixture
def event(db) -> Event:
    return begun(house(), players=3, name="Sit das nove")


def waits(event: Event, *, lost: bool) -> dict[str, Any]:
    row = event.row
    one = {"table_id": row.pk, "name": "Sit das nove", "table_number": row.table_number, "lost": lost}
    return {"tables": [one | {"offered": False, "until_ms": None, "then_ms": []}]}


@pytest.mark.rule("PT-T.26", "PT-T.47")
def test_a_table_waits_for_each_of_its_players_until_he_is_there_and_again_when_his_line_goes(event):
    for person in event.people.values():
        assert tables_payload(person.player_id) == waits(event, lost=False)
    mine = event.people[1].player_id
    here = {"player_id": mine, "table_id": event.table_id}
    line_seen(**here, here=True)
    assert tables_payload(mine) == NOBODY
    assert tables_payload(event.people[2].player_id) == waits(event, lost=False)
    line_seen(**here, here=False)
    assert tables_payload(mine) == waits(event, lost=True)
    line_seen(**here, here=True)
    assert tables_payload(mine) == NOBODY
    told = Fact.objects.filter(kind="player_awaited", body__player_id=mine).order_by("pk")
    assert [fact.body["awaited"] for fact in told] == [True, False, True, False]
    assert {fact.touches[0] for fact in told} == {own_tables_topic(mine)}


@pytest.mark.rule("PT-T.26", "PT-T.47")
def test_the_most_urgent_call_comes_first(db):
    home = house()
    demo = open_one(home)  # the older one
    demo.sit(2)
    person = begun(home, players=3).people[1]
    cast.say(sit, by=person, at=demo.now, table_id=demo.table_id, player_id=person.player_id, seat=1)
    for there in (True, False):
        cast.say(
            note_line, by=SYSTEM, at=demo.now, table_id=demo.table_id, player_id=person.player_id, there=there
        )
    assert [one["lost"] for one in tables_payload(person.player_id)["tables"]] == [False, True]


def told_since(last: int, topic: str) -> list[str]:
    """The kinds of the facts after that one that have the pages of this topic drawn anew."""
    facts = Fact.objects.filter(pk__gt=last, touches__contains=[topic]).order_by("pk")
    return [fact.kind for fact in facts]


def whole(call: dict[str, Any]) -> int:
    """When all of the time is over."""
    return [call["until_ms"], *call["then_ms"]][-1]


@pytest.mark.rule("PT-T.26", "PT-H.43")
def test_whose_turn_it_is_reads_until_when_and_is_called_before_who_has_time(db):
    home = house()
    event = begun(home, players=3)
    event.deal()
    row = event.row
    person, other = (
        event.people[event.to_act],
        event.people[next(n for n in (1, 2, 3) if n != event.to_act)],
    )
    assert [whole(one) for one in tables_payload(person.player_id)["tables"]] == [milliseconds(row.due_at)]
    assert [one["until_ms"] for one in tables_payload(other.player_id)["tables"]] == [None]
    # a table that was opened before it, at which nothing is to be decided, comes after it
    demo = open_one(home)
    demo.sit(2)
    cast.say(sit, by=person, at=demo.now, table_id=demo.table_id, player_id=person.player_id, seat=1)
    for there in (True, False):
        cast.say(
            note_line, by=SYSTEM, at=demo.now, table_id=demo.table_id, player_id=person.player_id, there=there
        )
    assert [one["table_id"] for one in tables_payload(person.player_id)["tables"]] == [row.pk, demo.table_id]
    last = Fact.objects.latest("pk").pk
    event.act("fold")
    following = event.people[event.to_act]
    assert told_since(last, own_tables_topic(person.player_id)) == ["hand_acted"]
    assert told_since(last, own_tables_topic(following.player_id)) == ["hand_acted"]
    assert [one["until_ms"] for one in tables_payload(person.player_id)["tables"]] == [None, None]
    # nobody's time runs while the house holds the table
    last = Fact.objects.latest("pk").pk
    boss = {"by": event.house.ana, "at": event.now, "table_id": row.pk}
    cast.say(hold_table, **boss, reason="Falta luz")
    assert [one["until_ms"] for one in tables_payload(following.player_id)["tables"]] == [None]
    cast.say(release_table, **boss)
    assert [whole(one) for one in tables_payload(following.player_id)["tables"]] == [
        milliseconds(event.row.due_at)
    ]
    assert told_since(last, own_tables_topic(following.player_id)) == [
        "play_table_held",
        "play_table_released",
    ]


def calls(table: AtTable, seat: int) -> list[int]:
    """The tables that call who sits in this seat."""
    return [one["table_id"] for one in tables_payload(table.people[seat].player_id)["tables"]]


def line(table: AtTable, seat: int, *, there: bool = False) -> None:
    here = {"table_id": table.table_id, "player_id": table.people[seat].player_id}
    cast.say(note_line, by=SYSTEM, at=table.now, there=there, **here)


def says(table: AtTable, command: Any, seat: int, **more: Any) -> None:
    person = table.people[seat]
    cast.say(command, by=person, at=table.now, table_id=table.table_id, player_id=person.player_id, **more)


@pytest.mark.rule("PT-H.7")
def test_a_table_at_which_nobody_else_plays_calls_once_somebody_does(table):
    table.sit(2)
    line(table, 2)
    assert calls(table, 2) == []
    last, topic = Fact.objects.latest("pk").pk, own_tables_topic(table.people[2].player_id)
    table.sit(5)
    assert calls(table, 2) == [table.table_id]
    says(table, sit_out, 5)
    assert calls(table, 2) == []
    says(table, come_back, 5)
    assert calls(table, 2) == [table.table_id]
    says(table, leave, 5)
    assert calls(table, 2) == []
    assert told_since(last, topic) == [
        "player_sat_down",
        "player_sat_out",
        "player_came_back",
        "player_stood_up",
    ]


@pytest.mark.rule("PT-H.45", "PT-H.68")
def test_who_sits_out_of_the_own_will_is_not_called_and_who_missed_turns_is(three):
    def seats() -> dict[int, dict[str, Any]]:
        return {kept["seat"]: kept for kept in three.row.seats}

    seat = three.to_act
    line(three, seat)
    assert calls(three, seat) == [three.table_id]
    says(three, sit_out, seat)
    assert calls(three, seat) == [] and seats()[seat]["rests"]
    # who comes back, and goes again without a word, is called again
    says(three, come_back, seat)
    assert calls(three, seat) == [three.table_id] and "rests" not in seats()[seat]
    # the house sits out who let the time run out in two hands
    for _hand in range(2):
        while three.row.stage == "playing":
            if three.to_act == seat:
                three.until("decide")
                three.due()
            else:
                three.act("check" if hands.options(three.hand).may_check else "call")
        three.deal()
    assert seats()[seat]["away_since"] and "rests" not in seats()[seat]
    assert calls(three, seat) == [three.table_id]


def test_who_sat_out_before_seats_kept_by_whose_will_is_not_called_until_he_is_back(three):
    seat, other = three.to_act, next(one for one in three.people if one != three.to_act)
    for one in (seat, other):
        line(three, one)
    says(three, sit_out, seat)
    row = three.row
    row.seats = [{name: kept[name] for name in kept if name != "rests"} for kept in row.seats]
    row.save()
    assert calls(three, seat) == [three.table_id]
    import_module("play.migrations.0027_who_rests").who_was_away_rests(apps, None)
    assert (calls(three, seat), calls(three, other)) == ([], [three.table_id])
    assert [kept["seat"] for kept in three.row.seats if "rests" in kept] == [seat]
    says(three, come_back, seat)
    assert calls(three, seat) == [three.table_id]


@pytest.mark.rule("PT-H.68")
def test_who_asked_to_sit_out_after_the_hand_is_called_until_it_is_over(three):
    seat = three.to_act
    says(three, sit_out, seat, after_hand=True)
    line(three, seat)
    assert calls(three, seat) == [three.table_id]
    last, topic = Fact.objects.latest("pk").pk, own_tables_topic(three.people[seat].player_id)
    while three.row.stage == "playing":
        three.act("fold")
    three.until("open")
    assert calls(three, seat) == []
    assert told_since(last, topic)[-1] == "player_sat_out"


@pytest.mark.rule("PT-T.27")
def test_a_tournament_calls_nobody_who_sits_out_of_the_own_will(event):
    event.deal()
    seat = event.to_act
    line(event, seat, there=True)
    line(event, seat)
    assert calls(event, seat) == [event.table_id]
    says(event, sit_out, seat)
    assert calls(event, seat) == []


@pytest.mark.rule("PT-H.44")
def test_the_time_is_that_of_the_part_which_the_table_shows_then_of_the_next(three):
    seat = three.to_act
    line(three, seat)
    face = table_payload(three.table_id)
    more = face["more_time"]
    assert more["reconnect_ms"] == 20_000
    [one] = tables_payload(three.people[seat].player_id)["tables"]
    assert one["until_ms"] == face["due_ms"] - more["bank_ms"] - more["reconnect_ms"]
    assert one["then_ms"] == sorted({face["due_ms"] - more["bank_ms"], face["due_ms"]})


@pytest.mark.rule("PT-H.44")
def test_first_is_the_table_whose_shown_time_ends_first_whatever_comes_after_it(db):
    home, rui = cast.house(), cast.person("Rui")
    slow, quick = (open_one(home, decision_seconds=seconds) for seconds in (120, 60))
    for table in (slow, quick):
        for seat in (2, 3):
            table.sit(seat)
        says_down = {"table_id": table.table_id, "player_id": rui.player_id, "seat": 1}
        cast.say(sit, by=rui, at=table.now, **says_down)
        table.people[1] = rui
        table.deal()
        while table.to_act != 1:
            table.act("call")
        line(table, 1)
    # the quick one has a bank that is longer than what the slow one has altogether
    kept = [
        one | {"bank_ms": 600_000, "asked_turn": quick.hand.turn} if one["seat"] == 1 else one
        for one in quick.row.seats
    ]
    PlayTable.objects.filter(pk=quick.table_id).update(
        seats=kept, due_at=quick.row.from_at + timedelta(seconds=60 + 20 + 600)
    )
    assert quick.row.due_at > slow.row.due_at
    assert calls(quick, 1) == [quick.table_id, slow.table_id]


@pytest.mark.rule("PT-H.6")
def test_a_seat_that_is_offered_calls_until_its_time_is_over(db):
    table = open_cash(cash_house(currency="EUR"), seats=2)
    for seat in (1, 2):
        table.sit(seat)
    ines, rui = (known(table.house, name, cents=15_000) for name in ("Ines", "Rui"))
    for person in (ines, rui):
        table.say(join_waiting_list, person)
    assert tables_payload(ines.player_id) == NOBODY
    last = Fact.objects.latest("pk").pk
    table.leave(1)
    until = table.now + OFFER_STANDS
    offer = {
        "table_id": table.table_id,
        "name": table.row.name,
        "table_number": None,
        "lost": False,
        "offered": True,
        "until_ms": milliseconds(until),
        "then_ms": [],
    }
    assert tables_payload(ines.player_id) == {"tables": [offer]}
    assert tables_payload(rui.player_id) == NOBODY
    assert told_since(last, own_tables_topic(ines.player_id)) == ["seat_offered"]
    assert told_since(last, own_tables_topic(rui.player_id)) == []
    boss = {"by": table.house.ana, "at": table.now, "table_id": table.table_id}
    cast.say(hold_table, **boss, reason="Falta luz")
    assert tables_payload(ines.player_id) == {"tables": [offer | {"until_ms": None}]}
    cast.say(release_table, **boss)
    assert tables_payload(ines.player_id) == {"tables": [offer]}
    last = Fact.objects.latest("pk").pk
    place = WaitingPlace.objects.get(player_id=ines.player_id)
    cast.say(expire_offer, by=SYSTEM, at=until, table_id=table.table_id, place_id=place.pk)
    assert tables_payload(ines.player_id) == NOBODY
    assert [one["offered"] for one in tables_payload(rui.player_id)["tables"]] == [True]
    assert told_since(last, own_tables_topic(ines.player_id)) == ["waiting_ended"]
    assert told_since(last, own_tables_topic(rui.player_id)) == ["seat_offered"]


def test_of_a_first_line_nothing_is_told_to_the_table_and_a_second_one_says_nothing(event):
    mine = event.people[1].player_id
    at_table = Fact.objects.filter(stream=f"play:{event.table_id}")
    before = (at_table.count(), event.row.turn)
    for _line in range(2):
        cast.say(note_line, by=SYSTEM, at=event.now, table_id=event.table_id, player_id=mine, there=True)
    assert (at_table.count(), event.row.turn) == before
    assert Fact.objects.filter(kind="player_awaited", body__awaited=False).count() == 1
    assert not line_changes(player_id=mine, table_id=event.table_id, here=True)
    assert line_changes(player_id=mine, table_id=event.table_id, here=False)


def test_nobody_is_called_to_a_table_that_is_closed(event):
    cast.say(
        cancel_tournament,
        by=event.house.ana,
        at=event.now,
        tournament_id=event.tournament_id,
        reason="Sem luz",
    )
    for person in event.people.values():
        assert tables_payload(person.player_id) == NOBODY
    assert Fact.objects.filter(kind="player_awaited", body__awaited=False).count() == 3


def test_only_the_player_hears_it(event):
    person, other = event.people[1], event.people[2]
    topic = topics.resolve(own_tables_topic(person.player_id))
    assert topic is not None
    assert topic.may(Listener(user_id=person.user_id))
    for listener in (
        Listener(user_id=other.user_id),
        Listener(user_id=event.house.ana.user_id),
        Listener(),
        Listener(user_id=person.user_id, device_id=1),
    ):
        assert not topic.may(listener)
