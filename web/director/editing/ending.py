"""Postpone or cancel: with what it would do in numbers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from payouts.queries import cancel_tournament_preview, money_view
from rules.permissions import Permission
from rules.refusals import Refused
from tables.queries import stacks_view
from web.acting import sentence
from web.director.page import board_context, page_context
from web.staffing import StaffTournament, staff_page


@require_GET
@staff_page(Permission.CANCEL_TOURNAMENT)
def ending(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Postpone or cancel: with what it would do in numbers."""
    found = money_view(scope.tournament_id)
    back, no = None, ""
    try:
        back = cancel_tournament_preview(scope.tournament_id)
    except Refused as refused:
        no = sentence(refused)
    return render(
        request,
        "director/ending.html",
        page_context(
            scope,
            tab="edit",
            money=found,
            back=back,
            no=no,
            stacks=stacks_view(scope.tournament_id) if back is not None and back.stacks else [],
            entries=sum(s.count for s in found.sold if s.what in ("entry", "re_entry")),
            **board_context(scope),
        ),
    )
