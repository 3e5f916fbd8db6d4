"""A card of the 52, made so that it cannot be told by accident.

A log line, an error page, a JSON encoder or a pickle that meets a card gets ``··`` or a failure. Only who writes
``card.text`` says what it is.
"""

from __future__ import annotations

from typing import NoReturn

RANKS = "23456789TJQKA"
"""Lowest first: the place in this text is the rank's number, 0 for the deuce to 12 for the ace."""

SUITS = "cdhs"
"""The place in this text is the suit's number; no suit is higher than another."""

HIDDEN = "··"


class Card:
    """One card. Its index is 4 × rank + suit, 0 for the deuce of clubs to 51 for the ace of spades.

    Equal cards are one object, so ``is`` and ``==`` say the same; they are not ordered, since a hand says what counts.
    """

    __slots__ = ("_index",)
    _index: int

    def __new__(cls, index: int) -> Card:  # noqa: PYI034 - one of the 52 that are there
        if not 0 <= index < len(_ALL):
            raise ValueError("there are 52 cards")
        return _ALL[index]

    @staticmethod
    def of(text: str) -> Card:
        """Return the card of this name: "As" is the ace of spades, "Td" the ten of diamonds."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            # the text may be a card that nobody may see: it is not repeated
            raise ValueError("that is no card") from None

    @property
    def index(self) -> int:
        """Its number in an unshuffled deck, 0 to 51."""
        return self._index

    @property
    def rank(self) -> int:
        """0 for the deuce to 12 for the ace."""
        return self._index >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self._index & 3

    @property
    def text(self) -> str:
        """Its name, as `Card.of` reads it: the only way in which a card is told."""
        return RANKS[self._index >> 2] + SUITS[self._index & 3]

    def __repr__(self) -> str:
        return HIDDEN

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(HIDDEN, spec)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a card is not stored")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card does not change")


def _made(index: int) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "_index", index)
    return card


_ALL: tuple[Card, ...] = tuple(_made(index) for index in range(52))
_BY_TEXT = {card.text: card for card in _ALL}
