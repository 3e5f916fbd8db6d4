"""What a clock shows, by the cases that drive the browser's twin too (tests/browser_units/clock.test.mjs)."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from rules.clock_shown import shown

TABLE = json.loads((Path(__file__).parent.parent / "clock_cases.json").read_text())


@pytest.mark.rule("PT-T.45", "PT-T.46", "PT-T.23", "SCPT.H")
@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["name"])
def test_the_clock_shows(case: dict[str, Any]) -> None:
    snapshot = {"items": TABLE["items"], **case["snapshot"]}
    assert asdict(shown(snapshot=snapshot, now_ms=case["now_ms"])) == case["shown"]
