"""Commands of several tournaments and one venue at the same moment take their locks in one order: nobody waits in a circle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.refusals import Refused
from tables.models import Table
from tests import cast
from tournaments.commands.edit_tournament import edit_tournament
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.models import Clock, Entry, Field, Slot, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture(autouse=True)
def _no_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL ends one of two that wait for each other, and the command would be run again: here it is told."""
    monkeypatch.setattr("dispatch.commands._TRIES", 1)


def done(results: list[Any]) -> None:
    for result in results:
        if isinstance(result, Exception):
            raise result


def test_tables_are_opened_in_one_room_by_a_start_and_by_late_entries(house: cast.House) -> None:
    """A start has the numbers of the room and makes its Field; a late entry has its Field and wants a number."""
    for _ in range(3):
        running = house.registering("turbo-8max")
        house.fill(running, 8)
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=running)
        starting = [house.registering("turbo-8max") for _ in range(2)]
        for t in starting:
            house.fill(t, 3)
        late = [house.player() for _ in range(3)]
        done(
            cast.together(
                [
                    lambda t=t: cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
                    for t in starting
                ]
                + [lambda p=p: house.enter(running, p, at=cast.after(minutes=1)) for p in late]
            )
        )
        assert Field.objects.get(pk=running).players_left == 11
        assert Table.objects.filter(tournament_id=running).count() == 2
    numbers = list(Table.objects.values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, 13))
    cast.books_balance()


def test_seats_are_sold_while_the_capacity_changes(house: cast.House) -> None:
    """Who enters has a seat and wants the wallet; who changes the capacity waits for those inside before any seat."""
    t = house.registering("turbo-8max", capacity=4, alternates=True)
    players = [house.player() for _ in range(8)]
    done(
        cast.together(
            [lambda p=p: house.enter(t, p) for p in players]
            + [
                lambda n=n: cast.say(
                    edit_tournament, by=house.ana, tournament_id=t, changes={"capacity": n}, at=cast.OPEN
                )
                for n in (5, 6, 8)
            ]
        )
    )
    capacity = Tournament.objects.get(pk=t).capacity
    assert Slot.objects.filter(tournament_id=t).count() == capacity
    assert Entry.objects.filter(tournament_id=t, state="registered").count() == capacity
    cast.books_balance()


def test_clocks_stop_while_the_last_seat_is_sold(house: cast.House) -> None:
    """The last seat of a sit & go starts its clock: it has the venue before any wallet, and freezing waits for neither."""
    t = house.registering("sit-and-go-9")
    capacity = Tournament.objects.get(pk=t).capacity
    house.fill(t, capacity - 2)
    other = house.registering("turbo-8max")
    house.fill(other, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=other)
    players = [house.player() for _ in range(2)]
    results = cast.together(
        [lambda p=p: house.enter(t, p) for p in players]
        + [lambda: cast.say(freeze_venue, by=house.ana, at=cast.START, venue_id=house.venue_id)]
    )
    done([r for r in results if not isinstance(r, Refused)])
    assert Clock.objects.get(pk=t).frozen and Clock.objects.get(pk=other).frozen
    cast.say(thaw_venue, by=house.ana, at=cast.START, venue_id=house.venue_id)
    cast.books_balance()
