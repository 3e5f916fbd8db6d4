"""Whose chips went to whom: the page that asks and corrects."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from payouts.queries import open_bounties
from rules.permissions import Permission
from tournaments.queries.takers import takers_answered, takers_asked
from web.director.page import board_context, page_context
from web.forms import number_asked
from web.public.policies import unclaimed_in_words
from web.staffing import StaffTournament, staff_page

MOST_TAKERS = 40


@require_GET
@staff_page(Permission.BUST)
def takers(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show whose chips went to whom: what is open, and ``?correct=`` what was answered wrongly. Rule: SCPT.P"""
    waiting = open_bounties(scope.tournament_id)
    asked = [
        {
            "asked": takers_asked(scope.tournament_id, elimination_id=one.elimination_id),
            "amount_cents": one.amount_cents,
            "change": False,
        }
        for one in waiting[:MOST_TAKERS]
    ]
    correct = number_asked(request.GET, name="correct", digits=9)
    if correct is not None and correct not in {one.elimination_id for one in waiting}:
        asked.insert(
            0,
            {
                "asked": takers_asked(scope.tournament_id, elimination_id=correct),
                "amount_cents": 0,
                "change": True,
            },
        )
    return render(
        request,
        "director/takers.html",
        page_context(
            scope,
            tab="now",
            asked=asked,
            answered=takers_answered(scope.tournament_id, limit=MOST_TAKERS),
            unclaimed=unclaimed_in_words(scope.settings["policies"]),
            **board_context(scope),
        ),
    )
