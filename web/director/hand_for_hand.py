"""The console of hand for hand."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.refusals import N_, Refused
from tables.queries import hand_for_hand_view, tables_view
from web.director.busts import has_bounty
from web.director.hands import charge_of
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page

MOST_HANDS = 60


def _started(scope: StaffTournament) -> bool:
    return scope.settings["started_at"] is not None


@require_GET
@staff_page()
def hand_for_hand(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """The console: which tables are done with the hand, who is out in it."""
    if not _started(scope):
        raise Refused("not_started", N_("This tournament has not started yet."))
    part = request.GET.get("part")
    # those that everybody waits for come first; of a large room the rest is told in numbers
    lines = [line for line in tables_view(scope.tournament_id) if line.players > 1]
    lines.sort(key=lambda line: (bool(line.hand_done), line.table))
    round_ = hand_for_hand_view(scope.tournament_id)
    return render(
        request,
        "director/_hand_for_hand.html" if part else "director/hand_for_hand.html",
        page_context(
            scope,
            "map",
            round=round_,
            bounty=has_bounty(scope),
            tables_in_round=len(round_.done) + len(round_.waiting_for),
            charge=charge_of(scope.settings["policies"], now=round_.charge if round_.on else None),
            lines=lines[:MOST_HANDS],
            more=max(0, len(lines) - MOST_HANDS),
            **({} if part else board_context(scope)),
        ),
    )
