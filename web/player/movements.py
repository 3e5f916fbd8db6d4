"""The receipt of a deposit or a withdrawal: for the player whose money it is, to be printed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from ledger.queries import counter_movement
from rules.accounts import TransferId
from web.movements import movement_context
from web.player.views import own_page, own_player


@require_GET
@own_page
def movement(request: HttpRequest, *, transfer_id: int) -> HttpResponse:
    """Show one deposit or withdrawal with its number, its states with their times, and its sums. Rule: SCPT.D, SCPT.K"""
    found = counter_movement(TransferId(transfer_id), player_id=own_player(request))
    return render(request, "player/movement.html", movement_context(found))
