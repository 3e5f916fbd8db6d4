"""The tables of the seasons."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from payouts.queries import season_table
from rules.refusals import Refused
from tournaments.queries import circuit
from web.problems import refused_page
from web.public.page import offset_of, pages_of, shared_page

PLAYERS_PER_PAGE = 50


def seasons(request: HttpRequest) -> HttpResponse:
    """Show every season of every house that is public, the latest first, each with its ranking. Rule: SCPT.R"""
    houses = [(venue, circuit.seasons_of(venue.venue_id)) for venue in circuit.public_venues()]
    context = {"houses": [(venue, found) for venue, found in houses if found]}
    return shared_page(request, response=render(request, "public/seasons.html", context))


def season(request: HttpRequest, *, season_id: int) -> HttpResponse:
    """A season's ranking with the working of every score. Rule: SCPT.R, SCPT.S"""
    offset = offset_of(request)
    try:
        table = season_table(season_id, limit=PLAYERS_PER_PAGE, offset=offset)
        found = circuit.season_view(season_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    context = {
        "season": found,
        "venue": circuit.venue_view(found.venue_id),
        "table": table,
        "quarter": _decimal_quarter(),
        "tie_breaks": [_(sentence) for sentence in table.tie_breaks],
        "pages": pages_of(offset, size=PLAYERS_PER_PAGE, more=table.players > offset + PLAYERS_PER_PAGE),
    }
    return shared_page(request, response=render(request, "public/season.html", context))


def _decimal_quarter() -> str:
    return "0.25" if (get_language() or "").startswith("en") else "0,25"
