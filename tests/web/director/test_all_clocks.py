"""Stopping every clock of the house: asked with their names, never from a rehearsal, and taken back."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import Client

from dispatch import relay
from people.models import User
from tests import cast
from tournaments.commands.pause_clock import pause_clock
from tournaments.models import Clock, Tournament, Venue
from tournaments.queries.clock import clock_payload

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


def _client(person: cast.Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def _press(client: Client, t: int, what: str) -> str:
    number = str(uuid.uuid4())
    client.post(f"/director/{t}/do/{what}/", {"command_id": number})
    _sealed()
    return number


def _sealed() -> None:
    """What was recorded is in the history."""
    while relay.seal():
        pass


def _frozen(*tournaments: int) -> list[bool]:
    return [Clock.objects.get(pk=t).frozen for t in tournaments]


@pytest.mark.rule("ADTP.23")
def test_a_rehearsal_stops_no_clock_of_the_house_and_is_stopped_by_none(house: cast.House) -> None:
    real = house.started("turbo-8max", entries=3, name="Terça")
    drill = house.started("turbo-8max", entries=3, name="Ensaio", practice=True)
    client = _client(house.ana)
    assert "Stop all clocks of the house" not in client.get(f"/director/{drill}/").content.decode()
    for what in ("freeze", "thaw"):
        with cast.unchanged():
            answer = client.post(
                f"/director/{drill}/do/{what}/", {"command_id": str(uuid.uuid4())}, follow=True
            )
        assert "This is practice: it stops no clock but its own." in answer.content.decode()
    assert _frozen(real, drill) == [False, False]
    _press(client, real, "freeze")
    assert _frozen(real, drill) == [True, False]
    later = house.started("turbo-8max", entries=3, name="Ensaio 2", practice=True)
    assert _frozen(later) == [False]


@pytest.mark.rule("ADTP.23")
def test_it_asks_with_the_names_and_is_taken_back(house: cast.House) -> None:
    one = house.started("turbo-8max", entries=3, name="Terça")
    two = house.started("turbo-8max", entries=3, name="Main Event")
    cast.say(pause_clock, by=house.ana, at=cast.after(seconds=30), tournament_id=two)
    client = _client(house.ana)
    page = client.get(f"/director/{one}/").content.decode()
    assert (
        'data-asks="This stops 2 clocks: Terça, Main Event. The online tables of the house stop, too."'
        in page
    )
    number = _press(client, one, "freeze")
    assert _frozen(one, two) == [True, True]
    history = client.get(f"/director/{one}/history/").content.decode()
    assert f"/undo/{number}/" in history
    told = client.get(f"/undo/{number}/").content.decode()
    assert "These clocks go on with the time that was left: Terça, Main Event." in told
    client.post(f"/undo/{number}/", {"command_id": str(uuid.uuid4())})
    _sealed()
    assert _frozen(one, two) == [False, False]
    assert Venue.objects.get(pk=house.venue_id).frozen_at is None
    # what was paused before stays paused
    assert clock_payload(two, at=cast.after(hours=1))["state"] == "paused"
    assert f"/undo/{number}/" not in client.get(f"/director/{one}/history/").content.decode()
    with cast.unchanged():
        again = client.post(f"/undo/{number}/", {"command_id": str(uuid.uuid4())}, follow=True)
    assert "already undone" in again.content.decode()


def test_the_undo_of_an_older_stop_leaves_the_present_one_alone(house: cast.House) -> None:
    t = house.started("turbo-8max", entries=3)
    client = _client(house.ana)
    first = _press(client, t, "freeze")
    _press(client, t, "thaw")
    second = _press(client, t, "freeze")

    def undo(number: str, by: Client) -> int:
        return by.post(
            f"/api/venues/{house.venue_id}/undo-freeze",
            json.dumps({"freeze_command_id": number}),
            content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        ).status_code

    floor = _client(house.bruno)
    with cast.unchanged():
        assert undo(first, client) == 409
        assert undo(str(uuid.uuid4()), client) == 409
        assert undo(second, floor) == 403
    assert _frozen(t) == [True]
    assert undo(second, client) == 200
    assert _frozen(t) == [False]
    assert Tournament.objects.get(pk=t).state == "running"
