"""Everything the pages are made of, on one page: tokens and components with their states, in light and in dark."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.words import STATE_WORDS
from web.words import state_icons

# by the names in static/css/app.css; the test of this page reads that file
COLOURS = (
    "paper",
    "surface",
    "sunken",
    "line",
    "ink",
    "ink-soft",
    "accent",
    "accent-ink",
    "good",
    "warn",
    "warn-surface",
    "bad",
    "bad-ink",
    "focus",
)
SPACES = ("s1", "s2", "s3", "s4", "s5", "s6", "s7")
RADII = ("radius", "radius-large")
SIZES = ("text-small", "text", "text-large", "text-huge")
MOTION = ("quick",)
CLOCK_STATES = (
    "running",
    "paused",
    "recess",
    "hand_for_hand",
    "late_registration_closing",
    "bubble",
    "in_the_money",
    "final_table",
    "decided",
    "finished",
    "registering",
    "announced",
    "draft",
    "cancelled",
)
SEATS = ("seated", "unverified", "away", "penalty", "locked", "empty")


@require_GET
def guide(request: HttpRequest) -> HttpResponse:
    """Public and harmless: every name and number on it is made up."""
    icons = state_icons()
    response = render(
        request,
        "styleguide/guide.html",
        {
            "themes": ("light", "dark"),
            "colours": COLOURS,
            "spaces": SPACES,
            "radii": RADII,
            "sizes": SIZES,
            "motion": MOTION,
            "states": [(state, icons.get(state, ""), STATE_WORDS[state]) for state in CLOCK_STATES],
            "seats": SEATS,
            "moment": datetime(2026, 11, 21, 22, 0, tzinfo=UTC),
        },
    )
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "public, no-cache"
    return response
