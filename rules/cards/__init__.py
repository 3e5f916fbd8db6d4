"""Playing cards: the card itself, which tells nobody what it is unless it is asked by name, and the committed deck."""

from __future__ import annotations

from rules.cards.card import RANKS, SUITS, Card
from rules.cards.deck import PROTOCOL, SECRET_BYTES, Deck, Opening, places_of_board, places_of_seat

__all__ = [
    "PROTOCOL",
    "RANKS",
    "SECRET_BYTES",
    "SUITS",
    "Card",
    "Deck",
    "Opening",
    "places_of_board",
    "places_of_seat",
]
