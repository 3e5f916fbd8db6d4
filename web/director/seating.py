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
from payouts.queries import deal_in_vote
from play.queries.events import played_tables
from rules.permissions import Permission
from rules.refusals import N_, not_found
from tables.queries import (
    Proposal,
    SeatedTable,
    SeatView,
    TableLine,
    next_break,
    opened_table,
    proposals,
    record_of,
    seat_of,
    seated_tables,
    spare_tables,
    table_view,
    tables_view,
)
from tournaments.queries.debts import why_no_rebuy
from tournaments.queries.stacks import big_blind_now
from web import penalties
from web.director.busts import has_bounty
from web.director.final_table import final_table
from web.director.needs.tables import proposal
from web.director.page import board_context, page_context
from web.director.room import FILTERS, ORDERS, TILES_ON_A_PAGE, filtered, filters, in_order, tiles_of
from web.director.table_cards import (
    Steps,
    big_blinds,
    chair_state,
    drawn,
    level_mark,
    shortened_apart,
    steps_of,
)
from web.forms import number_asked
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import chips

MOST_DRAWN = 12  # more tables than these are tiles
_MAP_WORDS = {
    "table": N_("Table"),
    "seat": N_("Seat"),
    "button": N_("button"),
    "short": N_("short stack"),
    "free": N_("free"),
    "here": N_("comes here"),
    "swap": N_("swap seats"),
}


def map_words() -> dict[str, str]:
    """Return what the seats of the map say, in the page's language."""
    return {n: _(text) for n, text in _MAP_WORDS.items()}


@require_GET
@staff_page()
def seating(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the room. A few tables are all drawn, the last one fills the page; of many each is a tile and one is
    opened: ``?table=`` says which, ``?only=`` which tiles there are, ``?order=`` how they stand.
    """
    lines = tables_view(scope.tournament_id)
    total = len(lines)
    proposed = _proposed(scope)
    steps = steps_of(proposed)
    asked = number_asked(request.GET, name="table", digits=9)
    known = any(line.table == asked for line in lines)
    moving = _moving(request, scope)
    room, shown = None, lines
    only = request.GET.get("only", "")
    only = only if only in FILTERS else ""
    if only and total <= MOST_DRAWN:
        tiles = tiles_of(scope, lines=lines, steps=steps)
        shown = [tile.line for tile in filtered(scope, tiles=tiles, only=only)]
    if total > MOST_DRAWN:
        room, shown = _room(request, scope=scope, lines=lines, steps=steps, moving=moving, only=only)
    part = request.GET.get("part")
    board = {} if part else board_context(scope)
    if "clock" in board:
        big_blind = int(board["clock"]["big_blind"] or 0)
    else:
        big_blind = big_blind_now(scope.tournament_id)
    seated = (
        [opened_table(scope.tournament_id, line=line) for line in shown]
        if room
        else seated_tables(scope.tournament_id, limit=MOST_DRAWN, lines=shown)
    )
    played = played_tables(scope.tournament_id) if scope.play_table is not None else {}
    names = shortened_apart(chair.player for table in seated for chair in table.chairs)
    tables = [
        drawn(
            table,
            scope=scope,
            big_blind=big_blind,
            steps=steps,
            names=names,
            played=played.get(table.line.table),
        )
        for table in seated
    ]
    final = None
    if total == 1 and len(tables) == 1:
        final = final_table(scope, table=tables[0], big_blind=big_blind, at=moment.at())
    return render(
        request,
        "director/_map.html" if part else "director/map.html",
        page_context(
            scope,
            tab="map",
            tables=tables,
            room=room,
            only=only,
            opened=tables[0] if room and tables else None,
            final=final,
            proposals=[{"step": p, "need": proposal(scope, p=p)} for p in proposed],
            players=sum(line.players for line in lines),
            free=sum(line.seats - line.players for line in lines),
            said=map_words()
            | {
                "sample": chips(48_600),
                "level": level_mark(6),
                "sample_short": big_blinds(9),
                "sample_level": _("counted in level\u00a0%(level)s") % {"level": 6},
            },
            page=room["page"] if room else 1,
            pages=room["pages"] if room else (),
            looked_for=asked,
            missing=asked is not None and not known,
            may_move=scope.may(Permission.MOVE_PLAYER) and scope.state == "running",
            # of many tables the list would be long and is another read: the page that breaks several has it
            spare="" if room or part else ", ".join(str(n) for n in spare_tables(scope.tournament_id)),
            total=total,
            waits_to_break=None
            if part or scope.play_table or any(p.kind in ("break_table", "final_table") for p in proposed)
            else next_break(scope.tournament_id),
            moving=moving,
            this_page=f"{reverse('director-map', args=[scope.tournament_id])}?{room['address'] if room else urlencode({'only': only} if only else {})}",
            **board,
        ),
    )


def _room(
    request: HttpRequest,
    *,
    scope: StaffTournament,
    lines: list[TableLine],
    steps: Steps,
    moving: dict[str, Any] | None,
    only: str,
) -> tuple[dict[str, Any], list[TableLine]]:
    """The tiles of a page, and the one table that is opened: the one asked for; where none is, the first that needs something."""
    order = request.GET.get("order", "")
    order = order if order in ORDERS else "room"
    every = tiles_of(scope, lines=lines, steps=steps)
    tiles = in_order(filtered(scope, tiles=every, only=only), order=order)
    asked = number_asked(request.GET, name="table", digits=9)
    at_index = next((n for n, tile in enumerate(tiles) if tile.line.table == asked), None)
    pages = max(1, -(-len(tiles) // TILES_ON_A_PAGE))
    page = min(max(1, number_asked(request.GET, name="page", digits=9) or 1), pages)
    if at_index is not None:
        page = at_index // TILES_ON_A_PAGE + 1
    here = tiles[(page - 1) * TILES_ON_A_PAGE : page * TILES_ON_A_PAGE]
    opened = next((line for line in lines if line.table == asked), None)
    # of a number that is not in play none is opened: another's seats below it would be taken for its own
    if opened is None and asked is None and here:
        opened = in_order(here, order="need")[0].line
    kept = {"only": only, "order": "" if order == "room" else order, "move": moving and moving["entry_id"]}
    kept = {name: value for name, value in kept.items() if value}
    return {
        "tiles": here,
        "page": page,
        "pages": [
            {
                "number": n // TILES_ON_A_PAGE + 1,
                "label": f"{first[0].line.table}–{first[-1].line.table}",
                "query": urlencode({**kept, "page": n // TILES_ON_A_PAGE + 1}),
            }
            for n in range(0, len(tiles), TILES_ON_A_PAGE)
            if (first := tiles[n : n + TILES_ON_A_PAGE])
        ],
        "filters": filters(scope, tiles=every, only=only, query=kept),
        "orders": [
            {"text": text, "chosen": name == order, "query": urlencode({**kept, "order": name})}
            for name, text in (("room", _("By number")), ("need", _("By need")), ("size", _("By size")))
        ],
        "query": f"{urlencode(kept)}&" if kept else "",
        "address": urlencode(
            {
                "page": page,
                **({"only": only} if only else {}),
                **({"order": order} if order != "room" else {}),
            }
            | ({"table": opened.table if opened else asked} if opened or asked else {})
        ),
    }, [opened] if opened else []


def _proposed(scope: StaffTournament) -> list[Proposal]:
    """What the rules propose at the tables, for whom may do it."""
    if scope.state != "running" or not scope.may(Permission.MOVE_PLAYER):
        return []
    return proposals(scope.tournament_id)


def _moving(request: HttpRequest, scope: StaffTournament) -> dict[str, Any] | None:
    """Tap-tap: whom the next tapped empty seat is for."""
    entry_id = number_asked(request.GET, name="move", digits=9)
    if entry_id is None:
        return None
    place = seat_of(entry_id)
    if place is None:
        return None
    for chair in table_view(scope.tournament_id, table_number=place[0]).chairs:
        if chair.entry_id == entry_id:
            return {"entry_id": entry_id, "player": chair.player, "table": place[0], "seat": place[1]}
    return None


def table_or_404(scope: StaffTournament, *, table_number: int) -> SeatedTable:
    try:
        return table_view(scope.tournament_id, table_number=table_number)
    except ObjectDoesNotExist:
        raise not_found("table") from None


@require_GET
@staff_page()
def seat(
    request: HttpRequest, *, scope: StaffTournament, table_number: int, seat_number: int
) -> HttpResponse:
    """Show one seat with everything that can be done there."""
    seated_table = table_or_404(scope, table_number=table_number)
    chair = next((c for c in seated_table.chairs if c.seat == seat_number), None)
    if chair is None:
        raise not_found("seat")
    played = played_tables(scope.tournament_id).get(table_number) if scope.play_table is not None else None
    penalised = None
    if chair.entry_id is not None and scope.may(Permission.PENALISE):
        penalised = record_of(chair.entry_id)
    return render(
        request,
        "director/_seat.html" if getattr(request, "htmx", False) else "director/seat.html",
        page_context(
            scope,
            tab="map",
            seated_table=seated_table,
            chair=chair,
            state=chair_state(chair, played=played),
            played=played,
            mates=[
                {"entry_id": c.entry_id, "seat": c.seat, "name": c.player}
                for c in seated_table.chairs
                if c.entry_id is not None and c.seat != seat_number
            ]
            if has_bounty(scope)
            else [],
            marked=(),
            rebuys=_rebuys(scope, chair),
            deal=deal_in_vote(scope.tournament_id) if chair.entry_id and scope.may(Permission.BUST) else None,
            penalties=penalised.history if penalised else (),
            reasons=penalties.reasons(),
            steps=penalties.steps(penalised),
            proposal=penalties.proposal(penalised),
            round_costs=penalties.round_costs(scope, players=seated_table.line.players)
            if penalised and scope.state == "running"
            else "",
            **({} if getattr(request, "htmx", False) else board_context(scope)),
        ),
    )


def _rebuys(scope: StaffTournament, chair: SeatView) -> Mapping[str, Any] | None:
    """What a rebuy announced at the table costs, where this player may take one now. Rule: ADTP.27"""
    offer: Mapping[str, Any] | None = scope.settings["rebuy"]
    if not offer or chair.entry_id is None or scope.state != "running" or not scope.may(Permission.BUST):
        return None
    return offer if why_no_rebuy(chair.entry_id, at=moment.at()) is None else None
