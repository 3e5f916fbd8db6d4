"""The displays of the room: the clock, the seating list, and how a display learns what to show."""

from __future__ import annotations

import re
import secrets
from urllib.parse import urlencode

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from access import moment
from rules.permissions import Permission
from rules.refusals import Refused
from tables.queries import seating_list
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.commands.unpair_screen import unpair_screen
from tournaments.queries import screens
from web.acting import answer, run_command
from web.board import board_payloads, clock_lines
from web.director.page import board_context
from web.problems import refused_page
from web.public.page import announced
from web.staffing import StaffTournament, staff_page
from web.words import board_words

COOKIE = "screen"
_CODE = re.compile(r"[0-9A-Z]{6}")
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that is heard or read as another
_TEN_YEARS = 10 * 365 * 24 * 3600
MOST_SEATS = 12_000


@require_GET
def clock(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """The clock screen of one tournament; ``?theme=light`` for bright rooms, ``?sound=1`` where it may be heard,
    ``?show=seats`` for a display that stays with the seating list."""
    return _clock(request, tournament_id, sound=request.GET.get("sound") == "1", code="")


def _clock(request: HttpRequest, tournament_id: int, *, sound: bool, code: str) -> HttpResponse:
    at = moment.at()
    try:
        view = announced(request, tournament_id=tournament_id)
        by_topic = board_payloads(tournament_id, at=at)
    except Refused as refused:
        return refused_page(request, refused=refused)
    address = request.build_absolute_uri(reverse("tournament", args=[tournament_id]))
    drawing = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    return render(
        request,
        "screens/clock.html",
        {
            "view": view,
            "payloads": by_topic,
            "words": board_words(),
            # for a display without JavaScript: as it stood when the page was made
            "clock": clock_lines(by_topic["clock"], at=at, zone=by_topic["timezone"]),
            "before": view.state in ("announced", "registering"),
            "over": view.state in ("finished", "cancelled"),
            "made_at": at,
            "theme": "light" if request.GET.get("theme") == "light" else "dark",
            "always": "seats" if request.GET.get("show") == "seats" else "",
            "sound": sound,
            "code": code,
            "qr": mark_safe(drawing),  # noqa: S308 - drawn by segno from our own address
        },
    )


@require_GET
def seats(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """The seating list for the displays: {rows: [[name, table, seat]]}, alphabetical."""
    try:
        announced(request, tournament_id=tournament_id)
    except Refused as refused:
        return JsonResponse({"code": refused.code}, status=404)
    rows = seating_list(tournament_id, limit=MOST_SEATS)
    response = JsonResponse({"rows": [[name, table, seat] for name, _entry, table, seat in rows]})
    response["Cache-Control"] = "no-cache"
    return response


@require_GET
def display(request: HttpRequest) -> HttpResponse:
    """The one address of every display: a code until it is paired, then what it was told to show."""
    code = _code_of(request)
    paired = screens.screen_of(code) if code else None
    if paired is not None:
        response = _clock(request, paired[0], sound=paired[1], code=code)
    else:
        code = code or "".join(secrets.choice(_LETTERS) for _place in range(6))
        response = render(request, "screens/pairing.html", {"code": code})
    response.set_cookie(
        COOKIE, code, max_age=_TEN_YEARS, httponly=True, samesite="Lax", secure=request.is_secure()
    )
    response["Cache-Control"] = "private, no-store"
    return response


@require_GET
def where(request: HttpRequest) -> HttpResponse:
    """What the display that asks should show: {tournament_id, sound}, null before it is paired."""
    paired = screens.screen_of(_code_of(request))
    response = JsonResponse(
        {"tournament_id": paired[0] if paired else None, "sound": bool(paired and paired[1])}
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _code_of(request: HttpRequest) -> str:
    code = request.COOKIES.get(COOKIE, "")
    return code if _CODE.fullmatch(code) else ""


@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEND_MESSAGE)
def control(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """The staff's page of the displays: message, seating list, pairing."""
    here = reverse("screens-control", args=[scope.tournament_id])
    if request.method == "POST":
        if request.POST.get("what") == "pair":
            acted = run_command(
                request,
                command=pair_screen,
                tournament_id=scope.tournament_id,
                code=request.POST.get("code", ""),
                sound=request.POST.get("sound") == "on",
            )
            return answer(request, acted=acted, to=here, said=_("The display shows this tournament now."))
        if request.POST.get("what") == "unpair":
            acted = run_command(
                request,
                command=unpair_screen,
                tournament_id=scope.tournament_id,
                code=request.POST.get("code", ""),
            )
            return answer(
                request, acted=acted, to=here, said=_("The display is free: it shows its code again.")
            )
        before = screens.wall_payload(scope.tournament_id)
        acted = run_command(
            request,
            command=show_on_screens,
            tournament_id=scope.tournament_id,
            show=request.POST.get("show", "clock"),
            message=request.POST.get("message", ""),
        )
        # what was there can be put back as long as this page is before whoever changed it
        back = (
            "" if acted.refused else "?" + urlencode({f"was_{name}": value for name, value in before.items()})
        )
        return answer(request, acted=acted, to=here + back, said=_("On the displays now."))
    return render(
        request,
        "screens/control.html",
        {
            "scope": scope,
            "tab": "screens",
            "wall": screens.wall_payload(scope.tournament_id),
            "was": {
                "show": "seats" if request.GET.get("was_show") == "seats" else "clock",
                "message": request.GET.get("was_message", "")[:200],
            }
            if "was_show" in request.GET
            else None,
            "screens": screens.screens_of(scope.venue.venue_id),
            "address": request.build_absolute_uri(reverse("display")),
            **board_context(scope),
        },
    )
