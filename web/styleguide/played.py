"""Moments of a played table for the style guide: what stands on its page then, and what is touched on it. Every name and amount is made up; the
cards are those of a deck that the reader's page can prove.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from rules.cards import DealtDeck, Deck, mix, places_of_board, places_of_seat, secrets_of_decks
from rules.hands import CardGame
from rules.hands.settlement import read
from web.player.game_words import words_of_game
from web.player.table_event import LineOfEvent
from web.player.table_words import banner_words, card_words, words_of_table
from web.player.tables import seats_in_words

_NOWHERE = 0  # no table has it
_HAND = 12
_MINE = 4
_LONG = "Ana Rita de Sá e Melo dos Reis Lima Pires Souza Brito Couto"
_FROM_MS = 1_763_758_800_000
_DECISION_SECONDS = 20
# a secret that makes four suits and a ten on the turn, and Queens over nines for who sits in seat 4
_SECRET = hashlib.sha256(b"styleguide 1819").digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What is seen of a table. told: where it differs from the hand that is played; mine: what the reader alone sees, None for who looks on;
    now_ms: since the decision began; pressed, typed: what is done to the page, in this order; shown: what looks as under a finger; line: whether
    there is one to the house; wide: whether it is seen on a wide screen, too.
    """

    told: dict[str, Any] = field(default_factory=dict)
    mine: dict[str, Any] | None = None
    event: bool = False
    now_ms: int = 8_000
    pressed: tuple[str, ...] = ()
    typed: str = ""
    shown: dict[str, str] = field(default_factory=dict)
    line: bool = True
    wide: bool = False


def _sits(seat: int, name: str, chips: int, **more: object) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": name,
        "chips": chips,
        "bet_chips": 0,
        "facing_chips": None,
        "in_hand": True,
        "folded": False,
        "all_in": False,
        "away": False,
        "line_lost": False,
        "rehearsal": False,
        **more,
    }


_SEATS = [
    _sits(1, "Ana Prado", 41_200, folded=True),
    _sits(2, "Igor Moreira", 0, all_in=True, bet_chips=8_400),
    _sits(3, "Renata Martins", 1_456_750, bet_chips=12_600),
    _sits(_MINE, "Maria Aparecida Wanderley", 36_500, facing_chips=12_600),
    _sits(5, "Bruno Sá", 22_000, away=True, in_hand=False),
    _sits(7, "Davi Lima", 18_000, line_lost=True),
    _sits(8, "Cecília", 9_000, rehearsal=True),
    _sits(9, _LONG, 60_000, in_hand=False),
]
_OPTIONS: dict[str, Any] = {
    "facing_chips": 12_600,
    "may_check": False,
    "call_to_chips": 12_600,
    "raise_from_chips": 25_200,
    "raise_to_chips": 36_500,
    "bet_chips": 12_600,
    "street_chips": 0,
    "stack_chips": 36_500,
    "pot_chips": 48_600,
}
_TURN: dict[str, Any] = {"options": _OPTIONS, "may_use_bank": True}
_FREE: dict[str, Any] = {
    **_OPTIONS,
    "facing_chips": 0,
    "may_check": True,
    "call_to_chips": None,
    "raise_from_chips": 600,
    "bet_chips": 0,
}
# all nine have put in what is written longest; who sits in seat 3 has more big blinds than anybody
_FULL: dict[str, Any] = {
    "seats": [
        _sits(1, "Ana Prado Nogueira", 123_456_789, bet_chips=123_450_000),
        _sits(2, "Igor Moreira", 0, all_in=True, bet_chips=113_450_000),
        _sits(3, "Renata Martins", 971_166_800, bet_chips=123_450_000),
        _sits(
            _MINE, "Maria Aparecida Wanderley", 923_456_700, bet_chips=23_450_000, facing_chips=100_000_000
        ),
        _sits(5, "Bruno Sá", 823_456_700, bet_chips=123_450_000),
        _sits(6, "Wanderley Gonçalves", 723_456_700, bet_chips=123_450_000),
        _sits(7, "Davi Lima", 623_456_700, bet_chips=123_450_000, line_lost=True),
        _sits(8, "Cecília Wermelinger", 523_456_700, bet_chips=123_450_000),
        _sits(9, _LONG, 423_456_700, bet_chips=123_450_000),
    ],
    "small_blind_chips": 2_000,
    "big_blind_chips": 4_000,
    "stack_chips": 600_000_000,
    "street": "river",
    "pot_chips": 1_347_500_000,
    "gathered_chips": 246_600_000,
    "pots": [{"chips": 1_247_500_000}, {"chips": 100_000_000}],
    "acts": [],
}
_FULL_TURN: dict[str, Any] = {
    "options": {
        "facing_chips": 100_000_000,
        "may_check": False,
        "call_to_chips": 123_450_000,
        "raise_from_chips": 223_450_000,
        "raise_to_chips": 946_906_700,
        "bet_chips": 123_450_000,
        "street_chips": 23_450_000,
        "stack_chips": 923_456_700,
        "pot_chips": 1_347_500_000,
    },
    "may_use_bank": True,
}
_AHEAD = {"ahead": "call", "hand_number": _HAND, "street": "turn", "facing_chips": 12_600}
_BUBBLE: dict[str, Any] = {
    "tournament_id": _NOWHERE,
    "level": 9,
    "table": 4,
    "tables": 3,
    "players_left": 16,
    "entries_total": 94,
    "average_chips": 163_125,
    "late_entries": False,
    "hand_for_hand": True,
    "still_play": 0,
    "redraw": False,
    "timed": False,
    "ends": None,
    "last_hands": None,
    "rebuying": [],
    "bounty_cents": 0,
}
_LINE = LineOfEvent(
    level="9",
    left="12:36",
    next="400 / 800",
    players="16 / 94",
    average="272 BB",
    money="",
    ends_ms=None,
    clock="",
    paid=15,
)
MOMENTS: dict[str, Moment] = {
    "played": Moment(),
    "decided": Moment(told={"stage": "showing", "to_act": None, "pots": []}),
    "turn": Moment(
        mine=_TURN,
        shown={".act.fold": "hover", ".act.call": "focus", ".act.raise": "active"},
    ),
    "wide": Moment(mine=_TURN, wide=True),
    "full": Moment(told=_FULL, mine=_FULL_TURN, wide=True),
    "sheet": Moment(mine=_TURN, pressed=(".act.raise",), now_ms=16_000),
    "too-much": Moment(mine=_TURN, pressed=(".act.raise",), typed="900000"),
    "all-in": Moment(mine=_TURN, pressed=(".act.raise", ".size.all")),
    "fold-for-nothing": Moment(
        told={
            "seats": [{**one, "bet_chips": 0} for one in _SEATS],
            "more_time": {"bank_ms": 30_000, "reconnect_ms": 0},
        },
        mine={**_TURN, "options": _FREE},
        now_ms=21_000,
        pressed=(".act.fold",),
    ),
    "capped": Moment(
        mine={
            **_TURN,
            "options": {**_OPTIONS, "raise_from_chips": None, "raise_to_chips": None, "capped": True},
            "may_use_bank": False,
        }
    ),
    "sent": Moment(mine=_TURN, pressed=(".act.call",)),
    "ahead": Moment(told={"to_act": 3}, mine={"ahead": _AHEAD}),
    "away": Moment(mine={"away": True, "kept_until_ms": _FROM_MS + 600_000}),
    "leaves": Moment(told={"to_act": 3}, mine={"leaves": True}),
    "held": Moment(
        told={"held": {"at_ms": _FROM_MS + 8_000, "reason": _LONG, "with_clocks": False, "lines": None}},
        mine={},
    ),
    "hand-for-hand": Moment(told={"to_act": 3, "event": _BUBBLE}, mine={}, event=True),
    "line-lost": Moment(mine=_TURN, line=False),
}


@lru_cache
def _deck() -> tuple[tuple[str, str], DealtDeck]:
    """Both roots of the hand, and the deck that is dealt where nobody gave a word."""
    hand = f"{_NOWHERE}/{_HAND}"
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
        for seat in (_MINE, 2)
    ]
    return {
        "pots": [{"chips": 48_600, "shares": [[_MINE, 48_600]]}],
        "stacks": [[_MINE, 85_100], [2, 0]],
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
        "table_id": _NOWHERE,
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
        "decision_seconds": _DECISION_SECONDS,
        "turn": 31,
        "hand_number": _HAND,
        "button": 1,
        "small_blind": 2,
        "big_blind": 3,
        "street": "river" if decided else "turn",
        "board": [card.text for card in deck.cards(places_of_board(count=5 if river else 4))],
        "pot_chips": 48_600,
        "gathered_chips": 48_600,
        "pots": [{"chips": 36_000}, {"chips": 12_600}],
        "to_act": _MINE,
        "from_ms": _FROM_MS,
        "due_ms": _FROM_MS + (_DECISION_SECONDS + 30) * 1000
        if "more_time" in moment.told
        else _FROM_MS + _DECISION_SECONDS * 1000,
        "more_time": {"bank_ms": 0, "reconnect_ms": 0},
        "deals_ms": None,
        "seats": _SEATS,
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
    return {
        "table_id": _NOWHERE,
        "turn": 31,
        "hand_number": _HAND,
        "seat": _MINE,
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
        "cards": deck.told(places_of_seat(_MINE, count=2)),
        "makes": None,
        "options": None,
        "must_add": False,
        "words": {"end": "", "from_number": 0, "given_for": 0},
        **moment.mine,
    }


def page_of(moment: Moment) -> dict[str, Any]:
    """Return what the template of a played table reads, and what is done to its page."""
    payload, mine = _payload(moment), _mine(moment)
    own = mine["cards"] if mine else []
    me = 1 if mine or moment.told == {} else None
    return {
        "face": payload,
        "mine": mine,
        "faces": {"table": payload, "mine": mine},
        "banner": banner_words(payload, seat=_MINE if mine else None),
        "seats": seats_in_words(payload),
        "free": [6],
        "board": [card_words(card) for card in payload["board"]],
        "own_cards": [card_words(opening["card"]) for opening in own],
        "words": words_of_table(payload, sits=mine is not None),
        "me": me,
        "cash": None,
        "currency": "",
        "line": _LINE if moment.event else None,
        "game": words_of_game(payload["game"]),
        "event": SimpleNamespace(places_paid=15, bounty_cents=0, currency="BRL") if moment.event else None,
        "page": {
            "table_topic": "table",
            "own_topic": "own" if mine else "",
            "player_id": me,
            "open": True,
            "api": "/",
            "session": "",
            "since_ms": None,
            "csrf": "",
            **({"clock": "", "ends_ms": None, "paid": 15, "entries_open": False} if moment.event else {}),
        },
        "specimen": {
            "now_ms": _FROM_MS + moment.now_ms,
            "pressed": moment.pressed,
            "typed": moment.typed,
            "shown": moment.shown,
            "line": moment.line,
        },
    }
