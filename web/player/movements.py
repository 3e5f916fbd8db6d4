"""The receipt of a deposit or a withdrawal: for the player whose money it is, to be printed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from dispatch.facts import SYSTEM
from dispatch.queries import actors_of
from ledger.queries import counter_movement
from people.queries import player_file
from rules.accounts import TransferId
from rules.refusals import Refused
from tournaments.queries import circuit
from web.player.tables import private
from web.player.views import own_page, own_player
from web.problems import refused_page


@require_GET
@own_page
def movement(request: HttpRequest, *, transfer_id: int) -> HttpResponse:
    """Show one deposit or withdrawal with its number, its states with their times, and its sums. Rule: SCPT.D, SCPT.K"""
    player_id = own_player(request)
    try:
        found = counter_movement(TransferId(transfer_id), player_id=player_id)
    except Refused as refused:
        return private(refused_page(request, refused=refused))
    file = player_file(player_id)
    acts = actors_of({one for one in (found.command_id, found.back_command_id) if one is not None})

    def by(command: object) -> str:
        user_id, label = next((who for one, who in acts.items() if one == command), (None, ""))
        if user_id is None or user_id == file.user_id or label == SYSTEM.label:
            return ""
        # a number of an account tells the player nothing
        return _("The house") if label.startswith("#") else label

    context = {
        "movement": found,
        "venue": circuit.venue_view(found.venue_id),
        "file": file,
        "by": by(found.command_id),
        "back_by": by(found.back_command_id),
    }
    return private(render(request, "player/movement.html", context))
