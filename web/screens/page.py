"""What the pages of the displays have in common: the frame they stand in, and who may show them where."""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from access import moment
from rules.refusals import Refused
from tournaments.queries.announcements import Announcement
from tournaments.queries.circuit import VenueView
from tournaments.queries.screens import ScreenView
from web.before_start import board_lines
from web.board import board_payloads, is_before_start
from web.line_ends import NBSP
from web.problems import refused_page
from web.public.page import announced
from web.screens.logos import logo_ground
from web.screens.words import wall_words
from web.templatetags.shuffle import grouped, state_word
from web.words import board_words

View = Callable[..., HttpResponse]


def shown_in_the_house(view: View) -> View:
    """Wrap a page that the staff's page of the displays shows in a frame: of this house alone. What is refused is said."""

    @functools.wraps(view)
    def run(request: HttpRequest, **more: Any) -> HttpResponse:
        try:
            return view(request, **more)
        except Refused as refused:
            return refused_page(request, refused=refused)

    return cast("View", require_GET(csp_replace({"frame-ancestors": [SELF]})(xframe_options_sameorigin(run))))


def ground_asked(request: HttpRequest) -> str:
    """Read the ground of the house's colours, "", or another that a display asks for: ``?ground=light`` in a bright room."""
    asked = request.GET.get("ground", "light" if request.GET.get("theme") == "light" else "")
    return asked if asked in ("dark", "colour", "light") else ""


def tournament_frame(
    request: HttpRequest, *, tournament_id: int, placed: ScreenView | None
) -> dict[str, Any]:
    """Fill the head of a page about one tournament: its name, its clock, what keeps it current. Refusal: ``not_found``."""
    at = moment.at()
    view = announced(request, tournament_id=tournament_id)
    return frame_with_clock(
        request, view=view, placed=placed, at=at, by_topic=board_payloads(tournament_id, at=at)
    )


def frame_with_clock(
    request: HttpRequest,
    *,
    view: Announcement,
    placed: ScreenView | None,
    at: datetime,
    by_topic: dict[str, Any],
) -> dict[str, Any]:
    """Fill the head of a page with the clock of these payloads."""
    lines = board_lines(by_topic, at=at, before=is_before_start(view.state))
    lines |= _standing(lines, runs=by_topic["clock"]["state"] == "running")
    return frame(
        request,
        view=view,
        placed=placed,
        at=at,
        payloads=by_topic,
        clock=lines,
        average_blinds=_average_said(by_topic["counts"]["average_chips"], int(lines["big_blind"] or 0)),
    )


def _standing(lines: dict[str, str], *, runs: bool) -> dict[str, str]:
    """Say why the clock is amber or red, as colour is no word: in the head the state, beside a badge that tells it that the clock
    stands. static/js/roles/wall.js writes it alike."""
    state, line = lines["state"], lines["level_line"]
    if lines["in_recess"]:
        # no line begins with the dot
        line = line.replace(" · ", f"{NBSP}· ")
        return {"mini_line": line, "level_line": line}
    if state not in ("paused", "frozen", "hand_for_hand"):
        return {"mini_line": line}
    stopped = state == "hand_for_hand" and not runs
    return {
        "mini_line": f"{state_word(state)}{NBSP}· {line}",
        "level_line": f"{line} · {_('clock stopped')}" if stopped else line,
    }


def _average_said(average: int, blind: int) -> str:
    """How many big blinds the average is, as static/js/board.js writes it; "" where nothing is played."""
    if not average or not blind:
        return ""
    bigs = average // blind
    words = board_words()
    return words["big_blinds_one"] if bigs == 1 else words["big_blinds"] % {"count": grouped(bigs)}


def frame(
    request: HttpRequest,
    *,
    view: Announcement | VenueView,
    placed: ScreenView | None,
    at: datetime,
    **more: Any,
) -> dict[str, Any]:
    """Fill what every page of a display has. placed: the display it stands on, None where the page stands alone."""
    state = view.state if isinstance(view, Announcement) else ""
    return {
        "view": view,
        "placed": placed,
        "words": board_words() | wall_words(),
        "ground": ground_asked(request),
        "logo": logo_ground(view.venue_id, ground=ground_asked(request)),
        "before": is_before_start(state),
        "over": state in ("finished", "cancelled"),
        "made_at": at,
        **more,
    }
