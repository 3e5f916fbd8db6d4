"""What breaking a table or several would do, before it is done."""

from __future__ import annotations

import heapq

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.permissions import Permission
from tables.queries import tables_view
from web.director.page import board_context, page_context
from web.director.seating import table_or_404
from web.forms import tables_named
from web.staffing import StaffTournament, staff_page

MOST_BROKEN = 50
MOST_FREE = 24


@require_GET
@staff_page(Permission.BREAK_TABLE)
def breaking(request: HttpRequest, *, scope: StaffTournament, table_number: int) -> HttpResponse:
    """What breaking a table would do: who must move, and where there is room. The seats themselves are drawn."""
    seated_table = table_or_404(scope, table_number)
    lines = [line for line in tables_view(scope.tournament_id) if line.table != table_number]
    leaving = [c for c in seated_table.chairs if c.entry_id is not None]
    free = [
        {"table": line.table, "players": line.players, "free": line.seats - line.players}
        for line in lines
        if line.state == "open"
    ]
    seats_free = sum(row["free"] for row in free)
    after = _spread([row["players"] for row in free], len(leaving))
    return render(
        request,
        "director/break.html",
        page_context(
            scope,
            "map",
            seated_table=seated_table,
            leaving=leaving,
            free=sorted(free, key=lambda row: (row["players"], row["table"]))[:MOST_FREE],
            more_free=max(0, len(free) - MOST_FREE),
            seats_free=seats_free,
            enough=seats_free >= len(leaving),
            any_free=bool(free),
            smallest=min(after, default=0),
            largest=max(after, default=0),
            **board_context(scope),
        ),
    )


@require_GET
@staff_page(Permission.BREAK_TABLE)
def breaking_several(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """What breaking several tables at once would do; ``?tables=7,8,9``. Nobody goes to a table that breaks with them."""
    numbers = tables_named(request.GET.get("tables", ""))[:MOST_BROKEN]
    breaking = [table_or_404(scope, number) for number in numbers]
    leaving = [
        {"table": seated_table.line.table, "seat": c.seat, "player": c.player}
        for seated_table in breaking
        for c in seated_table.chairs
        if c.entry_id is not None
    ]
    staying = [
        {"table": line.table, "players": line.players, "free": line.seats - line.players}
        for line in tables_view(scope.tournament_id)
        if line.table not in numbers
    ]
    seats_free = sum(row["free"] for row in staying)
    after = _spread([row["players"] for row in staying], len(leaving))
    return render(
        request,
        "director/break_several.html",
        page_context(
            scope,
            "map",
            numbers=", ".join(str(number) for number in numbers),
            leaving=leaving,
            staying=sorted(staying, key=lambda row: (row["players"], row["table"]))[:MOST_FREE],
            seats_free=seats_free,
            enough=bool(staying) and seats_free >= len(leaving),
            smallest=min(after, default=0),
            largest=max(after, default=0),
            **board_context(scope),
        ),
    )


def _spread(players: list[int], more: int) -> list[int]:
    """Table sizes when each newcomer goes to a shortest table."""
    found = list(players)
    heapq.heapify(found)
    for _n in range(more if found else 0):
        heapq.heapreplace(found, found[0] + 1)
    return found
