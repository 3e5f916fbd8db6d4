"""A house as a stranger meets it: what is on, who won, its season, where it is, how to follow it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from access import moment
from payouts.queries import amounts_of, season_table
from people.queries import with_profile
from rules.refusals import Refused
from tournaments.queries import announcements, circuit
from tournaments.queries.public_view import untold_ends
from tournaments.queries.results import last_winners
from web.problems import refused_page
from web.public.page import shared_page
from web.public.players import initials

_COMING, _WINNERS, _LEADERS = 6, 5, 5


def house(request: HttpRequest, *, venue_id: int) -> HttpResponse:
    """Show the page of one house."""
    try:
        venue = circuit.venue_view(venue_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    found = announcements.calendar(at=moment.at(), venue_id=venue_id, limit=_COMING)
    ahead = [one for one in found if one.when != "past"]
    won = last_winners(venue_id, at=moment.at(), limit=_WINNERS)
    prizes = amounts_of([row.entry_id for row in won])
    paged = with_profile(row.player_id for row in won)
    season = next(iter(circuit.seasons_of(venue_id)), None)
    context = {
        "venue": venue,
        "first": next(iter(ahead), None),
        "ahead": ahead[1 : _COMING + 1],
        "winners": [
            {
                "row": row,
                "initials": initials(row.winner),
                "prize_cents": prizes.get(row.entry_id, 0),
                "paged": row.player_id in paged,
            }
            for row in won
        ],
        "season": season,
        "table": season_table(season.season_id, limit=_LEADERS, without=untold_ends(at=moment.at()))
        if season
        else None,
    }
    return shared_page(request, response=render(request, "public/house.html", context))
