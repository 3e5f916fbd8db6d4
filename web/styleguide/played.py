"""The page of a played table at one of its moments (moments.py), for the style guide: the cards are those of a deck that the reader's page can prove."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.utils.translation import gettext as _

from rules.cards import DealtDeck, Deck, mix, places_of_board, places_of_seat, secrets_of_decks
from rules.hands import CardGame
from rules.hands.settlement import read
from web.player.cash_words import cash_words
from web.player.game_words import words_of_game
from web.player.table_words import banner_words, card_words, seats_in_words, words_of_table
from web.styleguide.moments import CASH, DECISION_SECONDS, FROM_MS, HAND, LINE, MINE, NOWHERE, SEATS, Moment

# a secret that makes four suits and a ten on the turn, and Queens over nines for who sits in seat 4
_SECRET = hashlib.sha256(b"styleguide 1819").digest()


@lru_cache
def _deck() -> tuple[tuple[str, str], DealtDeck]:
    """Both roots of the hand, and the deck that is dealt where nobody gave a word."""
    hand = f"{NOWHERE}/{HAND}"
    first, second = (
        Deck(secret=secret, hand=hand, number=number)
        for number, secret in enumerate(secrets_of_decks(secret=_SECRET, hand=hand))
    )
    mixed = mix(hand=hand, roots=(first.root, second.root), words={})
    return (first.root, second.root), DealtDeck((first, second)[mixed.deck], mixed=mixed)


def _result() -> dict[str, Any]:
    """Two who show: who won all, and who was all in."""
    _roots, deck = _deck()
    board = deck.cards(places_of_board(count=5))
    shown = [
        read(seat=seat, game=CardGame.HOLDEM, hole=deck.cards(places_of_seat(seat, count=2)), board=board)
        for seat in (MINE, 2)
    ]
    return {
        "pots": [{"chips": 48_600, "shares": [[MINE, 48_600]]}],
        "stacks": [[MINE, 85_100], [2, 0]],
        "shown": [
            {
                "seat": one.seat,
                "hole": [card.text for card in one.hole],
                "five": [card.text for card in one.five],
                "sentence": one.sentence,
                "params": one.params,
            }
            for one in shown
        ],
    }


def _payload(moment: Moment) -> dict[str, Any]:
    (root, second_root), deck = _deck()
    decided = moment.told.get("stage") == "showing"
    river = decided or moment.told.get("street") == "river"
    return {
        "table_id": NOWHERE,
        "name": "Sabiá",
        "kind": "demo",
        "game": "nlhe",
        "limit": "no_limit",
        "hole_cards": 2,
        "event": None,
        "cash": None,
        "stage": "playing",
        "seats_count": 9,
        "small_blind_chips": 300,
        "big_blind_chips": 600,
        "ante": None,
        "stack_chips": 60_000,
        "decision_seconds": DECISION_SECONDS,
        "turn": 31,
        "hand_number": HAND,
        "button": 1,
        "small_blind": 2,
        "big_blind": 3,
        "street": "river" if decided else "turn",
        "board": [card.text for card in deck.cards(places_of_board(count=5 if river else 4))],
        "pot_chips": 48_600,
        "gathered_chips": 48_600,
        "pots": [{"chips": 36_000}, {"chips": 12_600}],
        "to_act": MINE,
        "from_ms": FROM_MS,
        "due_ms": FROM_MS + (DECISION_SECONDS + 30) * 1000
        if "more_time" in moment.told
        else FROM_MS + DECISION_SECONDS * 1000,
        "more_time": {"bank_ms": 0, "reconnect_ms": 0},
        "deals_ms": None,
        "seats": SEATS,
        "held": None,
        "notice": None,
        "acts": [
            {
                "turn": 29,
                "seat": 2,
                "street": "turn",
                "act": "bet",
                "to_chips": 8_400,
                "all_in": True,
                "manner": "",
            },
            {
                "turn": 30,
                "seat": 3,
                "street": "turn",
                "act": "raise",
                "to_chips": 12_600,
                "all_in": False,
                "manner": "",
            },
        ],
        "open": [],
        "result": _result() if decided else None,
        "root": root,
        "second_root": second_root,
        "next_root": None,
        "next_second_root": None,
        "words": [],
        "other_deck": "",
        **moment.told,
    }


def _mine(moment: Moment) -> dict[str, Any] | None:
    if moment.mine is None:
        return None
    _roots, deck = _deck()
    seat = moment.mine.get("seat", MINE)
    return {
        "table_id": NOWHERE,
        "turn": 31,
        "hand_number": HAND,
        "seat": MINE,
        "away": False,
        "kept_until_ms": None,
        "leaves": False,
        "rests_next": False,
        "moves_to": 0,
        "kept_cents": 0,
        "adds_cents": 0,
        "bank_ms": 30_000,
        "may_use_bank": False,
        "rebuy_ms": None,
        "ahead": None,
        "cards": deck.told(places_of_seat(seat, count=moment.told.get("hole_cards", 2))),
        "makes": None,
        "options": None,
        "must_add": False,
        "words": {"end": "", "from_number": 0, "given_for": 0},
        **moment.mine,
    }


def _cash(payload: dict[str, Any], sells: str) -> dict[str, Any] | None:
    """What a table for money offers to who looks on: a seat, a place in the line, or the seat that is kept."""
    if payload["cash"] is None:
        return None
    words = cash_words(payload, table_id=NOWHERE, player_id=None)
    offer = {"balance_cents": 84_000, "least_cents": 12_000, "allowed_cents": 45_000, "limit_cents": 45_000}
    offered = sells == "offered"
    waiting = {
        "place": int(offered),
        "waiting": payload["cash"]["waiting"],
        "may_sit": sells != "line",
        "offered_until_ms": FROM_MS + 30_500 if offered else None,
        "left_seconds": 22 if offered else None,
    }
    return {**(words or {}), "offer": offer, "waiting": waiting, "usual_cents": 45_000}


def _sold(sells: str) -> dict[str, Any]:
    """The offer of chips to who sits at a tournament's table."""
    price = {"chips": 25_000, "price_cents": 45_000, "currency": "BRL"}
    if sells == "rebuy":
        waits = _("The next hand waits for who decides on a rebuy: %(names)s.")
        return {"rebuy": {**price, "enough": True, "waits": waits}}
    if sells == "add_on":
        counts = [{"count": n, "chips": 25_000 * n, "price_cents": 45_000 * n} for n in (1, 2)]
        sold = {**price, "index": 9, "after_level": 9}
        return {"add_on": {"sold": sold, "counts": counts, "enough": True, "shown": True}}
    return {}


def page_of(moment: Moment) -> dict[str, Any]:
    """Return what the template of a played table reads, and what is done to its page."""
    payload, mine = _payload(moment), _mine(moment)
    own = mine["cards"] if mine else []
    me = 1 if mine or moment.known else None
    cash = _cash(payload, moment.sells)
    return {
        "face": payload,
        "mine": mine,
        "faces": {"table": payload, "mine": mine},
        "banner": banner_words(payload, seat=MINE if mine else None),
        "seats": seats_in_words(payload),
        "free": [n for n in range(1, 10) if n not in {one["seat"] for one in payload["seats"]}],
        "board": [card_words(card) for card in payload["board"]],
        "own_cards": [card_words(opening["card"]) for opening in own],
        "words": words_of_table(payload, sits=mine is not None),
        "me": me,
        "cash": cash,
        "currency": CASH["currency"] if cash else "",
        **_sold(moment.sells),
        "line": LINE if moment.event else None,
        "game": words_of_game(payload["game"]),
        "event": SimpleNamespace(places_paid=15, bounty_cents=0, currency="BRL") if moment.event else None,
        "page": {
            "table_topic": "table",
            "own_topic": "own" if mine else "",
            "player_id": me,
            "open": True,
            "now_ms": FROM_MS + moment.now_ms,
            "api": "/",
            "session": "",
            "since_ms": None,
            "csrf": "",
            "waiting": cash["waiting"] if cash else None,
            **({"clock": "", "ends_ms": None, "paid": 15, "entries_open": False} if moment.event else {}),
        },
        "specimen": {
            "now_ms": FROM_MS + moment.now_ms,
            "pressed": moment.pressed,
            "typed": moment.typed,
            "shown": moment.shown,
            "line": moment.line,
        },
    }
