"""What a display shows when it is not there for the clock. Each page stands alone by its address, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import parse_etags
from django.views.decorators.http import require_GET

from access import moment
from dispatch.queries import head_of
from payouts.queries import amounts_of, prizes_payload
from rules.refusals import Refused
from tables.queries import seating_list, seats_payload
from tables.queries.seats_before import Seats, public_seats
from tournaments.queries.announcements import announced_tournament
from tournaments.queries.public_view import first_untold
from tournaments.queries.results import results
from tournaments.queries.screens import ScreenView
from tournaments.streams import tournament_stream
from tournaments.topics import seats_topic
from web.public.page import announced
from web.screens.house import schedule_page, today_page
from web.screens.page import shown_in_the_house, tournament_frame
from web.screens.sponsors import sponsors_page

MOST_SEATS = 12_000
# as many as can be read in an hour of pages
MOST_PAID = 2_000
# of a long list, what stands there before the module of the page draws it
_FIRST_ROWS = 60
# of a final table that is over
_LAST = 9


@shown_in_the_house
def seating(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the seating list of one tournament, in pages."""
    return _seating(request, tournament_id=tournament_id)


def _seating(request: HttpRequest, *, tournament_id: int, placed: ScreenView | None = None) -> HttpResponse:
    context = tournament_frame(request, tournament_id=tournament_id, placed=placed)
    ended = _ended(context)
    # who won keeps the seat in the books; on a wall nobody looks for it any more
    seated = [] if ended else seating_list(tournament_id, limit=_FIRST_ROWS, moved=_moved(tournament_id))
    rows = [{"name": name, "table": table, "seat": seat} for name, _entry, table, seat in seated]
    return render(request, "screens/seating.html", context | {"rows": rows, "ended": ended})


def _ended(context: dict[str, Any]) -> str:
    """What stands in the place of the seats once nobody looks for one: that it is over, and who won; "" before. static/js/roles/seats.js
    says the same."""
    told = context["payloads"]
    state = "decided" if told["counts"]["decided"] else told["counts"]["state"]
    if state not in ("decided", "finished", "cancelled"):
        return ""
    won = [row["name"] for row in told["eliminations"]["rows"] if row["place"] == 1 and state == "finished"]
    words: dict[str, str] = context["words"]
    return words["won"] % {"name": won[0]} if won else words[f"state_{state}"]


@require_GET
def seats(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Send the seating list to the displays: {rows: [[name, table, seat]]}, alphabetical; 304 while nothing happened."""
    return _list_of(
        request,
        tournament_id,
        lambda: [
            [name, table, seat]
            for name, _entry, table, seat in seating_list(
                tournament_id, limit=MOST_SEATS, moved=_moved(tournament_id)
            )
        ],
    )


def _moved(tournament_id: int) -> Seats:
    """Who sat elsewhere when everybody last saw the tables."""
    return public_seats(announced_tournament(tournament_id), seen_at=moment.at())


def _list_of(request: HttpRequest, tournament_id: int, read: Callable[[], list[list[Any]]]) -> HttpResponse:
    """{rows}, as new as the tournament's stream and what is told of it: forty displays that ask again cost its head, not the list."""
    try:
        view = announced(request, tournament_id=tournament_id)
    except Refused as refused:
        return JsonResponse({"code": refused.code}, status=404)
    head = head_of(tournament_stream(tournament_id))
    untold = first_untold(tournament_id, at=moment.at()) if view.online else 0
    etag = f'"{head.seq}-{head.hash[:6].hex()}-{untold}"' if head else f'"0-{untold}"'
    response: HttpResponse
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponse(status=304)
    else:
        response = JsonResponse({"rows": read()})
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


@shown_in_the_house
def payouts(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the payouts of one tournament: what is still open, and who has what already."""
    return _payouts(request, tournament_id=tournament_id)


def _payouts(request: HttpRequest, *, tournament_id: int, placed: ScreenView | None = None) -> HttpResponse:
    context = tournament_frame(request, tournament_id=tournament_id, placed=placed)
    return render(request, "screens/payouts.html", context | {"fallen": _fallen(tournament_id)})


@require_GET
def paid(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Send who is out with a prize to the displays: {rows: [[place, how many share it, name, amount in cents]]}, the best
    place first; 304 while nothing happened."""
    return _list_of(request, tournament_id, lambda: _fallen(tournament_id))


def _fallen(tournament_id: int) -> list[list[Any]]:
    places_paid = prizes_payload(tournament_id)["places_paid"]
    at = moment.at()
    out = results(tournament_id, at=at, limit=min(MOST_PAID, places_paid))
    last = out[-1] if out else None
    if last is not None and last.tied > 1:
        # who shares the last paid place is paid, too
        more = last.tied - sum(line.place == last.place for line in out)
        out += results(tournament_id, at=at, offset=len(out), limit=more)
    out = [line for line in out if line.place <= places_paid]
    won = amounts_of([line.entry_id for line in out])
    return [[line.place, line.tied, line.player, won.get(line.entry_id, 0)] for line in out]


@shown_in_the_house
def final_table(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Show the final table of one tournament by stack, with its clock and what is still played for."""
    return _final_table(request, tournament_id=tournament_id)


def _final_table(
    request: HttpRequest, *, tournament_id: int, placed: ScreenView | None = None
) -> HttpResponse:
    context = tournament_frame(request, tournament_id=tournament_id, placed=placed)
    told = context["payloads"]
    plays = told["counts"]["state"] == "running" and told["counts"]["final_table"]
    over = told["counts"]["state"] == "finished"
    # what a display without a script reads; with one, static/js/roles/final.js draws it before the first paint
    return render(
        request,
        "screens/final_table.html",
        context
        | {
            "stacks": told["standings"]["rows"] if plays else [],
            "placed_last": told["eliminations"]["rows"][:_LAST] if over else [],
            "pays": [
                (place, row["amount_cents"])
                for row in told["prizes"]["rows"]
                for place in range(row["first"], min(row["last"], _LAST) + 1)
            ]
            if plays and told["standings"]["rows"]
            else [],
        },
    )


@shown_in_the_house
def table(request: HttpRequest, *, tournament_id: int, table_number: int) -> HttpResponse:
    """Show one table with its seats, for a display beside it."""
    return _table(request, tournament_id=tournament_id, table_number=table_number)


def _table(
    request: HttpRequest, *, tournament_id: int, table_number: int, placed: ScreenView | None = None
) -> HttpResponse:
    context = tournament_frame(request, tournament_id=tournament_id, placed=placed)
    seats = seats_payload(tournament_id, table_number=table_number, at=moment.at())
    context["payloads"] |= {"seats": seats}
    context["payloads"]["topics"] |= {"seats": seats_topic(tournament_id, table_number)}
    return render(request, "screens/table.html", context | {"table": seats})


# the pages of roles that are no clock
PAGES: dict[str, Callable[..., HttpResponse]] = {
    "seats": lambda request, placed: _seating(request, tournament_id=placed.tournament_id, placed=placed),
    "payouts": lambda request, placed: _payouts(request, tournament_id=placed.tournament_id, placed=placed),
    "final_table": lambda request, placed: _final_table(
        request, tournament_id=placed.tournament_id, placed=placed
    ),
    "table": lambda request, placed: _table(
        request,
        tournament_id=placed.tournament_id,
        table_number=placed.table_number or 0,
        placed=placed,
    ),
    "sponsors": lambda request, placed: sponsors_page(
        request, tournament_id=placed.tournament_id, placed=placed
    ),
    "lobby": lambda request, placed: today_page(request, venue_id=placed.venue_id, placed=placed),
    "schedule": lambda request, placed: schedule_page(request, venue_id=placed.venue_id, placed=placed),
}
