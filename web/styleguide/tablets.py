"""The floor's tablet for the style guide: what its page reads, what its module hears of the tables, and what is pressed there. Every name is made up."""

from __future__ import annotations

from typing import Any

from web.floor.words import floor_words
from web.styleguide.displays import AT_MS, NOBODY, PLAYED, ZONE
from web.styleguide.samples import LONG, TILES
from web.words import tablet_strip_words

_LINE = TILES[0]
_TABLE = _LINE["table"]
_SERVES = {
    "penalty_id": NOBODY,
    "kind": "missed_rounds",
    "rounds": 1,
    "reason": "ADTP.71",
    "hands_owed": 7,
    "hands_served": 4,
}


def _chair(seat: int, player: str, chips: int | None = None, **more: object) -> dict[str, Any]:
    stands = {"chips": chips, "level": 7, "recess": False, "stands": True, "bust_since": False}
    return {
        "seat": seat,
        "entry_id": seat if player else None,
        "player_id": seat,
        "player": player,
        "stack_chips": chips,
        "stack": stands if chips else None,
        "verified": True,
        "waits_for_button": False,
        "away": False,
        "hands_owed": 0,
        "penalties": [],
        "since": None,
        **more,
    }


_SEATED = {
    "line": {**_LINE, "button_seat": 1},
    "small_blind_seat": 2,
    "big_blind_seat": 3,
    "positions_at": None,
    "left": [],
    "chairs": [
        _chair(1, "Ana Prado", 41_200),
        _chair(2, "Igor Moreira", 8_400),
        _chair(3, "Renata Martins", verified=False),
        _chair(4, ""),
        _chair(5, "Bruno Sá", 12_000, away=True),
        _chair(6, "Marina Alves", 36_500, hands_owed=3, penalties=[_SERVES]),
        _chair(7, LONG, 112_000, waits_for_button=True),
        _chair(8, ""),
        _chair(9, "Davi Lima", 36_500),
    ],
}


def tablet() -> dict[str, Any]:
    """Return what the page of the tablet gives its module."""
    told = {
        "tournament_id": NOBODY,
        "name": "Main Event",
        "clock": PLAYED["clock"],
        "counts": PLAYED["counts"],
        "timezone": ZONE,
        "strip_words": tablet_strip_words(),
        "topics": {"clock": "clock", "counts": "counts", "tables": "tables", "table": "table/"},
        "operator": {"id": NOBODY, "name": "Ana Prado"},
        "sign_in": "#",
        "may_disqualify": True,
        "rebuy": "",
        "played_online": False,
        "may_rule": False,
        "book": "",
        "books": ["ADTP"],
        "bounty": False,
    }
    return {"page": told, "words": floor_words(), "lines": TILES, "tablet": True}


def opened(*pressed: str) -> dict[str, Any]:
    """Return what the module hears: a table is opened, and this is pressed one after another."""
    return {
        "now_ms": AT_MS,
        "at": f"#{_TABLE}",
        "heard": [["tables", {"tables": TILES, "hand_for_hand": None}], [f"table/{_TABLE}", _SEATED]],
        "pressed": pressed,
    }
