"""The displays of the room: the clock, and how a display learns what to show."""

from __future__ import annotations

import re
import secrets
from datetime import datetime
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment, presence
from rules.refusals import Refused
from tables.queries import news_payload
from tournaments.operations.screen_codes import note_code_shown
from tournaments.queries import screens
from tournaments.queries.announcements import Announcement, audience_of, is_public
from tournaments.queries.screens import ScreenView
from tournaments.topics import news_topic
from web.acting import sentence
from web.before_start import board_lines
from web.board import board_payloads, is_before_start
from web.public.page import announced
from web.screens import roles
from web.screens.clock_said import wall_lines, wall_lines_before
from web.screens.logos import logo_ground
from web.screens.page import ground_asked, shown_in_the_house
from web.signs import signs_for_scripts
from web.words import clock_words

COOKIE = "screen"
_CODE = re.compile(r"[0-9A-Z]{6}")
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that is heard or read as another
_TEN_YEARS = 10 * 365 * 24 * 3600
# how the clock may be laid out; the last is for the picture of a stream
LAYOUTS = ("classic", "poster", "lower")


@shown_in_the_house
def clock(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the clock screen of one tournament; ``?layout=poster`` or ``lower`` for another layout, ``?ground=light``
    for bright rooms, ``?sound=1`` where it may be heard, ``?show=seats`` for a display that stays with the seating
    list.
    """
    asked = request.GET.get("layout", "")
    return _clock(
        request,
        tournament_id,
        sound=request.GET.get("sound") == "1",
        layout=asked if asked in LAYOUTS else "classic",
    )


def _clock(
    request: HttpRequest, tournament_id: int, *, sound: bool, layout: str, placed: ScreenView | None = None
) -> HttpResponse:
    at = moment.at()
    view = announced(request, tournament_id=tournament_id)
    by_topic = board_payloads(tournament_id, at=at)
    by_topic["news"] = news_payload(tournament_id, seen_at=at)
    by_topic["topics"]["news"] = news_topic(tournament_id)
    address = request.build_absolute_uri(reverse("tournament", args=[tournament_id]))
    drawing = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    return render(
        request,
        "screens/clock.html",
        clock_context(view, by_topic=by_topic, at=at, ground=ground_asked(request))
        | {
            "layout": layout,
            "always": "seats" if request.GET.get("show") == "seats" else "",
            "sound": sound,
            "placed": placed,
            # of practice there is no page that anybody could follow
            "qr": mark_safe(drawing) if is_public(tournament_id) else "",  # noqa: S308 - drawn by segno from our own address
        },
    )


def clock_context(
    view: Announcement, *, by_topic: dict[str, Any], at: datetime, ground: str
) -> dict[str, Any]:
    """Fill the clock with these payloads, in words too: for a display without JavaScript as it stood when the page was made."""
    before = is_before_start(view.state)
    lines = board_lines(by_topic, at=at, before=before)
    # before the first hand nothing comes next
    if before:
        lines |= wall_lines_before(by_topic["clock"], at=at)
    else:
        lines |= wall_lines(by_topic["clock"], at=at, zone=by_topic["timezone"])
    return {
        "view": view,
        "payloads": by_topic,
        "words": clock_words() | signs_for_scripts(),
        "clock": lines,
        "before": before,
        "over": view.state in ("finished", "cancelled"),
        "made_at": at,
        "ground": ground,
        "logo": logo_ground(view.venue_id, ground=ground),
    }


@require_GET
def display(request: HttpRequest) -> HttpResponse:
    """Show the one address of every display: a code until it is paired, then what it was told to show."""
    code = _code_of(request) or "".join(secrets.choice(_LETTERS) for _place in range(6))
    placed = _placed(code)
    response = _waiting(request, code=code, placed=placed)
    if placed is not None:
        try:
            response = _page_of(request, placed=placed)
        except Refused as refused:
            # it goes on asking: sent elsewhere it follows, though it cannot show this
            response = _waiting(request, code=code, placed=placed, refusal=_why_not(placed, refused))
    response.set_cookie(
        COOKIE, code, max_age=_TEN_YEARS, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _why_not(placed: ScreenView, refused: Refused) -> str:
    """Why it shows nothing: of practice and of a draft the display is told who may see it, not that there is none."""
    where = audience_of(placed.tournament_id)
    if where is None or where.public:
        return sentence(refused)
    return _("Only staff see this tournament. Sign in here on this display, and it shows it.")


def _waiting(
    request: HttpRequest, *, code: str, placed: ScreenView | None, refusal: str = ""
) -> HttpResponse:
    return render(request, "screens/pairing.html", {"code": code, "placed": placed, "refusal": refusal})


def _page_of(request: HttpRequest, *, placed: ScreenView) -> HttpResponse:
    """The page of a display's role. Refusals: those of what it shows."""
    page = roles.PAGES.get(placed.role)
    if page is not None:
        return page(request, placed=placed)
    layout = "lower" if placed.role == "overlay" else placed.layout
    return _clock(request, placed.tournament_id, sound=placed.sound, layout=layout, placed=placed)


@require_GET
def where(request: HttpRequest) -> HttpResponse:
    """Show what the display that asks should show: {tournament_id, shows, sound, volume, voice}; nothing before it is
    paired.

    Asked by every display every few seconds: one read by its key.
    """
    placed = _placed(_code_of(request))
    response = JsonResponse(
        {
            "tournament_id": placed.tournament_id if placed else None,
            "shows": placed.shows if placed else "",
            "sound": bool(placed and placed.sound),
            "volume": placed.volume if placed else 0,
            "voice": bool(placed and placed.voice),
        }
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _placed(code: str) -> ScreenView | None:
    """What the display with this code shows; None while nobody has paired it: then the code can be typed from now on."""
    placed = screens.screen_of(code)
    if placed is not None:
        presence.display_seen(code)
    elif code:
        note_code_shown(code)
        presence.display_left(code)
    return placed


def _code_of(request: HttpRequest) -> str:
    code = request.COOKIES.get(COOKIE, "")
    return code if _CODE.fullmatch(code) else ""
