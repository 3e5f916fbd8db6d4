"""The public draw: who sits where, decided so that an outsider can compute it again.

The protocol is written down in docs/adr/0003-verifiable-draw.md. A tournament has one secret of 32 bytes, the
*master seed*, made by the caller. Its SHA-256, the *commitment*, is published when registration opens. The
draw with number k runs on ``HMAC-SHA256(master, "shuffle-up/draw/v1|<tournament>|<k>")``, revealed right
after the draw; the master seed is revealed when the tournament has ended. Everything that a draw read is in
its record.

The stand-alone verifier is static/verify_draw.py. It is written apart from this module and must stay so.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import heapify, heappop, heapreplace
from typing import Any, NewType, TypeVar

from rules.refusals import N_, Refused

EntryNumber = NewType("EntryNumber", int)
TableNumber = NewType("TableNumber", int)
SeatNumber = NewType("SeatNumber", int)

PROTOCOL = "shuffle-up/draw/v1"
MASTER_BYTES = 32
_WORDS = 1 << 32
_T = TypeVar("_T")


class DrawKind(StrEnum):
    """What a draw was for."""

    INITIAL = "initial"
    LATE_ENTRY = "late_entry"
    ALTERNATES_SEATED = "alternates_seated"
    BREAK_TABLE = "break_table"
    BALANCE = "balance"
    FINAL_TABLE_REDRAW = "final_table_redraw"
    REDRAW = "redraw"
    BUTTON = "button"
    CHIP_RACE = "chip_race"


class Method(StrEnum):
    """How the result follows from seed and inputs; the verifier knows each by its name."""

    SEATS = "seats"
    ONE = "one"
    DOUBLE_RANDOM = "double_random"
    BUTTONS = "buttons"
    CARDS = "cards"


# Highest first: ace to deuce, and within a rank spade, heart, diamond, club.
RANKS = "AKQJT98765432"
SUITS = "shdc"
DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_STRENGTH = {card: position for position, card in enumerate(DECK)}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A table as the draw sees it: its number, how many sit there, which seats are free.

    takes_players: False for a table that is broken, halted or about to break.
    """

    table: int
    players: int
    free_seats: tuple[int, ...]
    takes_players: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRecord:
    """One draw, complete: what it read and what came out. ``as_dict`` is what outsiders get.

    number: 1, 2, 3 … within the tournament. seed: the revealed seed of this draw. inputs, result: JSON-able;
    their shape depends on the method (docs/adr/0003-verifiable-draw.md).
    """

    tournament: str
    number: int
    kind: DrawKind
    method: Method
    seed: bytes
    inputs: Mapping[str, Any]
    result: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Return the record as JSON-able values."""
        return {
            "number": self.number,
            "kind": self.kind.value,
            "method": self.method.value,
            "seed": self.seed.hex(),
            "inputs": dict(self.inputs),
            "result": dict(self.result),
        }

    @property
    def seats(self) -> dict[int, tuple[int, int]]:
        """Entry number to (table, seat), for the methods that seat people."""
        return {entry: (table, seat) for entry, table, seat in self.result.get("seats", [])}


# ------------------------------------------------------------------------------------------------ seeds


def commitment(*, master: bytes) -> str:
    """Return the hex SHA-256 of the master seed, published before anyone can know how the draws will fall."""
    _check_master(master)
    return hashlib.sha256(master).hexdigest()


def seed_for(*, master: bytes, tournament: str, number: int) -> bytes:
    """Return the seed of the draw with this number (1, 2, 3 …) of the tournament with this public id."""
    _check_master(master)
    if number < 1:
        raise ValueError("draws are numbered from 1")
    return hmac.digest(master, f"{PROTOCOL}|{tournament}|{number}".encode(), "sha256")


def _check_master(master: bytes) -> None:
    if len(master) != MASTER_BYTES:
        raise ValueError("a master seed has 32 bytes")


class _Stream:
    """Numbers from a seed: HMAC-SHA256 counter blocks, eight 32-bit words each, biased words rejected."""

    __slots__ = ("_block", "_label", "_seed", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely."""
        limit = _WORDS - _WORDS % n
        words = self._words
        while True:
            if not words:
                digest = hmac.digest(self._seed, f"{self._label}|{self._block}".encode(), "sha256")
                self._block += 1
                words.extend(int.from_bytes(digest[i : i + 4], "big") for i in (28, 24, 20, 16, 12, 8, 4, 0))
            word = words.pop()
            if word < limit:
                return word % n

    def shuffled(self, things: Iterable[_T]) -> list[_T]:
        """Fisher-Yates from the last place down."""
        out = list(things)
        below = self.below
        for i in range(len(out) - 1, 0, -1):
            j = below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out


def permutation(*, seed: bytes, label: str, things: Sequence[_T]) -> list[_T]:
    """Return the documented permutation of things under this seed and label."""
    return _Stream(seed, label).shuffled(things)


# ------------------------------------------------------------------------------------------------ many seats


def draw_seats(
    *,
    seed: bytes,
    participants: Sequence[int],
    seats: Sequence[tuple[int, int]],
    already: Mapping[int, int] | None = None,
) -> dict[int, tuple[int, int]]:
    """Seat everybody: entry number to (table, seat).

    seats: the free (table, seat) pairs. already: players who sit at a table before the draw (default none).
    The order in which participants and seats are given does not matter. Each player in drawn order goes to
    the table with the fewest players (equal tables in drawn order) and takes the next of its seats in drawn
    order: tables end within one of each other as far as their seats allow.

    Refusals: ``too_few_seats``.
    Rule: ADTP.7, PT-T.39
    """
    if len(set(participants)) != len(participants) or len(set(seats)) != len(seats):
        raise ValueError("an entry or a seat is named twice")
    if len(participants) > len(seats):
        raise _too_few(len(participants), len(seats))
    by_table: dict[int, list[int]] = {}
    for table, seat in sorted(seats):
        by_table.setdefault(table, []).append(seat)
    players = _Stream(seed, "players").shuffled(sorted(participants))
    order = _Stream(seed, "tables").shuffled(by_table)
    stream = _Stream(seed, "seats")
    # pop() takes from the end, so the drawn order of a table's seats is read backwards
    free = {table: stream.shuffled(its_seats) for table, its_seats in by_table.items()}
    sitting = already or {}
    heap = [(sitting.get(table, 0), rank, table) for rank, table in enumerate(order)]
    heapify(heap)
    out: dict[int, tuple[int, int]] = {}
    for entry in players:
        count, rank, table = heap[0]
        its = free[table]
        out[entry] = (table, its.pop())
        if its:
            heapreplace(heap, (count + 1, rank, table))
        else:
            heappop(heap)
    return out


def seats_of(*, tables: Iterable[int], seats_per_table: int) -> list[tuple[int, int]]:
    """Return all seats of empty tables, numbered from 1."""
    return [(table, seat) for table in tables for seat in range(1, seats_per_table + 1)]


def record_seats(
    *,
    master: bytes,
    tournament: str,
    number: int,
    kind: DrawKind,
    participants: Sequence[int],
    seats: Sequence[tuple[int, int]],
    already: Mapping[int, int] | None = None,
) -> DrawRecord:
    """`draw_seats` with its record: initial draw, redraw, final table, alternates seated together.

    Rule: ADTP.7, PT-T.39, REGULATIONS 3.1
    """
    seed = seed_for(master=master, tournament=tournament, number=number)
    drawn = draw_seats(seed=seed, participants=participants, seats=seats, already=already)
    tables: dict[int, list[int]] = {}
    for table, seat in sorted(seats):
        tables.setdefault(table, []).append(seat)
    sitting = already or {}
    return DrawRecord(
        tournament=tournament,
        number=number,
        kind=kind,
        method=Method.SEATS,
        seed=seed,
        inputs={
            "participants": sorted(participants),
            "tables": [[table, sitting.get(table, 0), free] for table, free in tables.items()],
        },
        result={"seats": _rows(drawn)},
    )


# ------------------------------------------------------------------------------------------------ one seat


def shortest_tables(*, tables: Sequence[OpenTable]) -> list[OpenTable]:
    """Return the tables whose seats are on offer: those with the fewest players that take players and have a free
    seat.

    Every newcomer - late entry, re-entry, alternate - is offered seats by this one rule.
    Rule: ADTP.8A
    """
    open_tables = [t for t in tables if t.takes_players and t.free_seats]
    fewest = min((t.players for t in open_tables), default=0)
    return sorted((t for t in open_tables if t.players == fewest), key=lambda t: t.table)


def draw_one(*, seed: bytes, tables: Sequence[OpenTable]) -> tuple[int, int]:
    """Return one newcomer's (table, seat): a table drawn among the shortest, then one of its free seats.

    Refusals: ``no_free_seat``.
    Rule: ADTP.8A, ADTP.7, PT-T.48
    """
    offered = shortest_tables(tables=tables)
    if not offered:
        raise Refused(
            "no_free_seat", N_("No seat is free. Put the player on the waiting list."), rule="SCPT.H"
        )
    table = offered[_Stream(seed, "table").below(len(offered))]
    free = sorted(table.free_seats)
    return table.table, free[_Stream(seed, "seat").below(len(free))]


def record_one(
    *,
    master: bytes,
    tournament: str,
    number: int,
    kind: DrawKind,
    participant: int,
    tables: Sequence[OpenTable],
) -> DrawRecord:
    """`draw_one` with its record: late entry, re-entry, an alternate's seat, a move by draw.

    The record names the tables on offer and the free seats of the one drawn, so that its size follows the
    choice and not the field.
    Refusals: ``no_free_seat``.
    Rule: ADTP.8A, PT-T.48
    """
    seed = seed_for(master=master, tournament=tournament, number=number)
    table, seat = draw_one(seed=seed, tables=tables)
    offered = shortest_tables(tables=tables)
    free = next(sorted(t.free_seats) for t in offered if t.table == table)
    return DrawRecord(
        tournament=tournament,
        number=number,
        kind=kind,
        method=Method.ONE,
        seed=seed,
        inputs={
            "participant": participant,
            "players_at_each": offered[0].players,
            "tables": [t.table for t in offered],
            "free_seats": free,
        },
        result={"seats": [[participant, table, seat]]},
    )


# ------------------------------------------------------------------------------------------------ breaking


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakingDraw:
    """How a broken table was emptied.

    seat_cards: (table, seat) in the order of the shuffled pile. cards: seat at the broken table to the card
    dealt there, as "As". order: the seats in the order in which they drew. seats: entry to (table, seat).
    """

    seat_cards: tuple[tuple[int, int], ...]
    cards: Mapping[int, str]
    order: tuple[int, ...]
    seats: Mapping[int, tuple[int, int]]


def receiving_tables(*, tables: Sequence[OpenTable], count: int) -> list[OpenTable]:
    """Return the tables that can receive one of count players when each goes where fewest sit.

    Refusals: ``too_few_seats``.
    """
    open_tables = sorted(
        (t for t in tables if t.takes_players and t.free_seats), key=lambda t: (t.players, t.table)
    )
    room = sum(len(t.free_seats) for t in open_tables)
    if room < count:
        raise _too_few(count, room)
    filled = 0
    level = open_tables[0].players if open_tables else 0
    while filled < count:
        filled += sum(1 for t in open_tables if t.players <= level < t.players + len(t.free_seats))
        level += 1
    return sorted((t for t in open_tables if t.players < level), key=lambda t: t.table)


def break_table(
    *, seed: bytes, players: Mapping[int, int], button: int, tables: Sequence[OpenTable]
) -> BreakingDraw:
    """Empty a table by two random steps.

    players: seat at the broken table to entry number. button: the seat from whose left the cards are dealt.
    First the seat cards - as many as players, of the tables with fewest players - are shuffled face down.
    Then one playing card is dealt to each player, and they draw from the pile in the order of the highest
    card, by suit spade, heart, diamond, club.

    Refusals: ``too_few_seats``.
    Rule: ADTP.10, ADTP.P4, CASES 10-a
    """
    targets = receiving_tables(tables=tables, count=len(players))
    order = _Stream(seed, "tables").shuffled(t.table for t in targets)
    stream = _Stream(seed, "seats")
    free = {t.table: stream.shuffled(sorted(t.free_seats)) for t in targets}
    sitting = {t.table: t.players for t in targets}
    heap = [(sitting[table], rank, table) for rank, table in enumerate(order)]
    heapify(heap)
    pile: list[tuple[int, int]] = []
    for _ in players:
        count, rank, table = heap[0]
        pile.append((table, free[table].pop()))
        if free[table]:
            heapreplace(heap, (count + 1, rank, table))
        else:
            heappop(heap)
    pile = _Stream(seed, "seat cards").shuffled(sorted(pile))
    deck = _Stream(seed, "deck").shuffled(DECK)
    from_left = sorted(s for s in players if s > button) + sorted(s for s in players if s <= button)
    cards = dict(zip(from_left, deck, strict=False))
    turn = sorted(cards, key=lambda s: _STRENGTH[cards[s]])
    return BreakingDraw(
        seat_cards=tuple(pile),
        cards=cards,
        order=tuple(turn),
        seats={players[seat]: card for seat, card in zip(turn, pile, strict=True)},
    )


def record_break(
    *,
    master: bytes,
    tournament: str,
    number: int,
    table: int,
    players: Mapping[int, int],
    button: int,
    tables: Sequence[OpenTable],
) -> DrawRecord:
    """`break_table` with its record. table: the number of the broken table.

    Refusals: ``too_few_seats``.
    Rule: ADTP.10, CASES 10-a, REGULATIONS 3.4
    """
    seed = seed_for(master=master, tournament=tournament, number=number)
    broken = break_table(seed=seed, players=players, button=button, tables=tables)
    targets = receiving_tables(tables=tables, count=len(players))
    return DrawRecord(
        tournament=tournament,
        number=number,
        kind=DrawKind.BREAK_TABLE,
        method=Method.DOUBLE_RANDOM,
        seed=seed,
        inputs={
            "table": table,
            "button": button,
            "players": [[seat, players[seat]] for seat in sorted(players)],
            "tables": [[t.table, t.players, sorted(t.free_seats)] for t in targets],
        },
        result={
            "seat_cards": [list(card) for card in broken.seat_cards],
            "cards": [[seat, broken.cards[seat]] for seat in sorted(broken.cards)],
            "order": list(broken.order),
            "seats": _rows(broken.seats),
        },
    )


# -------------------------------------------------------------------------------------- buttons, cards


def draw_buttons(*, seed: bytes, tables: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return where the button starts: table to one of its occupied seats.

    Rule: PT-T.40, PT-H.46
    """
    stream = _Stream(seed, "button")
    out = {}
    for table in sorted(tables):
        occupied = sorted(tables[table])
        if not occupied:
            raise ValueError("a button needs somebody at the table")
        out[table] = occupied[stream.below(len(occupied))]
    return out


def record_buttons(
    *, master: bytes, tournament: str, number: int, tables: Mapping[int, Sequence[int]]
) -> DrawRecord:
    """`draw_buttons` with its record."""
    seed = seed_for(master=master, tournament=tournament, number=number)
    drawn = draw_buttons(seed=seed, tables=tables)
    return DrawRecord(
        tournament=tournament,
        number=number,
        kind=DrawKind.BUTTON,
        method=Method.BUTTONS,
        seed=seed,
        inputs={"tables": [[table, sorted(tables[table])] for table in sorted(tables)]},
        result={"buttons": [[table, drawn[table]] for table in sorted(drawn)]},
    )


def draw_cards(*, seed: bytes, count: int) -> list[str]:
    """Return the first cards of a shuffled deck of 52 without jokers, as "As": a chip race, a high card. Rule: SCPT.N

    Refusals: ``too_many_cards``.
    """
    if not 0 <= count <= len(DECK):
        raise Refused(
            "too_many_cards",
            N_("One deck has 52 cards; %(count)s were asked for."),
            rule="ADTP.10",
            count=count,
        )
    return _Stream(seed, "deck").shuffled(DECK)[:count]


def record_cards(*, master: bytes, tournament: str, number: int, kind: DrawKind, count: int) -> DrawRecord:
    """`draw_cards` with its record."""
    seed = seed_for(master=master, tournament=tournament, number=number)
    return DrawRecord(
        tournament=tournament,
        number=number,
        kind=kind,
        method=Method.CARDS,
        seed=seed,
        inputs={"count": count},
        result={"cards": draw_cards(seed=seed, count=count)},
    )


def card_strength(card: str) -> int:
    """0 for the ace of spades to 51 for the deuce of clubs: the lower, the higher the card.

    Rule: ADTP.P4
    """
    return _STRENGTH[card]


# ------------------------------------------------------------------------------------------------ publishing


def publication(
    *, tournament: str, commitment_hex: str, master: bytes | None, draws: Iterable[DrawRecord]
) -> dict[str, Any]:
    """Return what outsiders download and give to static/verify_draw.py. master: None until the tournament has
    ended.
    """
    return {
        "protocol": PROTOCOL,
        "tournament": tournament,
        "commitment": commitment_hex,
        "master_seed": None if master is None else master.hex(),
        "draws": [record.as_dict() for record in draws],
    }


def _rows(seats: Mapping[int, tuple[int, int]]) -> list[list[int]]:
    return [[entry, *seats[entry]] for entry in sorted(seats)]


def _too_few(wanted: int, free: int) -> Refused:
    return Refused(
        "too_few_seats",
        N_("%(wanted)s players need a seat and %(free)s are free. Open another table first."),
        rule="ADTP.7",
        wanted=wanted,
        free=free,
    )
