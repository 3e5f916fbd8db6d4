"""The tournament of a table, as it opens over the table: where it stands, its prizes, its levels."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from access import moment
from play.queries.events import tournament_of_table
from rules.refusals import Refused, not_found
from tournaments.queries import announcements, payloads
from tournaments.queries.entries import plays_in
from tournaments.queries.place_by_count import place_by_count
from web.board import board_payloads, clock_lines, late_registration_line, places_shown, structure_lines
from web.player.tables import at_own_place
from web.player.views import private
from web.problems import refused_page


@require_GET
def table_event(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Show the tournament of a table: to who plays in it as it is, to everybody else as the public knows it. Rule: PT-T.46, PT-H.11"""
    at, tournament_id, me = moment.at(), tournament_of_table(table_id), at_own_place(request)
    try:
        if tournament_id is None:
            raise not_found("tournament")
        plays = me is not None and plays_in(tournament_id, player_id=me)
        view = announcements.announcement(tournament_id, at=at)
        found = board_payloads(tournament_id, at=at, present=plays)
    except Refused as refused:
        return private(refused_page(request, refused=refused))
    counts, prizes = found["counts"], found["prizes"]
    places = places_shown(prizes)
    own = payloads.player(me, tournament_id=tournament_id)["entry"] if plays and me is not None else None
    context: dict[str, Any] = {
        "table_id": table_id,
        "view": view,
        "counts": counts,
        "clock": clock_lines(found["clock"], at=at, zone=found["timezone"]),
        "late": late_registration_line(found, at=at),
        "prizes": prizes,
        "places": places[:_PLACES],
        "more_places": len(places) > _PLACES,
        "structure": structure_lines(found["clock"]),
        "standing": place_by_count(own["entry_id"], at=at) if own else None,
        "away": max(0, counts["players_left"] - counts["places_paid"]),
    }
    return private(render(request, "player/table_event.html", context))


# the others stand on the page of the tournament
_PLACES = 30
