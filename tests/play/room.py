"""A tournament online at several tables: its people, and how all tables go on, each at its own pace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db.models import Sum

from dispatch.facts import SYSTEM
from play import tasks
from play.commands.act import act
from play.models import PlayTable
from play.queries.events import tables_held_by_clock
from rules import hands
from rules.hands import Hand
from tables.models import Seat
from tests import cast
from tests.play.event import enter
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry, Field, Tournament


class Room:
    """All played tables of one tournament. Every command is followed by a look at the whole: chips, seats."""

    def __init__(self, home: cast.House, tournament_id: int, people: list[cast.Person]) -> None:
        self.house, self.tournament_id = home, tournament_id
        self.people = {one.player_id: one for one in people}
        self.now = min(self.rows().values_list("opened_at", flat=True))
        self.commands = 0
        # a look at each hand of many tables takes longer than what is looked at
        self.looks_each_time = self.rows().count() <= 6

    def rows(self) -> Any:
        return PlayTable.objects.filter(tournament_id=self.tournament_id).order_by("pk")

    def open(self) -> list[PlayTable]:
        return list(self.rows().exclude(stage="closed"))

    @property
    def field(self) -> Field:
        return Field.objects.get(pk=self.tournament_id)

    def first(self) -> tuple[datetime, PlayTable] | None:
        """The table at which something happens next: who is to act needs a second."""
        found = []
        for row in self.open():
            at = row.due_at
            if at is None:
                continue
            if row.due_kind == "open" and row.pk in tables_held_by_clock(at=max(at, self.now)):
                continue
            if row.due_kind == "decide" and not self._to_act(row)["away_since"]:
                at = (row.from_at or at) + timedelta(seconds=1)
            found.append((max(at, self.now), row.pk, row))
        if not found:
            return None
        at, _pk, row = min(found, key=lambda one: one[:2])
        return at, row

    def _to_act(self, row: PlayTable) -> dict[str, Any]:
        number = hands.options(Hand.from_dict(row.hand)).seat
        return next(kept for kept in row.seats if kept["seat"] == number)

    def step(self, decides: Callable[[PlayTable, Any], tuple[str, int]]) -> PlayTable:
        """The next thing at any table; the table at which it was."""
        found = self.first()
        if found is None:  # all wait for the clock
            self.now += timedelta(seconds=30)
            return self.open()[0]
        self.now, row = found
        kept = self._to_act(row) if row.due_kind == "decide" else None
        if kept is None or kept["away_since"]:
            cast.say(tasks._COMMANDS[row.due_kind], by=SYSTEM, at=self.now, table_id=row.pk, turn=row.turn)
        else:
            word, to = decides(row, hands.options(Hand.from_dict(row.hand)))
            cast.say(
                act,
                by=self.people[kept["player_id"]],
                at=self.now,
                table_id=row.pk,
                player_id=kept["player_id"],
                turn=row.turn,
                act=word,
                to_chips=to,
            )
        self.commands += 1
        if self.looks_each_time or row.due_kind == "close":
            self.check(between=row.due_kind == "close")
        return row

    def until_close(self, *numbers: int) -> list[PlayTable]:
        """Everybody folds until the hands of these tables are seen; the others stand where they are."""
        for _ in range(500):
            rows = {row.table_number or 0: row for row in self.open()}
            playing = [n for n in numbers if rows[n].due_kind != "close"]
            if not playing:
                return [rows[n] for n in numbers]
            self.fold_at(rows[playing[0]])
        raise AssertionError("the hands do not end")

    def fold_at(self, row: PlayTable) -> None:
        """The next thing at this table: who is to act folds, at once."""
        if row.due_kind == "decide":
            self.now = max(self.now, row.from_at)
            person = self.people[self._to_act(row)["player_id"]]
            cast.say(
                act,
                by=person,
                at=row.from_at,
                table_id=row.pk,
                player_id=person.player_id,
                turn=row.turn,
                act="fold",
                to_chips=0,
            )
        else:
            self.now = max(self.now, row.due_at)
            cast.say(tasks._COMMANDS[row.due_kind], by=SYSTEM, at=self.now, table_id=row.pk, turn=row.turn)

    def check(self, *, between: bool = True) -> None:
        """No chip is made or lost, everybody sits once, and in the browser where the tournament has them."""
        field, open_ = self.field, self.open()
        if not open_:
            return
        kept = [one for row in open_ for one in row.seats]
        assert sum(one["chips"] for one in kept) == field.chips_issued - field.chips_removed
        assert max(Counter(one["player_id"] for one in kept).values()) == 1
        for row in open_:
            if row.stage == "playing":
                hand = Hand.from_dict(row.hand)
                in_it = {p.seat for p in hand.seats}
                assert sum(hand.stacks.values()) + hand.pot_chips == sum(
                    one["chips"] for one in row.seats if one["seat"] in in_it
                )
        if not between:
            return
        playing = Entry.objects.filter(tournament_id=self.tournament_id, state="playing")
        assert playing.count() == field.players_left
        told = playing.aggregate(n=Sum("stack_chips"))["n"]
        assert told == field.chips_issued - field.chips_removed
        seats = Seat.objects.filter(table__tournament_id=self.tournament_id, entry__isnull=False)
        drawn = {p: (t, s) for p, t, s in seats.values_list("entry__player_id", "table__number", "number")}
        assert drawn == {
            one["player_id"]: (row.table_number, one["seat"]) for row in open_ for one in row.seats
        }

    def play_on(
        self,
        random: Random,
        *,
        until: Callable[[PlayTable], bool] = lambda _row: False,
        decides: Callable[[PlayTable, Any], tuple[str, int]] | None = None,
        most: int = 20_000,
    ) -> None:
        """Go on to the end, or until something is so after a command."""
        for _ in range(most):
            if Tournament.objects.get(pk=self.tournament_id).state != "running":
                return
            if until(self.step(decides or rash(random))):
                return
        raise AssertionError("the tournament did not end")


def loses_all(row: PlayTable, *, losers: int = 1) -> list[int]:
    """Give all chips of some to another one there, as the hand that was just shown might have; who they are."""
    assert row.due_kind == "close"
    kept = sorted(row.seats, key=lambda one: one["seat"])
    gone = kept[:losers]
    kept[-1]["chips"] += sum(one["chips"] for one in gone)
    for one in gone:
        one["chips"] = 0
    row.seats = kept
    row.save(update_fields=["seats"])
    return [one["player_id"] for one in gone]


def rash(random: Random, *, share: float = 0.25) -> Callable[[PlayTable, Any], tuple[str, int]]:
    """Decide by chance and without cards: all in now and then, else what is cheap."""

    def decides(_row: PlayTable, options: Any) -> tuple[str, int]:
        if options.may_raise and random.random() < share:
            return ("raise" if options.facing_chips else "bet"), options.raise_to_chips
        if options.may_check:
            return "check", 0
        return ("call", 0) if random.random() < share + 0.2 else ("fold", 0)

    return decides


def started(home: cast.House, *, players: int, seats: int = 9, stack: int = 500, **changes: Any) -> Room:
    """A tournament that began at its hour, with so many people."""
    t = home.registering(
        "online-mtt",
        seats_per_table=seats,
        starting_stack_chips=stack,
        guarantee_cents=0,
        **changes,
    )
    people = [enter(home, t, f"Joga{number}") for number in range(1, players + 1)]
    cast.say(start_tournament, by=home.ana, at=cast.START, tournament_id=t)
    return Room(home, t, people)
