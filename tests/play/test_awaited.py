"""Whom a table waits for: who was seated by the house and is not there, or whose line went; told to that player's other pages alone."""

from __future__ import annotations

from typing import Any

import pytest

from dispatch import topics
from dispatch.facts import SYSTEM
from dispatch.models import Fact
from dispatch.topics import Listener
from play.commands.note_line import note_line
from play.commands.sit import sit
from play.queries.awaited import tables_payload
from play.queries.tables import line_changes
from play.tasks import line_seen
from play.topics import own_tables_topic
from tests import cast
from tests.play.conftest import open_one
from tests.play.event import Event, begun, house
from tournaments.commands.cancel_tournament import cancel_tournament

NOBODY: dict[str, Any] = {"tables": []}


@pytest.fixture
def event(db) -> Event:
    return begun(house(), players=3, name="Sit das nove")


def waits(event: Event, *, lost: bool) -> dict[str, Any]:
    row = event.row
    one = {"table_id": row.pk, "name": "Sit das nove", "table_number": row.table_number, "lost": lost}
    return {"tables": [one]}


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
    person = begun(home, players=3).people[1]
    cast.say(sit, by=person, at=demo.now, table_id=demo.table_id, player_id=person.player_id, seat=1)
    for there in (True, False):
        cast.say(
            note_line, by=SYSTEM, at=demo.now, table_id=demo.table_id, player_id=person.player_id, there=there
        )
    assert [one["lost"] for one in tables_payload(person.player_id)["tables"]] == [False, True]


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
