"""Public pages: one query each, then a template."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from rules.refusals import Refused
from tables import queries as tables
from tournaments.queries import faces as tournaments
from web import moment
from web.board import board_faces, clock_lines, structure_lines
from web.problems import refused_page
from web.words import board_words


def home(request: HttpRequest) -> HttpResponse:
    """The calendar: what runs, what comes, what was."""
    titles = {"now": _("Now"), "next": _("Next"), "past": _("Past")}
    found = tournaments.calendar(at=moment.at())
    groups = [
        {"title": titles[when], "tournaments": list(rows)}
        for when, rows in groupby(found, key=lambda t: t.when)
    ]
    return render(request, "public/home.html", {"groups": groups})


def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament, as anybody may see it; reads well without JavaScript."""
    at = moment.at()
    try:
        faces = board_faces(tournament_id, at=at)
        view = tournaments.announcement(tournament_id)
    except Refused as refused:
        return refused_page(request, refused)
    record = tables.commitment_of(tournament_id)
    context: dict[str, Any] = {
        "view": view,
        "faces": faces,
        "words": board_words(),
        "clock": clock_lines(faces["clock"], at=at),
        "counts": faces["counts"],
        "prizes": faces["prizes"],
        "results": faces["eliminations"]["rows"],
        "structure": structure_lines(faces["clock"]),
        "draw": {"commitment": record, "record_url": f"/api/tournaments/{tournament_id}/draw"},
    }
    return render(request, "public/tournament.html", context)
