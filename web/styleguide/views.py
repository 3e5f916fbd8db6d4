"""Everything the pages are made of, on one page: tokens and components with their states, in light and in dark."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from web.styleguide.samples import shown
from web.templatetags.icons import drawings

# by the names in static/css/app.css; the test of this page reads that file
COLOURS = (
    "paper",
    "surface",
    "sunken",
    "rail",
    "line",
    "line-strong",
    "edge",
    "ink",
    "ink-soft",
    "ink-quiet",
    "accent",
    "accent-ink",
    "accent-hover",
    "accent-soft",
    "accent-on-soft",
    "felt",
    "felt-deep",
    "felt-ink",
    "felt-soft",
    "felt-brass",
    "brass",
    "brass-fill",
    "brass-soft",
    "good",
    "good-soft",
    "warn",
    "warn-soft",
    "bad",
    "bad-soft",
    "bad-fill",
    "bad-ink",
    "focus",
    "alert",
    "alert-ink",
    "strip",
    "strip-ink",
    "strip-soft",
    "strip-warn",
    "strip-run",
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
    response = render(
        request,
        "styleguide/guide.html",
        {
            "themes": [
                (
                    theme,
                    shown("styleguide/_public.html", theme=theme),
                    shown("styleguide/_staff.html", theme=theme),
                )
                for theme in ("light", "dark")
            ],
            "colours": COLOURS,
            "spaces": SPACES,
            "radii": RADII,
            "sizes": SIZES,
            "motion": MOTION,
            "states": CLOCK_STATES,
            "icons": sorted(drawings()),
            "seats": SEATS,
            "moment": datetime(2026, 11, 21, 22, 0, tzinfo=UTC),
        },
    )
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "public, no-cache"
    return response
