"""Everything the pages are made of, on one page: tokens and components with their states, in light and in dark."""

from __future__ import annotations

import re

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.http import require_GET

from web.floor.words import floor_words
from web.player.tables import in_frames_of_this_house
from web.styleguide.displays import DISPLAYS
from web.styleguide.editors import new_tournaments, payouts, structures
from web.styleguide.moments import MOMENTS
from web.styleguide.pages import PAGES, page_of_guide
from web.styleguide.played import page_of
from web.styleguide.samples import LONG, ZONE, led_nowhere, parts, phone_pages, shown
from web.styleguide.shown_displays import page_of_display
from web.styleguide.works import works
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
    "felt-room",
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
KINDS = ("main", "", "quiet", "danger", "icon")
# what is done to a thing: static/js/styleguide.js gives each the rules that the stylesheets have for it
ACTS = (("", ""), ("hover", ":hover"), ("focus", ":focus-visible"), ("active", ":active"))
BOXES = (("", ""), ("", "checked"), ("focus", ""), ("", "disabled"), ("", "checked disabled"))


@csp_update({"frame-src": [SELF]})
@require_GET
def guide(request: HttpRequest) -> HttpResponse:
    """Public and harmless: every name and number on it is made up."""
    drawn_there = parts()
    response = render(
        request,
        "styleguide/guide.html",
        {
            "themes": [
                (
                    theme,
                    shown(
                        "styleguide/_public.html",
                        theme=theme,
                        phone=phone_pages(theme),
                        moments=MOMENTS,
                        displays=DISPLAYS,
                        pages=PAGES,
                    ),
                    shown(
                        "styleguide/_staff.html",
                        theme=theme,
                        parts=drawn_there,
                        zone=ZONE,
                        editors=[*structures(theme), *payouts(theme), *new_tournaments(theme), *works(theme)],
                    ),
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
            "kinds": KINDS,
            "acts": ACTS,
            "links": [one for one in ACTS if one[0] in ("", "focus")],
            "boxes": BOXES,
            "tags": ("warn", "bad", "good"),
            "words": floor_words(),
            "parts": drawn_there,
            "long": LONG,
        },
    )
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "public, no-cache"
    return response


@in_frames_of_this_house
@require_GET
def table(_request: HttpRequest, *, theme: str, moment: str) -> HttpResponse:
    """A played table at one of its moments, as its own page draws it: the guide has it in a frame."""
    if theme not in ("light", "dark") or moment not in MOMENTS:
        raise Http404
    return _framed(
        led_nowhere(render_to_string("styleguide/table.html", {"theme": theme, **page_of(MOMENTS[moment])}))
    )


@in_frames_of_this_house
@require_GET
def display(request: HttpRequest, *, ground: str, name: str) -> HttpResponse:
    """A display of the room in one of its states, as its own page draws it: the guide has it in a frame."""
    if ground not in ("light", "dark") or name not in DISPLAYS:
        raise Http404
    drawn = render_to_string("styleguide/display.html", page_of_display(request, name=name, ground=ground))
    # a sponsor's picture is kept by its house: here it is a mark of ours
    return _framed(re.sub(r'(<img\s+src=)"[^"]*"', rf'\1"{static("img/mark.svg")}"', drawn))


@in_frames_of_this_house
@require_GET
def page(request: HttpRequest, *, theme: str, name: str) -> HttpResponse:
    """A whole page with what only it has in its states, by its own template: the guide has it in a frame."""
    if theme not in ("light", "dark") or name not in PAGES:
        raise Http404
    drawn = render_to_string("styleguide/page.html", page_of_guide(request, name=name, theme=theme))
    # its own modules speak to a house
    still = re.sub(r'<script\b(?![^>]*page_specimen)[^>]*\bsrc="[^>]*>\s*</script>', "", drawn)
    return _framed(led_nowhere(still))


def _framed(drawn: str) -> HttpResponse:
    response = HttpResponse(drawn)
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "public, no-cache"
    return response
