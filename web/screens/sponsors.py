"""What a display shows of those who support the house: one picture after the other."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.queries import branding
from tournaments.queries.screens import ScreenView
from web.screens.logos import sponsor_ground
from web.screens.page import shown_in_the_house, tournament_frame

# a display without JavaScript asks anew so often, and gets the next one
_ANEW_SECONDS = 20


@shown_in_the_house
def sponsors(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the sponsors of the house of one tournament, with its clock in a corner."""
    return sponsors_page(request, tournament_id=tournament_id)


def sponsors_page(
    request: HttpRequest, *, tournament_id: int, placed: ScreenView | None = None
) -> HttpResponse:
    """Show the sponsors, for a display or alone. Refusal: ``not_found``."""
    context = tournament_frame(request, tournament_id=tournament_id, placed=placed)
    venue_id = context["view"].venue_id
    there: list[dict[str, Any]] = [
        {"view": view, "ground": sponsor_ground(venue_id, picture=view.picture)}
        for view in branding.sponsors_of(venue_id)
    ]
    first = int(context["made_at"].timestamp()) // _ANEW_SECONDS % len(there) if there else 0
    more = {
        "sponsors": there,
        "first": first,
        "first_name": there[first]["view"].name if there else "",
    }
    return render(request, "screens/sponsors.html", context | more)
