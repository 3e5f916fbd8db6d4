"""Playing cards: the card itself, which tells nobody what it is unless it is asked by name, the committed decks, and what
the players' words make of them."""

from __future__ import annotations

from rules.cards.card import RANKS, SUITS, Card
from rules.cards.deck import (
    PLACES,
    PROTOCOL,
    PROTOCOL_OF_ONE_DECK,
    SECRET_BYTES,
    Deck,
    Opening,
    places_of_board,
    places_of_seat,
)
from rules.cards.mixing import DealtDeck, Mix, link_of, mix, secrets_of_decks

__all__ = [
    "PLACES",
    "PROTOCOL",
    "PROTOCOL_OF_ONE_DECK",
    "RANKS",
    "SECRET_BYTES",
    "SUITS",
    "Card",
    "DealtDeck",
    "Deck",
    "Mix",
    "Opening",
    "link_of",
    "mix",
    "places_of_board",
    "places_of_seat",
    "secrets_of_decks",
]
