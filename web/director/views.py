"""The director's pages of one tournament."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from access import moment
from payouts.queries import awards_view
from payouts.queries.awards import AwardsView
from rules.permissions import Permission
from tournaments.queries import clock, players
from tournaments.queries.clock import clocks_to_stop
from web.director.acts import perform
from web.director.announced import Where
from web.director.busts import has_bounty
from web.director.history import page
from web.director.needs import needs_of
from web.director.page import board_context, page_context
from web.director.rehearsal import may_be_simulated
from web.director.totals import totals_of
from web.forms import text
from web.staffing import StaffTournament, staff_page

FIRST_AWARDS = 9


@require_GET
@staff_page()
def dashboard(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """What needs me now, the clock, the bust box, the last acts."""
    return render(
        request,
        "director/dashboard.html",
        page_context(
            room,
            "now",
            needs=needs_of(room, at=moment.at()),
            bounty=has_bounty(room),
            totals=totals_of(room),
            history=page(room.tournament_id, facts=40, state=room.state, where=_where(room)),
            awards=_awards(room) if room.state == "finished" else None,
            stops=_stops(room),
            simulated=may_be_simulated(room) and room.may(Permission.START_TOURNAMENT),
            **board_context(room),
        ),
    )


def _stops(room: StaffTournament) -> list[str]:
    """The tournaments whose clocks stop with all clocks of the house; none in a rehearsal, which stops only its own, and
    none while they stand."""
    if room.venue.frozen_at is not None:
        return []
    if room.state != "running" or room.settings["practice"] or not room.may(Permission.FREEZE_VENUE):
        return []
    return [name for _number, name in clocks_to_stop(room.venue.venue_id)]


def _awards(room: StaffTournament) -> AwardsView | None:
    """After the end: the best places and what is owed for them."""
    if not room.may(Permission.VIEW_MONEY):
        return None
    return awards_view(today=room.today(moment.at()), tournament_id=room.tournament_id, limit=FIRST_AWARDS)


@require_GET
@staff_page()
def now(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The live part of the dashboard."""
    return render(
        request,
        "director/_now.html",
        page_context(
            room,
            "now",
            needs=needs_of(room, at=moment.at()),
            totals=totals_of(room),
            history=page(room.tournament_id, facts=40, state=room.state, where=_where(room)),
        ),
    )


@require_GET
@staff_page()
def clock_controls(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The buttons of the clock as they are now."""
    face = clock.clock_face(room.tournament_id, at=moment.at())
    return render(
        request,
        "director/clock_parts.html",
        page_context(room, "now", faces={"clock": face}, stops=_stops(room)),
    )


@require_POST
@staff_page()
def do(request: HttpRequest, *, room: StaffTournament, what: str) -> HttpResponse:
    """One button. Who may press it is the command's question."""
    return perform(request, room, what)


def _where(room: StaffTournament) -> Where:
    return Where(currency=room.currency, zone=room.timezone)


@require_GET
@staff_page()
def history(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Everything that was done, the newest first."""
    try:
        before = int(request.GET["before"]) if "before" in request.GET else None
    except ValueError:
        before = None
    return render(
        request,
        "director/history.html",
        page_context(
            room,
            "history",
            history=page(room.tournament_id, before=before, state=room.state, where=_where(room)),
            **board_context(room),
        ),
    )


@require_GET
@staff_page()
def search(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Who is where: by a piece of a name."""
    typed = text(request.GET, "q", most=100)
    return render(
        request,
        "director/search.html",
        page_context(
            room,
            "search",
            q=typed,
            found=players.find_entries(room.tournament_id, text=typed),
            **board_context(room),
        ),
    )
