"""What a page tells before the first hand, by the cases that drive static/js/board.js too (tests/browser_units/board.test.mjs)."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from people.models import User
from tests import cast
from web.before_start import start_lines
from web.board import length_said
from web.words import board_words

TABLE = json.loads((Path(__file__).parents[1] / "start_cases.json").read_text())


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["name"])
def test_the_countdown_to_the_start_has_words(case: dict[str, Any]) -> None:
    payloads = {
        "starts_ms": case["starts_ms"],
        "starts_when_full": case["when_full"],
        "timezone": TABLE["timezone"],
        "counts": {"entries_total": case["taken"]},
    }
    with translation.override("en"):
        assert {name: board_words()[name] for name in TABLE["words"]} == TABLE["words"]
        told = start_lines(payloads, at=datetime.fromtimestamp(case["now_ms"] / 1000, UTC))
    assert told == {"level_line": case["line"], "remaining": case["left"]}


@pytest.mark.parametrize("case", TABLE["lengths"], ids=lambda case: case["said"])
def test_how_long_something_takes_looks_like_no_hour_of_the_day(case: dict[str, Any]) -> None:
    assert length_said(case["seconds"]) == case["said"]


@pytest.mark.django_db
def test_strip_displays_phone_and_public_page_count_down_with_words(monkeypatch):
    house = cast.house()
    t = house.published(starts_at=cast.START)
    monkeypatch.setattr("access.moment.at", lambda: cast.START - timedelta(minutes=19, seconds=2))
    staff = Client(headers={"accept-language": "pt-BR"})
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    for path in (
        f"/director/{t}/entries/",
        f"/play/{t}/",
        f"/t/{t}/",
        f"/screens/{t}/seating/",
        f"/screens/{t}/clock/",
    ):
        page = staff.get(path).content.decode()
        said = re.search(r'data-part="level"\s*>\s*([^<]+?)\s*<', page)
        left = re.search(r'data-part="time"([^>]*)>\s*([^<]+?)\s*<', page)
        assert (said[1], left[2], "hidden" in left[1]) == ("Até o início (19:00)", "19:02", False), path
