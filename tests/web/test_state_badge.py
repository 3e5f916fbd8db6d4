"""How a tournament stands and what its board tells, by the cases that drive static/js/board.js too (tests/browser_units/board.test.mjs)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from web.board import wall_lines
from web.state_badge import state_shown

TABLE = json.loads((Path(__file__).parents[1] / "state_cases.json").read_text())
COUNTS = {
    "state": "running",
    "decided": False,
    "hand_for_hand": False,
    "late_registration_open": False,
    "bubble": False,
    "final_table_reached": False,
    "in_the_money": False,
}
CLOCK = {
    "state": "running",
    "server_ms": 0,
    "anchor_ms": 0,
    "elapsed_ms": 0,
    "index": 2,
    "items": TABLE["items"],
    "recess": None,
}


def stands(clock: dict[str, Any], counts: dict[str, Any]) -> str:
    payloads = {"clock": CLOCK | clock, "counts": COUNTS | counts}
    return state_shown(payloads, at=datetime.fromtimestamp(0, UTC))


@pytest.mark.parametrize(
    "case", TABLE["cases"], ids=lambda case: f"{case['state']} {case['clock']} {case['counts']}"
)
def test_a_page_says_how_the_tournament_stands_before_its_script_does(case: dict[str, Any]) -> None:
    assert stands(case["clock"], case["counts"]) == case["state"]


def test_a_recess_in_which_chips_leave_play_says_so() -> None:
    assert stands({"index": 1}, {}) == "colour_up"
    assert stands({"index": 3}, {}) == "recess"


@pytest.mark.parametrize(("seconds", "told"), [(600, "Intervalo · 10\u00a0min"), (937, "Intervalo · 15:37")])
def test_a_break_that_comes_says_how_long_it_is_and_no_hour_of_the_day(seconds: int, told: str) -> None:
    items = [*TABLE["items"][:3], TABLE["items"][3] | {"seconds": seconds}]
    with translation.override("pt-br"):
        lines = wall_lines(CLOCK | {"items": items}, at=datetime.fromtimestamp(0, UTC))
    assert lines["next"] == told
