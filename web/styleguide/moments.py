"""Moments of a played table for the style guide: what stands on its page then, and what is touched on it. Every name and amount is made up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from web.player.table_event import LineOfEvent

NOWHERE = 0  # no table has it
HAND = 12
MINE = 4
_LONG = "Ana Rita de Sá e Melo dos Reis Lima Pires Souza Brito Couto"
FROM_MS = 1_763_758_800_000
DECISION_SECONDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What is seen of a table. told: where it differs from the hand that is played; mine: what the reader alone sees, None for who looks on;
    known: whether who looks on has signed in; sells: a rebuy or an add-on, a seat for money or a place in its line; now_ms: since the decision began;
    pressed, typed: what is done to the page, in this order; shown: what looks as under a finger; line: whether there is one to the house; wide: whether
    it is seen on a wide screen, too.
    """

    told: dict[str, Any] = field(default_factory=dict)
    mine: dict[str, Any] | None = None
    event: bool = False
    known: bool = False
    sells: str = ""
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


SEATS = [
    _sits(1, "Ana Prado", 41_200, folded=True),
    _sits(2, "Igor Moreira", 0, all_in=True, bet_chips=8_400),
    _sits(3, "Renata Martins", 1_456_750, bet_chips=12_600),
    _sits(MINE, "Maria Aparecida Wanderley", 36_500, facing_chips=12_600),
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
        _sits(MINE, "Maria Aparecida Wanderley", 923_456_700, bet_chips=23_450_000, facing_chips=100_000_000),
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
_AHEAD = {"ahead": "call", "hand_number": HAND, "street": "turn", "facing_chips": 12_600}
_BUBBLE: dict[str, Any] = {
    "tournament_id": NOWHERE,
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
# between two hands: nothing lies on the table
_BETWEEN: dict[str, Any] = {
    "stage": "waiting",
    "to_act": None,
    "board": [],
    "pots": [],
    "pot_chips": 0,
    "gathered_chips": 0,
    "acts": [],
    "deals_ms": FROM_MS + 60_000,
    "seats": [
        {
            **one,
            "bet_chips": 0,
            "folded": False,
            "all_in": False,
            "chips": one["chips"] or 12_600,
            "facing_chips": None,
        }
        for one in SEATS
    ],
}
_VOID = {"kind": "voided", "why": "staff", "number": 11, "reason": _LONG}
CASH: dict[str, Any] = {
    "currency": "BRL",
    "least_cents": 12_000,
    "most_cents": 60_000,
    "rake_manner": "pot",
    "rake_bp": 500,
    "session": None,
    "waiting": 2,
}
# of who brings money: all seats but one are taken, or all
_FOR_MONEY: dict[str, Any] = {
    "cash": CASH,
    "kind": "cash",
    "to_act": 3,
    "seats": [{**one, "rehearsal": False, "chips": one["chips"] % 100_000} for one in SEATS],
}
_TAKEN: dict[str, Any] = {
    **_FOR_MONEY,
    "seats": [*_FOR_MONEY["seats"], _sits(6, "Lia", 30_000)],
    "cash": {**CASH, "waiting": 3},
}
LINE = LineOfEvent(
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
    "played": Moment(known=True),
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
            "seats": [{**one, "bet_chips": 0} for one in SEATS],
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
    "away": Moment(mine={"away": True, "kept_until_ms": FROM_MS + 600_000}),
    "leaves": Moment(told={"to_act": 3}, mine={"leaves": True}),
    "held": Moment(
        told={"held": {"at_ms": FROM_MS + 8_000, "reason": _LONG, "with_clocks": False, "lines": None}},
        mine={},
    ),
    "hand-for-hand": Moment(told={"to_act": 3, "event": _BUBBLE}, mine={}, event=True),
    "line-lost": Moment(mine=_TURN, line=False),
    "four-cards": Moment(told={"game": "plo", "limit": "pot_limit", "hole_cards": 4}, mine=_TURN),
    "menu": Moment(told={"to_act": 3}, mine={}, pressed=(".room-menu summary",)),
    "void": Moment(told={"to_act": 3, "notice": _VOID}, mine={}),
    "rebuy": Moment(
        told={
            "stage": "showing",
            "to_act": None,
            "pots": [],
            "event": {**_BUBBLE, "hand_for_hand": False, "rebuying": [2]},
        },
        mine={"seat": 2, "rebuy_ms": FROM_MS + 30_000},
        event=True,
        sells="rebuy",
    ),
    "add-on": Moment(
        told={**_BETWEEN, "event": {**_BUBBLE, "hand_for_hand": False}},
        mine={"cards": []},
        event=True,
        sells="add_on",
    ),
    "cash-seat": Moment(told=_FOR_MONEY, known=True, sells="seat"),
    "cash-full": Moment(told=_TAKEN, known=True, sells="line"),
    "cash-offered": Moment(told=_FOR_MONEY, known=True, sells="offered"),
}
