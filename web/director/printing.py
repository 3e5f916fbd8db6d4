"""What is put on paper: the seating list, seat cards, slips for those who move or are paid, structure, alternates."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

import tables.queries
from access import moment
from payouts.queries import awards_view, bounties_of_player, bounty_of
from payouts.several import MOST_AT_ONCE
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.queries import clock
from tournaments.queries.line import waiting_view
from tournaments.queries.prices import prices_at
from web import board
from web.director.page import board_context, page_context
from web.director.payees import payee_of
from web.director.prizes import awards_asked
from web.prices import price_words
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import money

NAMES_ON_A_PAGE = 480  # four columns of one side of A4, twice
CARDS_ON_A_PAGE = 100
MOST_SLIPS = 60
ALTERNATES_ON_A_PAGE = 200
PAYOUTS_ON_A_PAGE = 60


def _page(request: HttpRequest) -> int:
    try:
        return min(max(1, int(request.GET.get("page", "1")[:6])), 1000)
    except ValueError:
        return 1


def _sheet(scope: StaffTournament, *, tab: str = "paper", **more: Any) -> dict[str, Any]:
    """What is on a sheet, and the frame around it, which is not printed."""
    return page_context(scope, tab=tab, **board_context(scope), **more)


def _seated(scope: StaffTournament, page: int, size: int) -> tuple[list[dict[str, Any]], bool]:
    """One page of the seating list, and whether there is another. Refusal: ``not_started``."""
    if scope.settings["started_at"] is None:
        raise Refused("not_started", N_("This tournament has not started yet."))
    rows = tables.queries.seating_list(scope.tournament_id, offset=(page - 1) * size, limit=size + 1)
    found = [
        {"name": name, "entry_id": entry, "table": table, "seat": seat} for name, entry, table, seat in rows
    ]
    return found[:size], len(found) > size


@require_GET
@staff_page()
def paper(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show what of this tournament can be printed now."""
    return render(
        request,
        "director/paper.html",
        page_context(
            scope, tab="paper", started=scope.settings["started_at"] is not None, **board_context(scope)
        ),
    )


@require_GET
@staff_page()
def seating_list(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show who sits where, by name, for the wall. Rule: ADTP.7"""
    page = _page(request)
    rows, more = _seated(scope, page, NAMES_ON_A_PAGE)
    return render(
        request,
        "director/seating_list.html",
        _sheet(
            scope, rows=rows, at=moment.at(), page=page, before=page - 1, after=page + 1 if more else None
        ),
    )


@require_GET
@staff_page()
def seat_cards(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show a card for each player to carry to the seat; ``?table=`` only those of one table. Rule: ADTP.7"""
    table = request.GET.get("table", "")
    page = _page(request)
    more = False
    if table.isascii() and table.isdigit() and len(table) < 7:
        rows = [
            {"name": chair.player, "table": int(table), "seat": chair.seat}
            for seated_table in tables.queries.seated_tables(
                scope.tournament_id, lines=_only(scope, int(table))
            )
            for chair in seated_table.chairs
            if chair.entry_id is not None
        ]
    else:
        rows, more = _seated(scope, page, CARDS_ON_A_PAGE)
    return render(
        request,
        "director/seat_cards.html",
        _sheet(scope, rows=rows, page=page, before=page - 1, after=page + 1 if more else None),
    )


def _only(scope: StaffTournament, table: int) -> list[tables.queries.TableLine]:
    return [line for line in tables.queries.tables_view(scope.tournament_id) if line.table == table]


@require_GET
@staff_page()
def move_slips(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show a slip for each player who was told to move last; ``?of=`` those of one command, such as a broken table."""
    # who came back by an undone bust was told by whoever undid it: a slip without a place to come from moves nobody
    moves = [
        move
        for move in tables.queries.moves_view(scope.tournament_id, limit=MOST_SLIPS)
        if move.reason != "undo" or move.from_table is not None
    ]
    of = request.GET.get("of", "") or (moves[0].command_id if moves else "")
    return render(
        request,
        "director/move_slips.html",
        _sheet(
            scope,
            moves=[m for m in moves if m.command_id == of and not m.undone],
            of=of,
            others=_commands(moves),
        ),
    )


def _commands(moves: list[tables.queries.MoveView]) -> list[dict[str, Any]]:
    """The last commands that moved somebody, each once."""
    found: dict[str, dict[str, Any]] = {}
    for move in moves:
        if not move.undone:
            line = found.setdefault(
                move.command_id,
                {
                    "of": move.command_id,
                    "at": move.at,
                    "table": move.from_table,
                    "seat": move.from_seat,
                    "names": [],
                    "to_table": move.to_table,
                    "to_seat": move.to_seat,
                },
            )
            line["names"].insert(0, move.player)
    return list(found.values())[:20]


@require_GET
@staff_page()
def alternates(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show who waits for a seat, in the order of the line, for the wall. Rule: ADTP.8A"""
    page = _page(request)
    found = waiting_view(
        scope.tournament_id, offset=(page - 1) * ALTERNATES_ON_A_PAGE, limit=ALTERNATES_ON_A_PAGE + 1
    )
    return render(
        request,
        "director/alternates.html",
        _sheet(
            scope,
            rows=found[:ALTERNATES_ON_A_PAGE],
            at=moment.at(),
            page=page,
            before=page - 1,
            after=page + 1 if len(found) > ALTERNATES_ON_A_PAGE else None,
        ),
    )


@require_GET
@staff_page()
def structure_sheet(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show levels, recesses and stack on a sheet for the wall or the tables. Rule: ADTP.23"""
    payload = clock.clock_payload(scope.tournament_id, at=moment.at())
    prices = prices_at(scope.settings, at=moment.at())
    structure = board.structure_lines(payload)
    context = _sheet(
        scope,
        structure=structure,
        # told once above the column; where both kinds are played, at each level; where none is, as the public page has it
        bb_antes={item["ante_kind"] for item in structure if item.get("ante")} == {"big_blind"},
        price=price_words(prices.steps, currency=scope.currency, zone=scope.timezone)
        or money(prices.now_cents, scope.currency),
    )
    return render(request, "director/structure_sheet.html", context)


@require_GET
@staff_page(Permission.VIEW_MONEY)
def payout_slips(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show a slip to sign for every prize that is still owed, best place first; ``?award=``: for these alone.
    Rule: SCPT.L
    """
    chosen = awards_asked(request.GET)
    page, most = (1, MOST_AT_ONCE) if chosen else (_page(request), PAYOUTS_ON_A_PAGE)
    found = awards_view(
        today=scope.today(moment.at()),
        tournament_id=scope.tournament_id,
        owed_only=not chosen,
        only=chosen or None,
        limit=most + 1,
        offset=(page - 1) * most,
    ).rows
    heads = bounty_of(scope.settings["split"])
    return render(
        request,
        "director/slips.html",
        _sheet(
            scope,
            tab="prizes",
            # of the same money, told apart: the prize is signed for, the bounties are in the balance already
            awards=[
                (
                    award,
                    bounties_of_player(award.player_id, tournament_id=scope.tournament_id) if heads else 0,
                    payee_of(scope, award=award),
                )
                for award in found[:most]
            ],
            page=page,
            before=page - 1,
            after=page + 1 if len(found) > most and not chosen else None,
        ),
    )
