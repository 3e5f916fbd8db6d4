"""What breaking a table or several would do, before it is done."""

from __future__ import annotations

import heapq
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.permissions import Permission
from tables.queries import next_break, spare_tables, tables_view
from web.director.page import board_context, page_context
from web.director.seating import table_or_404
from web.forms import tables_named
from web.staffing import StaffTournament, staff_page

MOST_BROKEN = 50
MOST_FREE = 24


@require_GET
@staff_page(Permission.BREAK_TABLE)
def breaking(request: HttpRequest, *, scope: StaffTournament, table_number: int) -> HttpResponse:
    """Show what breaking a table would do."""
    return _simulated(request, scope, numbers=[table_number], several=False)


@require_GET
@staff_page(Permission.BREAK_TABLE)
def breaking_several(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show what breaking several tables at once would do; ``?tables=7,8,9``, else all that the field can spare. Nobody goes to a
    table that breaks with them.
    """
    typed = request.GET.get("tables", "").strip()
    numbers = tables_named(typed) if typed else spare_tables(scope.tournament_id)
    numbers = sorted(numbers[:MOST_BROKEN])
    return _simulated(request, scope, numbers=numbers, several=True)


def _simulated(
    request: HttpRequest, scope: StaffTournament, *, numbers: list[int], several: bool
) -> HttpResponse:
    """Who must move when these tables break, and where there is room: also at a halted table, which waits to be filled
    (ADTP.11D). The seats themselves are drawn.
    """
    broken = [table_or_404(scope, table_number=number) for number in numbers]
    leaving = [
        {
            "at": f"{seated_table.line.table}-{c.seat}" if several else f"{c.seat}.",
            "player": c.player,
        }
        for seated_table in broken
        for c in seated_table.chairs
        if c.entry_id is not None
    ]
    staying: list[dict[str, Any]] = [
        {"table": line.table, "players": line.players, "free": line.seats - line.players}
        for line in tables_view(scope.tournament_id)
        if line.table not in numbers
    ]
    seats_free = sum(row["free"] for row in staying)
    after = _spread([row["players"] for row in staying], len(leaving))
    enough = bool(numbers) and bool(staying) and seats_free >= len(leaving)
    level = min(after, default=0)
    # all tables up to one level take those who are left over: one each, and the draw says which
    over = len(leaving) - sum(max(level - row["players"], 0) for row in staying)
    for row in staying:
        row["then"] = _then(row["players"], level=level, over=over) if enough else ""
    return render(
        request,
        "director/break.html",
        page_context(
            scope,
            tab="map",
            several=several,
            waits_to_break=next_break(scope.tournament_id),
            numbers=", ".join(str(number) for number in numbers),
            leaving=leaving,
            staying=sorted(staying, key=lambda row: (row["players"], row["table"]))[:MOST_FREE],
            more_staying=max(0, len(staying) - MOST_FREE),
            seats_free=seats_free,
            enough=enough,
            smallest=min(after, default=0),
            largest=max(after, default=0),
            **board_context(scope),
        ),
    )


def _then(players: int, *, level: int, over: int) -> str:
    """How many sit at a table afterwards."""
    if players > level:
        return str(players)
    return f"{level}–{level + 1}" if over else str(level)


def _spread(players: list[int], more: int) -> list[int]:
    """Table sizes when each newcomer goes to a shortest table."""
    found = list(players)
    heapq.heapify(found)
    for _n in range(more if found else 0):
        heapq.heapreplace(found, found[0] + 1)
    return found
