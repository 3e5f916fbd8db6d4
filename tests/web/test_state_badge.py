"""How a tournament stands and what its board tells, by the cases that drive static/js/board.js too (tests/browser_units/board.test.mjs)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from web.screens.clock_said import wall_lines
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
        lines = wall_lines(CLOCK | {"items": items}, at=datetime.fromtimestamp(0, UTC), zone="UTC")
    assert lines["next"] == told


def told(**clock: Any) -> dict[str, str]:
    with translation.override("en"):
        return wall_lines(CLOCK | clock, at=datetime.fromtimestamp(0, UTC), zone="UTC")


def test_in_a_recess_level_and_blinds_are_called_those_to_come() -> None:
    lines = told(index=1)
    assert (lines["level_label"], lines["number"], lines["level_line"]) == (
        "Next level",
        "2",
        "Next: Level 2",
    )
    assert (lines["next_label"], lines["next"]) == ("After that", "Break · 10\u00a0min")
    # when play resumes stands in the band, and nowhere else
    assert (lines["says"], lines["recess_now"]) == ("Back at 00:10 with level 2", "true")
    lines = told(index=1, state="paused", anchor_ms=None)
    assert (lines["says"], lines["recess_now"]) == ("Break stopped · 10:00 left", "true")
    lines = told()
    assert (lines["says"], lines["recess_now"]) == ("", "")
    assert (lines["level_label"], lines["next_label"], lines["recess_label"]) == (
        "Level",
        "Up next",
        "Break in",
    )


def test_a_level_within_which_a_recess_is_given_is_no_other() -> None:
    given = {"seconds": 900, "ends_ms": 900_000, "left_ms": 900_000, "level_runs_after": True}
    lines = told(recess=given)
    assert (lines["level_label"], lines["level_line"], lines["number"]) == ("Level", "Level 2", "2")
    assert lines["says"] == "Back at 00:15 · level 2 goes on with 20:00"
