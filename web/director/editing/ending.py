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

#: What each entry gets back is computed one by one: of so many at once with the page.
MOST_COUNTED = 400


@require_GET
@staff_page(Permission.CANCEL_TOURNAMENT)
def ending(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Postpone or cancel: with what it would do in numbers; of a large field once ``?cancel=1`` asks for them."""
    found = money_view(scope.tournament_id)
    entries = sum(s.count for s in found.sold if s.what in ("entry", "re_entry"))
    back, no = None, ""
    counted = entries <= MOST_COUNTED or "cancel" in request.GET
    try:
        back = cancel_tournament_preview(scope.tournament_id) if counted else None
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
            entries=entries,
            counted=counted,
            # so that all that was paid stands here
            keeps_cents=max(
                found.paid_cents + back.from_house_cents - back.refunded_cents - back.credited_cents, 0
            )
            if back is not None
            else 0,
            **board_context(scope),
        ),
    )
