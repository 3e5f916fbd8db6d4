"""What the real parts of the pages are shown with: every name and number is made up."""

from __future__ import annotations

import re
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from web.player.table_drawing import seats_drawn

_NOBODY = 0  # no tournament has it
_MINE = 6


def _chair(seat: int, state: str, player: str = "", line: str = "", **more: object) -> dict[str, Any]:
    return {
        "chair": {"seat": seat, "player": player},
        "name": player,
        "state": state,
        "line": {"text": line, **more},
        "href": "#",
        "button": seat == 1,
        "small": seat == 2,
        "big": seat == 3,
    }


_TABLE = {
    "line": {"table": 4, "players": 7, "seats": 9},
    "tags": ({"kind": "warn", "icon": "triangle-alert", "text": "−2"},),
    "chairs": (
        _chair(1, "seated", "Ana Prado", "41.200"),
        _chair(2, "seated", "Igor Moreira", "8.400", short="7 BB"),
        _chair(3, "unverified", "Renata Martins"),
        _chair(4, "empty"),
        _chair(5, "away", "Bruno Sá"),
        _chair(6, "penalty", "Marina Alves"),
        _chair(7, "locked"),
        _chair(8, "seated", "Cecília Gonçalves", "112.000"),
        _chair(9, "seated", "Davi Lima", "36.500"),
    ),
}
_PODIUM = (
    {"place": 1, "name": "Renata Martins", "amount_cents": 1221400, "points": None},
    {"place": 2, "name": "Igor Moreira", "amount_cents": 642800, "points": None},
    {"place": 3, "name": "Cecília Gonçalves", "amount_cents": 450000, "points": None},
)
_PAYOUTS = (
    {"first": 1, "last": 1, "amount_cents": 1221400},
    {"first": 2, "last": 2, "amount_cents": 642800},
    {"first": 3, "last": 9, "amount_cents": 90000},
)
SAMPLE: dict[str, Any] = {
    "scope": {
        "tournament_id": _NOBODY,
        "name": "Main Event",
        "state": "running",
        "currency": "BRL",
        "timezone": "America/Sao_Paulo",
        "may": {},
    },
    "payloads": {
        "clock": {"state": "running"},
        "counts": {"pool_cents": 4290000, "guarantee_cents": 4000000, "late_registration_open": True},
    },
    "clock": {"remaining": "27:36", "blinds": "300 – 600", "level_line": "5", "ante": "600"},
    "strip": {
        "recess": ("42:10", "21:15"),
        "late": ("12:36", "8"),
        "late_soon": True,
        "ends": "02:40",
        "players": ("63", "/ 94"),
        "paid": ("15", "48"),
        "average": ("41.429", "69 BB"),
        "spent": 24,
        "of": 52,
    },
    "t": _TABLE,
    "total": 1,
    "places": {"venue": {}, "groups": ()},
    "user": {"name": "Ana Prado"},
    "view": {"tournament_id": _NOBODY, "name": "Main Event", "state": "running", "currency": "BRL"},
    "page": "tournament",
    "podium": _PODIUM,
    "rows": _PAYOUTS,
    "currency": "BRL",
    "table": 4,
    "seat": _MINE,
    "needs": (
        {"key": "a", "mark": "triangle-alert", "fact": "7 / 9 · 9 / 9", "rule": "ADTP.11", "amber": True},
        {"key": "b", "mark": "clock", "fact": "21:15", "reason": "8 → 9", "later": True},
    ),
    "my_seats": seats_drawn(9, mine=_MINE),
}


def shown(template: str, *, theme: str, **more: object) -> SafeString:
    """Draw the real parts of a template for one theme: ids of its own, and nothing that leads or posts anywhere."""
    begins = rf'\b(id|for|aria-labelledby|aria-controls|aria-describedby)="(?!{theme}-)'
    text: str = render_to_string(template, {**SAMPLE, **more, "theme": theme})
    text = re.sub(begins, rf'\1="{theme}-', text)
    text = re.sub(r'\b(action|href)="(?!#)[^"]*"', rf'\1="#theme-{theme}"', text)
    text = re.sub(r'\s(?:hx-[a-z-]+|data-key|aria-keyshortcuts)="[^"]*"', "", text)
    return mark_safe(text.replace('method="post"', 'method="dialog"'))  # noqa: S308 -- our own template and samples
