"""Decks: made when a card is needed, from a hand's seed and a key that the database does not know, and dropped."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings

from play.models import DealtHand
from rules.cards import PROTOCOL, Deck
from rules.refusals import N_, Refused


def key_in_use() -> str:
    """Name the key under which new hands are dealt. Refusals: ``no_card_key``."""
    if not settings.PLAY_KEY:
        raise Refused(
            "no_card_key",
            N_("This house has no key for its cards yet. Set PLAY_KEY, as the operator's guide says."),
        )
    return _name_of(settings.PLAY_KEY)


def hand_name(*, table_id: int, number: int) -> str:
    """Name a hand in everything that is hashed: a root or an opening of one hand is none of another."""
    return f"{table_id}/{number}"


def deck_of(*, table_id: int, number: int, seed: bytes, key: str) -> Deck:
    """Return the deck of a hand. LookupError where the key it was dealt under is not here."""
    for kept in (settings.PLAY_KEY, *settings.PLAY_KEY_FALLBACKS):
        if kept and _name_of(kept) == key:
            name = hand_name(table_id=table_id, number=number)
            secret = hmac.digest(kept.encode(), f"{PROTOCOL}|{name}|".encode() + bytes(seed), "sha256")
            return Deck(secret=secret, hand=name)
    raise LookupError("the key of this hand is not here")


def deck_of_hand(hand: DealtHand) -> Deck:
    """Return the deck of a hand that was read."""
    return deck_of(table_id=hand.table_id, number=hand.number, seed=bytes(hand.seed), key=hand.key)


def _name_of(key: str) -> str:
    return hashlib.sha256(b"shuffle-up/play-key|" + key.encode()).hexdigest()[:16]
