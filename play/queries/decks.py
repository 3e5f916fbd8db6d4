"""Decks: made when a card is needed, from a hand's seed and a key that the database does not know. A process keeps the last ones it
made in its memory, where the key is, too; they are stored nowhere."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from functools import lru_cache

from django.conf import settings

from play.models import DealtHand
from rules.cards import (
    PROTOCOL,
    PROTOCOL_OF_ONE_DECK,
    Card,
    DealtDeck,
    Deck,
    Mix,
    mix,
    places_of_seat,
    secrets_of_decks,
)
from rules.refusals import N_, Refused

# each act of a hand shows its own cards again, with their proof
_KEPT = 1_000


class CardsGone(LookupError):
    """The key under which a hand was dealt is not here: its cards cannot be made."""


def key_in_use() -> str:
    """Name the key under which new hands are dealt. Refusals: ``no_card_key``."""
    if not settings.PLAY_KEY:
        raise Refused(
            "no_card_key",
            N_(
                "This house has no key for its cards yet. Whoever installed it makes one: the operations guide says how, under Settings."
            ),
        )
    return _name_of(settings.PLAY_KEY)


def hand_name(*, table_id: int, number: int) -> str:
    """Name a hand in everything that is hashed: a root or an opening of one hand is none of another."""
    return f"{table_id}/{number}"


def two_decks(*, table_id: int, number: int, seed: bytes, key: str) -> tuple[Deck, Deck]:
    """Return both decks of a hand, of which the words will pick one. CardsGone where their key is not here."""
    name = hand_name(table_id=table_id, number=number)
    secret = _secret(name, seed=seed, key=key, protocol=PROTOCOL)
    first, second = secrets_of_decks(secret=secret, hand=name)
    return Deck(secret=first, hand=name, number=0), Deck(secret=second, hand=name, number=1)


def mix_of_hand(hand: DealtHand) -> Mix | None:
    """Return what the words of a dealt hand made of it; None of a hand that had one deck and no words."""
    if not hand.second_root:
        return None
    words = tuple((seat, word) for seat, word, *_chain in hand.words)
    name = hand_name(table_id=hand.table_id, number=hand.number)
    return _mix(name, (hand.root, hand.second_root), words)


@lru_cache(maxsize=_KEPT)
def _mix(name: str, roots: tuple[str, str], words: tuple[tuple[int, str], ...]) -> Mix:
    return mix(hand=name, roots=roots, words={seat: bytes.fromhex(word) for seat, word in words})


def deck_of_hand(hand: DealtHand) -> DealtDeck:
    """Return the deck from which a hand is dealt. CardsGone where its key is not here."""
    name = hand_name(table_id=hand.table_id, number=hand.number)
    if hand.dealt_at is None:
        raise ValueError("before a hand is dealt nobody knows its deck")
    mixed = mix_of_hand(hand)
    if mixed is None:
        secret = _secret(name, seed=bytes(hand.seed), key=hand.key, protocol=PROTOCOL_OF_ONE_DECK)
        return DealtDeck(_deck(secret, name, None))
    secret = _secret(name, seed=bytes(hand.seed), key=hand.key, protocol=PROTOCOL)
    picked = secrets_of_decks(secret=secret, hand=name)[mixed.deck]
    return DealtDeck(_deck(picked, name, mixed.deck), mixed=mixed)


def holes_of(hand: DealtHand, *, seats: Iterable[int]) -> dict[int, tuple[Card, ...]]:
    """Return the own cards of these seats. CardsGone where the key is not here."""
    deck = deck_of_hand(hand)
    return {seat: deck.cards(places_of_seat(seat, count=hand.hole_cards)) for seat in seats}


@lru_cache(maxsize=_KEPT)
def _deck(secret: bytes, name: str, number: int | None) -> Deck:
    return Deck(secret=secret, hand=name, number=number)


def other_secret(hand: DealtHand) -> str:
    """Return what opens the deck that was not dealt, whole; "" of a hand that had one deck, or is not over."""
    mixed = mix_of_hand(hand)
    if mixed is None or hand.result is None:
        return ""
    return both_secrets(hand)[1 - mixed.deck]


def both_secrets(hand: DealtHand) -> tuple[str, str]:
    """Return what opens each of the two decks of a hand whole: for the auditor alone. CardsGone where its key is not here."""
    name = hand_name(table_id=hand.table_id, number=hand.number)
    secret = _secret(name, seed=bytes(hand.seed), key=hand.key, protocol=PROTOCOL)
    first, second = secrets_of_decks(secret=secret, hand=name)
    return first.hex(), second.hex()


def _secret(name: str, *, seed: bytes, key: str, protocol: str) -> bytes:
    for kept in (settings.PLAY_KEY, *settings.PLAY_KEY_FALLBACKS):
        if kept and _name_of(kept) == key:
            return hmac.digest(kept.encode(), f"{protocol}|{name}|".encode() + seed, "sha256")
    raise CardsGone("the key of this hand is not here")


def _name_of(key: str) -> str:
    return hashlib.sha256(b"shuffle-up/play-key|" + key.encode()).hexdigest()[:16]
