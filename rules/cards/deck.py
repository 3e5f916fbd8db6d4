"""A shuffled deck that is fixed before the hand and opened card by card, so that each viewer can check what they saw.

The protocol is written down in docs/adr/0021-two-decks-and-words.md. From a secret of 32 bytes and the name of the hand
follow the order of the 52 cards and a salt of 256 bits for every place. The root of a Merkle tree over the salted cards is
published before the hand; who may see a card gets its opening: place, card, salt and the path to the root. A card that is
never opened is never told, and its leaf cannot be guessed without the salt. A hand has two such decks; which one is dealt,
and from which places, the players' words say (`rules.cards.mixing`). Hands of before had one.

The stand-alone verifier is static/verify_hand.py. It is written apart from this module and must stay so.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NoReturn

from rules.cards.card import HIDDEN, Card
from rules.draw import permutation

PROTOCOL = "shuffle-up/hand/v2"
PROTOCOL_OF_ONE_DECK = "shuffle-up/hand/v1"  # hands that were dealt before there were two
SECRET_BYTES = 32
PLACES = 52
_LEAVES = 64
_NO_CARD = "--"
_PLACES_A_SEAT = 4
_FIRST_OF_BOARD = 41


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What proves one card of a committed deck: its place, its salt and the hashes beside the way up to the root.

    With the salt a card is guessed in 52 tries, so that is not printed either.
    """

    place: int
    card: Card
    salt: bytes = field(repr=False)
    path: tuple[bytes, ...] = field(repr=False)

    def told(self) -> dict[str, Any]:
        """Return the opening as JSON-able values, the card by its name: only for who may see that card."""
        return {
            "place": self.place,
            "card": self.card.text,
            "salt": self.salt.hex(),
            "path": [node.hex() for node in self.path],
        }


class Deck:
    """52 cards in the order that a secret gives one hand. It prints nothing and is never stored.

    number: 0 or 1, which of the hand's two decks it is; None for the one deck of a hand of before.
    """

    def __init__(self, *, secret: bytes, hand: str, number: int | None = None) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError("the secret of a deck has 32 bytes")
        self._secret = secret
        self._name = (
            f"{PROTOCOL_OF_ONE_DECK}|{hand}" if number is None else f"{PROTOCOL}|{hand}|{int(number)}"
        )
        self._order = permutation(seed=secret, label=f"{self._name}|deck", things=range(PLACES))

    def card(self, place: int) -> Card:
        """Return the card at a place, 1 to 52."""
        _check(place)
        return Card(self._order[place - 1])

    def cards(self, places: Sequence[int]) -> tuple[Card, ...]:
        """Return the cards at these places, in their order."""
        return tuple(self.card(place) for place in places)

    @property
    def root(self) -> str:
        """What is published before the hand: the hex root of the tree over all salted places."""
        return self._tree[-1][0].hex()

    def opening(self, place: int) -> Opening:
        """Return the proof of the card at a place."""
        _check(place)
        path, index = [], place - 1
        for level in self._tree[:-1]:
            path.append(level[index ^ 1])
            index >>= 1
        return Opening(place=place, card=self.card(place), salt=self._salt(place), path=tuple(path))

    def _salt(self, place: int) -> bytes:
        return hmac.digest(self._secret, f"{self._name}|salt|{place}".encode(), "sha256")

    @cached_property
    def _tree(self) -> tuple[tuple[bytes, ...], ...]:
        levels = [tuple(self._leaf(place) for place in range(1, _LEAVES + 1))]
        while len(levels[-1]) > 1:
            below = levels[-1]
            levels.append(
                tuple(
                    hashlib.sha256(b"\x01" + below[i] + below[i + 1]).digest()
                    for i in range(0, len(below), 2)
                )
            )
        return tuple(levels)

    def _leaf(self, place: int) -> bytes:
        named = self.card(place).text if place <= PLACES else _NO_CARD
        return hashlib.sha256(f"{self._name}|{place}|{named}|".encode() + self._salt(place)).digest()

    def __repr__(self) -> str:
        return f"Deck({HIDDEN})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a deck is not stored")


def places_of_seat(seat: int, *, count: int) -> range:
    """Return the places of a deck that belong to a seat, taken or not: nobody's coming or going shifts another's
    cards.

    Rule: PT-H.50
    """
    first = _PLACES_A_SEAT * (seat - 1) + 1
    return range(first, first + count)


def places_of_board(*, count: int) -> range:
    """Return the places of a deck that belong to the first so many cards of the board. Rule: PT-H.49"""
    return range(_FIRST_OF_BOARD, _FIRST_OF_BOARD + count)


def _check(place: int) -> None:
    if not 1 <= place <= PLACES:
        raise ValueError("a deck has 52 places")
