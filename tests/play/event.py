"""A sit & go that is played online: its people, and how it goes on to the last chip."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

from play.models import PlayTable
from play.queries.payloads import own_payload
from rules.cards import Card
from simulation.rehearsal_players import choose
from tests import cast
from tests.play.conftest import AtTable
from tournaments.commands.register_player import register_player
from tournaments.models import Entry, Field

BALANCE = 5_000


def house() -> cast.House:
    return cast.house(currency="EUR", timezone="Europe/Lisbon")


def enter(home: cast.House, tournament_id: int, name: str, *, at: datetime | None = None) -> cast.Person:
    """Somebody with an account registers alone, from the balance."""
    person = cast.person(name)
    home.deposit(person.player_id, BALANCE)
    cast.say(
        register_player,
        by=person,
        at=at,
        tournament_id=tournament_id,
        player_id=person.player_id,
        method="balance",
        terms_version="1",
    )
    return person


class Event(AtTable):
    """The one table of a tournament. Every step asks whether the chips are all there."""

    def __init__(self, home: cast.House, tournament_id: int, people: list[cast.Person]) -> None:
        row = PlayTable.objects.get(tournament_id=tournament_id)
        by_player = {one.player_id: one for one in people}
        super().__init__(
            home,
            row.pk,
            now=row.opened_at,
            people={kept["seat"]: by_player[kept["player_id"]] for kept in row.seats},
        )
        self.tournament_id = tournament_id

    @property
    def field(self) -> Field:
        return Field.objects.get(pk=self.tournament_id)

    def check_chips(self) -> None:
        """No chip is made or lost: at the table, in the pot, in the tournament's book."""
        row, field = self.row, self.field
        if row.stage == "closed":
            return
        in_play = field.chips_issued - field.chips_removed
        assert sum(kept["chips"] for kept in row.seats) == in_play
        if row.stage == "playing":
            assert sum(self.hand.stacks.values()) + self.hand.pot_chips == in_play
        if row.stage == "waiting":
            told = Entry.objects.filter(tournament_id=self.tournament_id, state="playing")
            assert sorted(told.values_list("stack_chips", flat=True)) == sorted(
                kept["chips"] for kept in row.seats
            )

    def step(self, random: Random, *, manner: str = "loose") -> None:
        """Whoever is to act decides as a rehearsal player would; or what is due happens."""
        row = self.row
        kept = row.due_kind == "decide" and next(k for k in row.seats if k["seat"] == self.to_act)
        if not kept or kept["away_since"]:
            self.due()
        else:
            own = own_payload(table_id=row.pk, player_id=kept["player_id"])
            word, to = choose(
                own["options"],
                cards=[Card.of(opening["card"]) for opening in own["cards"]],
                manner=manner,
                random=random,
            )
            self.act(word.value, to, if_facing_chips=own["options"]["facing_chips"])
        self.check_chips()

    def play_on(self, random: Random, *, until: Any = None, manner: str = "loose", most: int = 5_000) -> None:
        """Go on to the end, or until something is so."""
        for _ in range(most):
            if self.row.stage == "closed" or (until is not None and until()):
                return
            self.step(random, manner=manner)
        raise AssertionError("the tournament did not end")


def begun(home: cast.House, *, players: int = 4, **changes: Any) -> Event:
    """A sit & go that began with its last seat."""
    t = home.registering(
        "online-sit-and-go",
        capacity=players,
        seats_per_table=players,
        starting_stack_chips=1_000,
        **changes,
    )
    people = [enter(home, t, f"Joga{number}") for number in range(1, players + 1)]
    return Event(home, t, people)
