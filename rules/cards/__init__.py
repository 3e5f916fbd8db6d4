"""Playing cards: the card itself, which tells nobody what it is unless it is asked by name."""

from __future__ import annotations

from rules.cards.card import RANKS, SUITS, Card

__all__ = ["RANKS", "SUITS", "Card"]
