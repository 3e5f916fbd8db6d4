"""Complaints of players about hands: one, with the hand's record, answered and put away."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import moment
from people.queries import require
from play.commands.answer_complaint import answer_complaint
from play.commands.close_complaint import close_complaint
from play.queries.complaints import complaint_of_house
from play.queries.history import public_hand
from rules.online import COMPLAINT_LETTERS
from rules.permissions import Permission
from web import forms
from web.player.hands import hand_context
from web.staffing import StaffVenue, venue_page
from web.venue.cases import case_form
from web.venue.page import settle_form, venue_tab


@require_http_methods(["GET", "POST"])
@venue_page(Permission.READ_COMPLAINTS)
def complaint(request: HttpRequest, *, scope: StaffVenue, complaint_id: int) -> HttpResponse:
    """Show one complaint with its hand as the table saw it: nobody's folded cards. Who runs the tables answers and closes it here; the
    integrity officer reads it.
    """
    answers = scope.may(Permission.RUN_PLAY_TABLES)
    officer_id = None if answers else scope.actor.user_id
    one = complaint_of_house(complaint_id, venue_id=scope.venue_id, officer_id=officer_id)
    refused, typed = None, ""
    if request.method == "POST":
        require(scope.actor, permission=Permission.RUN_PLAY_TABLES, venue_id=scope.venue_id)
        about: dict[str, Any] = {"table_id": one.table_id, "complaint_id": complaint_id}
        closes = request.POST.get("what") == "close"

        def said(post: QueryDict) -> dict[str, Any]:
            return {} if closes else {"said": forms.text(post, name="said", most=COMPLAINT_LETTERS + 1)}

        acted = settle_form(
            request,
            said=_("The complaint is closed.")
            if closes
            else _("The answer is sent. Its player reads it with the hand."),
            command=close_complaint if closes else answer_complaint,
            read=lambda: about | said(request.POST),
        )
        if acted.refused is None:
            return redirect("director-complaint", venue_id=scope.venue_id, complaint_id=complaint_id)
        refused, typed = acted.refused, request.POST.get("said", "")[:COMPLAINT_LETTERS]
        # as somebody else may have left it meanwhile
        one = complaint_of_house(complaint_id, venue_id=scope.venue_id)
    hand = public_hand(table_id=one.table_id, number=one.number)
    return venue_tab(
        request,
        scope=scope,
        tab="play-tables" if answers else "integrity",
        template="director/complaint.html",
        context=hand_context(hand)
        | {"one": one, "late": one.late(moment.at()), "typed": typed, "most": COMPLAINT_LETTERS}
        | case_form(scope, hand=hand),
        refused=refused is not None,
    )
