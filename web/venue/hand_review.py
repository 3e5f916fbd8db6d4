"""A hand as the integrity officer reviews it: as its table saw it, and, opened with a reason, with everybody's cards."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from access import moment
from play.commands.open_cards import open_cards
from play.queries.history import public_hand
from play.queries.openings import opening_with_cards, openings_of_hand
from play.queries.tables import venue_of_play_table
from rules.permissions import Permission
from rules.refusals import not_found
from web import forms
from web.player.hands import hand_context
from web.staffing import StaffVenue, venue_page
from web.venue.cases import case_form
from web.venue.page import settle_form, venue_tab

_REASON = 300


@require_http_methods(["GET", "POST"])
@venue_page(Permission.REVIEW_INTEGRITY)
def hand(request: HttpRequest, *, scope: StaffVenue, table_id: int, number: int) -> HttpResponse:
    """Show a hand of the house as its table saw it, and who opened its cards; they are opened here, with a reason."""
    if venue_of_play_table(table_id) != scope.venue_id:
        raise not_found("hand")
    found = public_hand(table_id=table_id, number=number)
    refused = None
    if request.method == "POST":
        acted = settle_form(
            request,
            said=_("The cards are open to you for half an hour. It is recorded."),
            command=open_cards,
            read=lambda: {
                "table_id": table_id,
                "number": number,
                "reason": forms.text(request.POST, name="reason", most=_REASON + 1),
            },
        )
        if acted.refused is None:
            opening_id = acted.result["opening_id"]
            return redirect("director-integrity-opening", venue_id=scope.venue_id, opening_id=opening_id)
        refused = acted.refused
    openings, at = openings_of_hand(venue_id=scope.venue_id, table_id=table_id, number=number), moment.at()
    own = (one for one in openings if one.user_id == scope.actor.user_id and at < one.until)
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_hand.html",
        context=hand_context(found)
        | {
            "openings": openings,
            **case_form(scope, hand=found),
            "opening": None,
            "still_open": next(own, None),
            "typed": request.POST.get("reason", "")[:_REASON] if refused is not None else "",
            "most": _REASON,
        },
        refused=refused is not None,
    )


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def opening(request: HttpRequest, *, scope: StaffVenue, opening_id: int) -> HttpResponse:
    """Show a hand with everybody's cards to the officer who opened it, for half an hour."""
    view, found = opening_with_cards(
        opening_id, venue_id=scope.venue_id, user_id=scope.actor.user_id, at=moment.at()
    )
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_hand.html",
        context=hand_context(found)
        | {
            "openings": openings_of_hand(venue_id=scope.venue_id, table_id=view.table_id, number=view.number),
            "opening": view,
            **case_form(scope, hand=found),
        },
        refused=False,
    )
