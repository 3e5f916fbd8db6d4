"""Which hand is better: five cards out of those a player holds and those on the board.

A strength is a whole number, and the higher one wins. Cards are added up rather than looked at: a card's code has 5 to
the power of its rank in the low bits and a counter of its suit above them, so that the sum of any seven codes says how
often each rank and each suit is there, and one look into a table says what that is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations

from rules.cards import Card


class CardGame(StrEnum):
    """What is dealt, and which cards may make a hand."""

    HOLDEM = "holdem"
    OMAHA = "omaha"

    @property
    def hole_cards(self) -> int:
        """How many cards each player is dealt. Rule: PT-H.25, PT-O.25"""
        return 2 if self is CardGame.HOLDEM else 4


BOARD_CARDS = 5

_SUITS_FROM = 36
_RANKS = (1 << _SUITS_FROM) - 1
# each counter of a suit begins at three: at five cards of the suit its highest bit is set
_BEGIN = sum(3 << (_SUITS_FROM + 4 * suit) for suit in range(4))
_FIVE_OF_A_SUIT = sum(8 << (_SUITS_FROM + 4 * suit) for suit in range(4))
_CODE = tuple(5 ** (index >> 2) | 1 << (_SUITS_FROM + 4 * (index & 3)) for index in range(52))

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
"""The kind of a hand, as the highest digit of its strength; a royal flush is the highest straight flush."""

_DIGITS = 5


def kind_of(strength: int) -> int:
    """Return the kind of a hand of this strength, `HIGH_CARD` to `STRAIGHT_FLUSH`. Rule: PT-H.29, PT-O.29"""
    return strength >> 4 * _DIGITS


def ranks_of(strength: int) -> tuple[int, ...]:
    """Return the ranks that decide between hands of one kind, the first the most important. Rule: PT-H.32, PT-O.32"""
    return tuple(strength >> 4 * (_DIGITS - 1 - n) & 15 for n in range(_DIGITS))


def strength_of(cards: Sequence[Card]) -> int:
    """Return how strong the best five of five, six or seven cards are.

    Suits are never compared; the ace is high, and low only in five, four, three, two, ace.

    Rule: PT-H.26, PT-H.29–32, PT-O.29–32
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError("five to seven cards make a hand")
    return _strength([card.index for card in cards])


def best_five(*, game: CardGame, hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, tuple[Card, ...]]:
    """Return how strong a player's cards are with the board, and the five that make it, as many of his own as can be.

    Rule: PT-H.26, PT-H.61, PT-O.26, PT-O.61
    """
    if game is CardGame.OMAHA:
        return _omaha(hole, board)
    wanted = strength_of([*hole, *board])
    return wanted, next(five for five in combinations([*hole, *board], 5) if strength_of(five) == wanted)


def _omaha(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, tuple[Card, ...]]:
    threes = [
        (_CODE[a.index] + _CODE[b.index] + _CODE[c.index], (a, b, c)) for a, b, c in combinations(board, 3)
    ]
    best, five = -1, (*hole[:2], *board[:3])
    table, flushes = _table(5), _flushes()
    for one, other in combinations(hole, 2):
        mine = _CODE[one.index] + _CODE[other.index] + _BEGIN
        for theirs, three in threes:
            total = mine + theirs
            found = (
                flushes[_ranks((one, other, *three))] if total & _FIVE_OF_A_SUIT else table[total & _RANKS]
            )
            if found > best:
                best, five = found, (one, other, *three)
    return best, five


def _strength(indexes: Sequence[int]) -> int:
    total = _BEGIN
    for index in indexes:
        total += _CODE[index]
    if not total & _FIVE_OF_A_SUIT:
        return _table(len(indexes))[total & _RANKS]
    suit = next(s for s in range(4) if total >> (_SUITS_FROM + 4 * s) & 8)
    ranks = 0
    for index in indexes:
        if index & 3 == suit:
            ranks |= 1 << (index >> 2)
    return _flushes()[ranks]


def _ranks(cards: Sequence[Card]) -> int:
    """Which ranks are there."""
    ranks = 0
    for card in cards:
        ranks |= 1 << (card.index >> 2)
    return ranks


def _packed(kind: int, *ranks: int) -> int:
    for rank in ranks:
        kind = kind << 4 | rank
    return kind << 4 * (_DIGITS - len(ranks))


@cache
def _straights() -> tuple[int, ...]:
    """For every set of ranks the highest card of its best straight, or -1."""
    runs = [(high, sum(1 << (high - n) % 13 for n in range(5))) for high in range(12, 2, -1)]
    return tuple(next((high for high, run in runs if ranks & run == run), -1) for ranks in range(1 << 13))


@cache
def _flushes() -> tuple[int, ...]:
    """For every set of ranks in one suit what it is worth."""
    worth = []
    for ranks, high in enumerate(_straights()):
        five = [rank for rank in range(12, -1, -1) if ranks >> rank & 1][:5]
        worth.append(_packed(STRAIGHT_FLUSH, high) if high >= 0 else _packed(FLUSH, *five))
    return tuple(worth)


@cache
def _table(count: int) -> dict[int, int]:
    """What so many cards not of one suit are worth, by the sum of their codes: 49,205 sums for seven cards."""
    table: dict[int, int] = {}
    # the ranks of which there are none, one, two, three and four so far, the highest first
    there: tuple[list[int], ...] = ([], [], [], [], [])

    def place(rank: int, left: int, total: int, ranks: int) -> None:
        """Go on with every number of cards of this rank that leaves no more than the lower ones can hold."""
        if not left:
            table[total] = _worth(there, ranks)
            return
        for many in range(max(0, left - 4 * rank), min(4, left) + 1):
            if many:
                there[many].append(rank)
                place(rank - 1, left - many, total + 5**rank * many, ranks | 1 << rank)
                there[many].pop()
            else:
                place(rank - 1, left, total, ranks)

    place(12, count, 0, 0)
    return table


def make_tables() -> None:
    """Make the tables for the five to seven cards of a hand, which else the first one to be read would wait for."""
    for cards in (5, 6, 7):
        _table(cards)
    _flushes()


def _worth(there: Sequence[list[int]], ranks: int) -> int:
    """What ranks are worth. there: by how often a rank is there, the highest first; ranks: the set of them."""
    _, singles, pairs, threes, fours = there
    if fours:
        return _packed(QUADS, fours[0], max(fours[1:] + threes + pairs + singles))
    if threes and (pairs or threes[1:]):
        return _packed(FULL_HOUSE, threes[0], max(threes[1:] + pairs))
    if (high := _straights()[ranks]) >= 0:
        return _packed(STRAIGHT, high)
    if threes:
        return _packed(TRIPS, threes[0], *singles[:2])
    if pairs[1:]:
        return _packed(TWO_PAIR, pairs[0], pairs[1], max(pairs[2:] + singles))
    if pairs:
        return _packed(PAIR, pairs[0], *singles[:3])
    return _packed(HIGH_CARD, *singles[:5])
