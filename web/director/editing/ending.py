"""Postpone or cancel: with what it would do in numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from payouts import queries as payouts
from rules.permissions import Permission
from rules.refusals import Refused
from tables import queries as tables
from web.acting import sentence
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page


@require_GET
@staff_page(Permission.CANCEL_TOURNAMENT)
def ending(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """Postpone or cancel: with what it would do in numbers."""
    found = payouts.money_view(room.tournament_id)
    back, no = None, ""
    try:
        back = payouts.cancel_tournament_preview(room.tournament_id)
    except Refused as refused:
        no = sentence(refused)
    return render(
        request,
        "director/ending.html",
        page_context(
            room,
            "edit",
            money=found,
            back=back,
            no=no,
            stacks=tables.stacks_view(room.tournament_id) if back is not None and back.stacks else [],
            entries=sum(s.count for s in found.sold if s.what in ("entry", "re_entry")),
            **board_context(room),
        ),
    )
