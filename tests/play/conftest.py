"""A demo table with people at it, and how time passes there."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest

from dispatch.facts import SYSTEM
from dispatch.timekeeper import ClockWatch
from play import tasks
from play.commands.act import act
from play.commands.come_back import come_back
from play.commands.open_table import open_table
from play.commands.sit import sit
from play.models import PlayTable
from rules import hands
from rules.hands import Hand
from rules.online import HOLDEM
from tests import cast
from tests.play.given_cards import GivenCards


@dataclass
class AtTable:
    """One table. `now` is the moment at which people act; `let(...)` lets it pass to what is due."""

    house: cast.House
    table_id: int
    now: datetime = cast.OPEN
    people: dict[int, cast.Person] = field(default_factory=dict)  # by seat

    @property
    def row(self) -> PlayTable:
        return PlayTable.objects.get(pk=self.table_id)

    @property
    def hand(self) -> Hand:
        return Hand.from_dict(self.row.hand)

    def sit(self, seat: int, name: str = "") -> cast.Person:
        person = cast.person(name or f"Joga{seat}")
        cast.say(sit, by=person, at=self.now, table_id=self.table_id, player_id=person.player_id, seat=seat)
        self.people[seat] = person
        return person

    def due(self) -> str:
        """Let the time pass to what is due there, and do it."""
        row = self.row
        kind = row.due_kind
        self.now = max(self.now, row.due_at)
        command = tasks._COMMANDS[kind]
        cast.say(command, by=SYSTEM, at=self.now, table_id=self.table_id, turn=row.turn)
        return kind

    def all_come_back(self) -> None:
        """Who has been away is there again."""
        away = {one["player_id"] for one in self.row.seats if one["away_since"]}
        for person in self.people.values():
            if person.player_id in away:
                cast.say(
                    come_back, by=person, at=self.now, table_id=self.table_id, player_id=person.player_id
                )

    def until(self, kind: str) -> None:
        """Let what is due happen until this is due."""
        while self.row.due_kind != kind:
            self.due()

    def deal(self) -> None:
        self.until("open")
        self.due()

    @property
    def to_act(self) -> int:
        return hands.options(self.hand).seat

    def act(self, word: str, to: int = 0, /, *, seat: int | None = None, **more: Any) -> dict[str, Any]:
        """The player to act (or who sits there) acts a second after the time began."""
        row = self.row
        self.now = max(self.now, row.from_at or self.now) + timedelta(seconds=1)
        person = self.people[seat or self.to_act]
        arguments = {"turn": row.turn, "act": word, "to_chips": to} | more
        return cast.say(
            act, by=person, at=self.now, table_id=self.table_id, player_id=person.player_id, **arguments
        )

    def chips(self) -> int:
        """All chips at the table, in stacks and in the pot."""
        row = self.row
        return sum(one["chips"] for one in row.seats)


class Clocks:
    """The clock of the machine, which is set, and the one that nobody sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
        self.at, self.steady = at, 1_000.0
        watch = ClockWatch(wall=lambda: self.at, steady=lambda: self.steady)
        monkeypatch.setattr(tasks, "_clock", watch)
        monkeypatch.setattr(tasks, "now", lambda: self.at)

    def goes(self, seconds: float, *, set_by: float = 0.0) -> int:
        self.steady += seconds
        self.at += timedelta(seconds=seconds + set_by)
        return tasks.do_due(self.at)


def open_one(house: cast.House, **more: Any) -> AtTable:
    made = cast.say(
        open_table, by=house.ana, venue_id=house.venue_id, name=f"Mesa {uuid.uuid4().hex[:6]}", **more
    )
    return AtTable(house, made["table_id"])


#: The same at a table of hold'em and at one of Omaha: the clauses of both laws have one number.
in_both_games = pytest.mark.parametrize("table", ["nlhe", "plo"], indirect=True)


@pytest.fixture
def table(request: pytest.FixtureRequest, db: None) -> AtTable:
    """A table of nine seats, blinds 50 and 100, stacks of 10,000; nobody sits there yet."""
    return open_one(cast.house(), game=getattr(request, "param", HOLDEM))


@pytest.fixture
def three(table: AtTable) -> AtTable:
    """With players in seats 2, 5 and 7, and the first hand dealt."""
    for seat in (2, 5, 7):
        table.sit(seat)
    table.deal()
    return table


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> GivenCards:
    """The cards of the hands of this test are what it says."""
    cards = GivenCards()
    monkeypatch.setattr("play.queries.decks._deck", cards.deck)
    return cards
