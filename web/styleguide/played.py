"""Moments of a played table, with every state of a seat: in the middle of a hand, and once it is decided."""

from __future__ import annotations

from typing import Any


def _sits(seat: int, name: str, chips: int, **more: object) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": name,
        "chips": chips,
        "bet_chips": 0,
        "in_hand": True,
        "folded": False,
        "all_in": False,
        "away": False,
        "line_lost": False,
        "rehearsal": False,
        **more,
    }


_TABLE: dict[str, Any] = {
    "seats_count": 9,
    "button": 1,
    "small_blind": 2,
    "big_blind": 3,
    "big_blind_chips": 600,
    "small_blind_chips": 300,
    "hand_number": 12,
    "hole_cards": 2,
    "stage": "playing",
    "phase": "time",
    "street": "turn",
    "free": [6],
    "open": [],
}
MOMENTS: dict[str, dict[str, Any]] = {
    "played": {
        **_TABLE,
        "to_act": 4,
        "board": ["As", "Td", "7c", "2h"],
        "pot_chips": 48600,
        "pots": [{"chips": 36000}, {"chips": 12600}],
        "result": None,
        "seats": [
            _sits(1, "Ana Prado", 41200, folded=True),
            _sits(2, "Igor Moreira", 0, all_in=True, bet_chips=8400),
            _sits(3, "Renata Martins", 145675000, bet_chips=12600),
            _sits(4, "Maria Aparecida Wanderley", 36500),
            _sits(5, "Bruno Sá", 22000, away=True, in_hand=False),
            _sits(7, "Davi Lima", 18000, line_lost=True),
            _sits(8, "Cecília", 9000, rehearsal=True),
            _sits(9, "Marina Alves", 60000, in_hand=False),
        ],
    },
    "decided": {
        **_TABLE,
        "to_act": None,
        "board": ["As", "Td", "7c", "2h", "Th"],
        "pot_chips": 48600,
        "pots": [],
        "result": {
            "pots": [{"chips": 48600, "shares": [[3, 48600]]}],
            "shown": [
                {
                    "seat": 3,
                    "hole": ["Ad", "Ac"],
                    "five": ["As", "Ad", "Ac", "Td", "Th"],
                    "sentence": "Full house, %(first)s over %(second)s",
                    "params": {"first": "A", "second": "10"},
                },
                {
                    "seat": 2,
                    "hole": ["Ks", "Kd"],
                    "five": ["Ks", "Kd", "Td", "Th", "As"],
                    "sentence": "Two pair, %(first)s and %(second)s",
                    "params": {"first": "K", "second": "10"},
                },
            ],
        },
        "seats": [
            _sits(1, "Ana Prado", 41200, folded=True),
            _sits(2, "Igor Moreira", 0, all_in=True),
            _sits(3, "Renata Martins", 145675000),
            _sits(5, "Bruno Sá", 22000, away=True, in_hand=False),
        ],
    },
}
