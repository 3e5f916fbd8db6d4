"""The tables as a map, and the sheet of one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from rules.permissions import Permission
from rules.refusals import N_, not_found
from tables.queries import (
    SeatedTable,
    SeatView,
    TableLine,
    record_of,
    seat_of,
    seated_tables,
    spare_tables,
    table_counts,
    table_view,
    tables_view,
    unverified_tables,
)
from tournaments.queries.debts import why_no_rebuy
from web import penalties
from web.director.busts import has_bounty
from web.director.page import board_context, page_context
from web.labels import chair_mark, chair_word
from web.staffing import StaffTournament, staff_page

TABLES_ON_A_PAGE = 24
_MAP_WORDS = {"seat": N_("Seat"), "button": N_("button"), "short": N_("short stack")}


@require_GET
@staff_page()
def seating(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """The room, two dozen tables to a page; ``?table=`` opens the page of that table, ``?only=short`` shows tables that
    lack players, ``?only=unverified`` those with seats nobody has looked at, ``?only=uncounted`` those with stacks whose
    count is missing or old."""
    lines = tables_view(scope.tournament_id)
    total = len(lines)
    only = request.GET.get("only", "")
    if only == "unverified":
        marked = unverified_tables(scope.tournament_id)
        lines = [line for line in lines if line.table in marked]
    elif only == "uncounted" and scope.state == "running":
        marked = {count.table for count in table_counts(scope.tournament_id) if count.missing}
        lines = [line for line in lines if line.table in marked]
    elif only == "short":
        fullest = max((line.players for line in lines), default=0)
        lines = [line for line in lines if line.players < fullest - 1 or line.state == "halted"]
    else:
        only = ""
    asked = whole_number(request, "table")
    at_index = next((n for n, line in enumerate(lines) if line.table == asked), None)
    pages = max(1, -(-len(lines) // TABLES_ON_A_PAGE))
    page = min(max(1, whole_number(request, "page") or 1), pages)
    if at_index is not None:
        page = at_index // TABLES_ON_A_PAGE + 1
    found = seated_tables(
        scope.tournament_id, offset=(page - 1) * TABLES_ON_A_PAGE, limit=TABLES_ON_A_PAGE, lines=lines
    )
    part = request.GET.get("part")
    return render(
        request,
        "director/_map.html" if part else "director/map.html",
        page_context(
            scope,
            "map",
            tables=[_drawn(seated_table, scope) for seated_table in found],
            said={n: _(text) for n, text in _MAP_WORDS.items()},
            page=page,
            pages=_pages(lines),
            only=only,
            looked_for=asked,
            missing=asked is not None and at_index is None,
            may_move=scope.may(Permission.MOVE_PLAYER) and scope.state == "running",
            spare=", ".join(str(n) for n in spare_tables(scope.tournament_id)),
            total=total,
            moving=_moving(request, scope),
            this_page=_map_address(scope, page, only),
            **({} if part else board_context(scope)),
        ),
    )


def whole_number(request: HttpRequest, name: str) -> int | None:
    try:
        return int(request.GET.get(name, "")[:9])
    except ValueError:
        return None


def _map_address(scope: StaffTournament, page: int, only: str) -> str:
    query = {"page": page, **({"only": only} if only else {})}
    return f"{reverse('director-map', args=[scope.tournament_id])}?{urlencode(query)}"


def _pages(lines: list[TableLine]) -> list[dict[str, Any]]:
    """The pages of the map by the tables on them."""
    return [
        {"number": n // TABLES_ON_A_PAGE + 1, "label": f"{first[0].table}–{first[-1].table}"}
        for n in range(0, len(lines), TABLES_ON_A_PAGE)
        if (first := lines[n : n + TABLES_ON_A_PAGE])
    ]


def _moving(request: HttpRequest, scope: StaffTournament) -> dict[str, Any] | None:
    """Tap-tap: whom the next tapped empty seat is for."""
    entry_id = whole_number(request, "move")
    if entry_id is None:
        return None
    place = seat_of(entry_id)
    if place is None:
        return None
    for chair in table_view(scope.tournament_id, table_number=place[0]).chairs:
        if chair.entry_id == entry_id:
            return {"entry_id": entry_id, "player": chair.player, "table": place[0], "seat": place[1]}
    return None


def _drawn(seated_table: SeatedTable, scope: StaffTournament) -> dict[str, Any]:
    """A table as the map draws it: every state a shape and a word.

    A page has hundreds of chairs: what a chair needs is made here, a template makes it several times as slowly.
    """
    seats = f"{reverse('director-map', args=[scope.tournament_id])}{seated_table.line.table}/seats/"
    stacks = [c.stack_chips for c in seated_table.chairs if c.stack_chips]
    average = sum(stacks) / len(stacks) if stacks else 0
    playing = scope.state == "running"
    return {
        "seated_table": seated_table,
        "line": seated_table.line,
        "unverified": sum(c.entry_id is not None and not c.verified for c in seated_table.chairs),
        "chairs": [
            {
                "chair": c,
                "state": (state := _chair_state(c)),
                "word": chair_word(state),
                "mark": chair_mark(state),
                "href": f"{seats}{c.seat}/",
                "short": bool(c.stack_chips and average and c.stack_chips < average / 3),
                # when play is over nobody is dealt in any more
                "button": playing and c.seat == seated_table.line.button_seat,
                "small": playing and c.seat == seated_table.small_blind_seat,
                "big": playing and c.seat == seated_table.big_blind_seat,
            }
            for c in seated_table.chairs
        ],
    }


def _chair_state(chair: SeatView) -> str:
    if chair.entry_id is None:
        return "empty"
    if chair.hands_owed:
        return "penalty"
    if chair.away:
        return "away"
    if chair.waits_for_button:
        return "locked"
    return "seated" if chair.verified else "unverified"


def table_or_404(scope: StaffTournament, table_number: int) -> SeatedTable:
    try:
        return table_view(scope.tournament_id, table_number=table_number)
    except ObjectDoesNotExist:
        raise not_found("table") from None


@require_GET
@staff_page()
def seat(
    request: HttpRequest, *, scope: StaffTournament, table_number: int, seat_number: int
) -> HttpResponse:
    """One seat with everything that can be done there."""
    seated_table = table_or_404(scope, table_number)
    chair = next((c for c in seated_table.chairs if c.seat == seat_number), None)
    if chair is None:
        raise not_found("seat")
    penalised = None
    if chair.entry_id is not None and scope.may(Permission.PENALISE):
        penalised = record_of(chair.entry_id)
    return render(
        request,
        "director/_seat.html" if getattr(request, "htmx", False) else "director/seat.html",
        page_context(
            scope,
            "map",
            seated_table=seated_table,
            chair=chair,
            state=_chair_state(chair),
            mates=[
                {"entry_id": c.entry_id, "seat": c.seat, "name": c.player}
                for c in seated_table.chairs
                if c.entry_id is not None and c.seat != seat_number
            ]
            if has_bounty(scope)
            else [],
            marked=(),
            rebuys=_rebuys(scope, chair),
            penalties=penalised.history if penalised else (),
            reasons=penalties.reasons(),
            steps=penalties.steps(penalised),
            proposal=penalties.proposal(penalised),
            **({} if getattr(request, "htmx", False) else board_context(scope)),
        ),
    )


def _rebuys(scope: StaffTournament, chair: SeatView) -> Mapping[str, Any] | None:
    """What a rebuy announced at the table costs, where this player may take one now. Rule: ADTP.27"""
    offer: Mapping[str, Any] | None = scope.settings["rebuy"]
    if not offer or chair.entry_id is None or scope.state != "running" or not scope.may(Permission.BUST):
        return None
    return offer if why_no_rebuy(chair.entry_id, at=moment.at()) is None else None
