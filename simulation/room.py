"""The room as it should be, and the chance that moves chips.

Everything here is in memory: the checks compare it with the database after every command. Entries are named by their
ids; nothing depends on the ids themselves, only on the order in which entries came.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Guest:
    """A person of the run. number: 1, 2, 3 … as they came. entries: their entry ids, the last one plays."""

    number: int
    player_id: int
    name: str
    user_id: int | None = None
    entries: list[int] = field(default_factory=list)
    registration_id: int | None = None


@dataclass(frozen=True, slots=True)
class Loser:
    """Somebody who is to go out: the stack when the hand began, and who takes it."""

    entry: int
    stack: int
    by: int


class Room:
    """Tables, seats, stacks, the line of alternates, and the counts of the Field as they must be."""

    def __init__(self, chance: Random, *, stack: int, smallest: int) -> None:
        self.chance = chance
        self.start_stack = stack
        self.smallest = smallest
        self.tables: dict[int, dict[int, int]] = {}
        self.seat: dict[int, tuple[int, int]] = {}
        self.stack: dict[int, int] = {}
        self.waiting: list[int] = []
        self.guest: dict[int, Guest] = {}
        self.number: dict[int, int] = {}  # entry -> 1, 2, 3 … in order of admission
        self.unique = 0
        self.chips_issued = 0
        self.chips_removed = 0
        self.out: dict[int, None] = {}
        self.moves: list[tuple[int, int, int, str]] = []
        self._numbers: list[int] = []

    @property
    def left(self) -> int:
        return len(self.seat)

    @property
    def entries(self) -> int:
        return len(self.seat) + len(self.waiting) + len(self.out)

    @property
    def in_play(self) -> int:
        """Chips."""
        return self.chips_issued - self.chips_removed

    def enter(self, entry: int, guest: Guest) -> None:
        """Take in a paid entry; it has no seat yet."""
        if not guest.entries:
            self.unique += 1
        guest.entries.append(entry)
        self.guest[entry] = guest
        self.number[entry] = len(self.number) + 1

    def forget(self, entry: int, guest: Guest) -> None:
        """Forget a cancelled entry that has no seat."""
        guest.entries.remove(entry)
        self.unique -= 0 if guest.entries else 1
        del self.guest[entry], self.number[entry]

    def give_back(self, entry: int, guest: Guest) -> int:
        """Forget an entry with its stack, as if it had never come; the table."""
        table, _seat = self.lift(entry)
        self.chips_issued -= self.stack.pop(entry)
        self.forget(entry, guest)
        return table

    def sit(self, entry: int, table: int, seat: int, *, chips: int, why: str) -> None:
        """Sit somebody down with new chips."""
        self.stack[entry] = chips
        self.chips_issued += chips
        self.put(entry, table, seat, why=why)

    def open(self, table: int) -> None:
        if table not in self.tables:
            self.tables[table] = {}
            self._numbers = sorted(self.tables)

    def put(self, entry: int, table: int, seat: int, *, why: str) -> None:
        self.open(table)
        if seat in self.tables[table]:
            raise AssertionError(f"two entries at table {table}, seat {seat}")
        self.tables[table][seat] = entry
        self.seat[entry] = (table, seat)
        self.moves.append((self.number[entry], table, seat, why))

    def lift(self, entry: int) -> tuple[int, int]:
        """Take somebody from the table."""
        table, seat = self.seat.pop(entry)
        del self.tables[table][seat]
        return table, seat

    def move(self, entry: int, table: int, seat: int, *, why: str) -> None:
        self.lift(entry)
        self.put(entry, table, seat, why=why)

    def close(self, table: int) -> None:
        if self.tables.pop(table):
            raise AssertionError(f"table {table} was closed with people at it")
        self._numbers = sorted(self.tables)

    def bust(self, outs: Iterable[Loser]) -> None:
        """Let the chips change hands and the losers get up."""
        for out in outs:
            self.lift(out.entry)
            self.stack[out.by] += self.stack.pop(out.entry)
            self.out[out.entry] = None

    def remove(self, entry: int) -> int:
        """Remove somebody with the chips: they leave play."""
        self.lift(entry)
        chips = self.stack.pop(entry)
        self.chips_removed += chips
        self.out[entry] = None
        return chips

    def deal_stacks(self) -> None:
        """Stacks that nobody knows, by chance: they sum to the chips in play."""
        weights = [self.chance.uniform(0.3, 2.0) for _ in self.seat]
        whole = sum(weights)
        for entry, weight in zip(self.seat, weights, strict=True):
            chips = int(self.in_play * weight / whole)
            self.stack[entry] = max(self.smallest, chips - chips % self.smallest)
        first = next(iter(self.seat))
        self.stack[first] += self.in_play - sum(self.stack.values())

    def pick_table(self, least: int = 2) -> int | None:
        """Return a table with so many players."""
        for _ in range(20):
            number = self.chance.choice(self._numbers)
            if len(self.tables[number]) >= least:
                return number
        return next((n for n in self._numbers if len(self.tables[n]) >= least), None)

    def players(self, table: int) -> list[int]:
        """Return the entries at a table, by seat."""
        at = self.tables[table]
        return [at[seat] for seat in sorted(at)]

    def play_pots(self, table: int, pots: int = 3) -> None:
        """Some pots that end nobody's tournament."""
        people = self.players(table)
        if len(people) < 2:
            return
        for _ in range(pots):
            one, other = self.chance.sample(people, 2)
            amount = int(min(self.stack[one], self.stack[other]) * self.chance.uniform(0.05, 0.45))
            amount -= amount % self.smallest
            self.stack[one] += amount
            self.stack[other] -= amount

    def hand_that_ends(self, table: int, *, outs: int = 1) -> list[Loser]:
        """Return who goes out in this hand, the smallest stacks first in danger, and who covers them."""
        people = self.players(table)
        outs = min(outs, len(people) - 1)
        taker = max(self.chance.sample(people, min(len(people), 4)), key=lambda e: self.stack[e])
        losers = [e for e in people if e != taker and self.stack[e] <= self.stack[taker]]
        if len(losers) < outs:
            taker = max(people, key=lambda e: self.stack[e])
            losers = [e for e in people if e != taker]
        found: list[Loser] = []
        for _ in range(outs):
            gone = min(self.chance.sample(losers, min(len(losers), 3)), key=lambda e: self.stack[e])
            losers.remove(gone)
            found.append(Loser(entry=gone, stack=self.stack[gone], by=taker))
        return found
