"""What a display shows when it is not there for the clock. Each page stands alone by its address, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import parse_etags
from django.views.decorators.http import require_GET

from dispatch.queries import head_of
from rules.refusals import Refused
from tables.queries import seating_list
from tournaments.queries.screens import ScreenView
from tournaments.streams import tournament_stream
from web.public.page import announced
from web.screens.page import shown_in_the_house, tournament_frame

MOST_SEATS = 12_000
# of a long list, what stands there before the module of the page draws it
_FIRST_ROWS = 60


@shown_in_the_house
def seating(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """The seating list of one tournament, in pages."""
    return _seating(request, tournament_id=tournament_id)


def _seating(request: HttpRequest, *, tournament_id: int, placed: ScreenView | None = None) -> HttpResponse:
    context = tournament_frame(request, tournament_id=tournament_id, placed=placed)
    rows = [
        {"name": name, "table": table, "seat": seat}
        for name, _entry, table, seat in seating_list(tournament_id, limit=_FIRST_ROWS)
    ]
    return render(request, "screens/seating.html", context | {"rows": rows})


@require_GET
def seats(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """The seating list for the displays: {rows: [[name, table, seat]]}, alphabetical; 304 while nothing happened."""
    return _list_of(
        request,
        tournament_id,
        lambda: [
            [name, table, seat] for name, _entry, table, seat in seating_list(tournament_id, limit=MOST_SEATS)
        ],
    )


def _list_of(request: HttpRequest, tournament_id: int, read: Callable[[], list[list[Any]]]) -> HttpResponse:
    """{rows}, as new as the tournament's stream: forty displays that ask again cost its head, not the list."""
    try:
        announced(request, tournament_id=tournament_id)
    except Refused as refused:
        return JsonResponse({"code": refused.code}, status=404)
    head = head_of(tournament_stream(tournament_id))
    etag = f'"{head.seq}-{head.hash[:6].hex()}"' if head else '"0"'
    response: HttpResponse
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponse(status=304)
    else:
        response = JsonResponse({"rows": read()})
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


# the pages of roles that are no clock
PAGES: dict[str, Callable[..., HttpResponse]] = {
    "seats": lambda request, placed: _seating(request, tournament_id=placed.tournament_id, placed=placed),
}
