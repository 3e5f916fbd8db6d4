"""Which of two committed decks a hand is dealt from, and from which places: the players' words say, and nobody alone.

Both roots are published first. Each player then gives a word, 32 bytes that were fixed before the roots were: it is the next
link back of a chain of hashes whose end the player gave earlier. From the roots and the words, seat by seat, with "-" for a
seat that gave none, follows one number; a bit of it picks the deck, and the whole gives a public order of the 52 places.
The protocol is written down in docs/adr/0021-two-decks-and-words.md.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from rules.cards.card import HIDDEN, Card
from rules.cards.deck import PLACES, PROTOCOL, SECRET_BYTES, Deck
from rules.draw import permutation

_SEATS = 10
_NO_WORD = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """What the words make of a hand. deck: 0 or 1, the one that is dealt; places: where each of the 52 places that belong to
    seats and board lies in that deck, from 1 to 52."""

    deck: int
    places: tuple[int, ...]


def secrets_of_decks(*, secret: bytes, hand: str) -> tuple[bytes, bytes]:
    """Return the secrets of a hand's two decks: each opens its deck whole and tells nothing of the other."""
    first, second = (hmac.digest(secret, f"{PROTOCOL}|{hand}|{n}|secret".encode(), "sha256") for n in (0, 1))
    return first, second


def link_of(word: bytes) -> bytes:
    """Return what a chain shows of its next word before the word itself is given."""
    return hashlib.sha256(word).digest()


def mix(*, hand: str, roots: tuple[str, str], words: Mapping[int, bytes]) -> Mix:
    """Return which deck is dealt and in which order of places. words: by seat, those that were given.

    All ten seats count, taken or not: who comes, goes or sits out changes nothing but the own word. Rule: PT-H.50
    """
    if not all(1 <= seat <= _SEATS and len(word) == SECRET_BYTES for seat, word in words.items()):
        raise ValueError("a word has 32 bytes and a seat")
    told = "|".join(words[seat].hex() if seat in words else _NO_WORD for seat in range(1, _SEATS + 1))
    number = hashlib.sha256(f"{PROTOCOL}|{hand}|{roots[0]}|{roots[1]}|{told}".encode()).digest()
    order = permutation(seed=number, label=f"{PROTOCOL}|{hand}|places", things=range(1, PLACES + 1))
    return Mix(deck=number[0] & 1, places=tuple(order))


class DealtDeck:
    """A deck as it is dealt: asked by the places that belong to seats and board, wherever the words put them."""

    def __init__(self, deck: Deck, *, mixed: Mix | None = None) -> None:
        self._deck = deck
        self._mixed = mixed

    def card(self, place: int) -> Card:
        """Return the card at a place of the table, 1 to 52."""
        return self._deck.card(self._lies_at(place))

    def cards(self, places: Sequence[int]) -> tuple[Card, ...]:
        """Return the cards at these places of the table, in their order."""
        return tuple(self.card(place) for place in places)

    def told(self, places: Sequence[int]) -> list[dict[str, Any]]:
        """Return the openings of these places as JSON-able values, for who may see these cards. at: the place of the table,
        where words were mixed; place: where it lies in the committed deck.
        """
        told = [self._deck.opening(self._lies_at(place)).told() for place in places]
        if self._mixed is None:
            return told
        return [{"at": place, **one} for place, one in zip(places, told, strict=True)]

    def _lies_at(self, place: int) -> int:
        if not 1 <= place <= PLACES:
            raise ValueError("a deck has 52 places")
        return place if self._mixed is None else self._mixed.places[place - 1]

    def __repr__(self) -> str:
        return f"DealtDeck({HIDDEN})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a deck is not stored")
