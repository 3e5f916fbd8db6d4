"""The receipt of money paid in or out at the desk, printed there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from access import moment
from ledger.queries import counter_movement
from people.operations import note_seen
from rules.accounts import TransferId
from rules.permissions import Permission
from rules.refusals import not_found
from web.director.page import board_context, page_context
from web.movements import movement_context
from web.staffing import StaffTournament, staff_page


@require_GET
@staff_page(Permission.DEPOSIT)
def movement(
    request: HttpRequest, *, scope: StaffTournament, player_id: int, transfer_id: int
) -> HttpResponse:
    """Show one deposit or withdrawal of this venue on paper: 80 mm or A4. Rule: SCPT.D"""
    found = counter_movement(TransferId(transfer_id), player_id=player_id)
    if found.venue_id != scope.venue.venue_id:
        raise not_found("movement")
    note_seen(player_id, by=scope.actor, venue_id=scope.venue.venue_id, at=moment.at())
    size = "a4" if request.GET.get("size") == "a4" else "roll"
    context = page_context(scope, tab="desk", size=size, **movement_context(found), **board_context(scope))
    return render(request, "desk/movement.html", context)
