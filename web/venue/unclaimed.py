"""Money that named no reference of ours, at the house: looked for among its players, matched with one, or sent back."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import moment
from payouts.commands.match_unclaimed import match_unclaimed
from payouts.commands.send_back_unclaimed import send_back_unclaimed
from payouts.queries.pay_ins import pay_ins_found
from payouts.queries.unclaimed import unclaimed_of_house
from people.queries import search_players
from rules.paying import PAY_IN_STEPS, PayInState, UnclaimedState, money_is_here
from rules.permissions import Permission
from rules.refusals import N_
from web import forms
from web.money_words import pay_in_words, unclaimed_words
from web.staffing import StaffVenue, venue_page
from web.venue.bank_forms import Acts, done_of_form, forms_of, reason
from web.venue.page import venue_tab


def _whose(post: QueryDict) -> dict[str, Any]:
    """Whose it is, as the list of those who were found has it."""
    player, pay_in = (forms.text(post, name=name, most=15) for name in ("player_id", "pay_in_id"))
    return {
        "player_id": int(player) if player.isdecimal() else 0,
        "pay_in_id": int(pay_in) if pay_in.isdecimal() else None,
    }


_ACTS: Acts = {
    "match": (match_unclaimed, (_whose,), N_("The money is in the player's balance.")),
    "send_back": (send_back_unclaimed, (reason,), N_("Noted: the money was sent back.")),
}


@require_http_methods(["GET", "POST"])
@venue_page(Permission.CONFIRM_PAYMENT)
def unclaimed(request: HttpRequest, *, scope: StaffVenue, unclaimed_id: int) -> HttpResponse:
    """Show money that named no reference; ``?q=`` looks for whose it is, by a reference, a name, a document or an e-mail."""
    at = moment.at()
    one = unclaimed_of_house(unclaimed_id, venue_id=scope.venue_id)
    refused = None
    if request.method == "POST":
        refused = done_of_form(request, acts=_ACTS, about={"unclaimed_id": unclaimed_id})
        if refused is None:
            return redirect("director-bank", venue_id=scope.venue_id)
        # as somebody else may have left it meanwhile
        one = unclaimed_of_house(unclaimed_id, venue_id=scope.venue_id)
    typed = forms.text(request.GET, name="q", most=100)
    waits = one.state == UnclaimedState.OPEN
    context = {
        "one": one,
        "said": unclaimed_words(one),
        "waits": waits,
        "q": typed,
        "found": _found(scope, typed=typed, at=at) if waits and typed else [],
        "forms": forms_of(request, refused=refused),
    }
    return venue_tab(
        request,
        scope=scope,
        tab="bank",
        template="director/unclaimed.html",
        context=context,
        refused=refused is not None,
    )


def _found(scope: StaffVenue, *, typed: str, at: Any) -> list[dict[str, Any]]:
    """Whose it may be: pay-ins whose money has not come, then players."""
    asked = [
        {
            "player_id": one.player_id,
            "pay_in_id": one.pay_in_id,
            "player": one.player,
            "said": f"{one.reference} · {pay_in_words(one)}",
            "cents": one.amount_cents,
            "unit": one.unit,
        }
        for one in pay_ins_found(scope.venue_id, typed=typed, at=at)
        if (state := PayInState(one.state)) in PAY_IN_STEPS["confirm"] and not money_is_here(state)
    ]
    known = [
        {
            "player_id": one.player_id,
            "player": one.full_name,
            "said": _("without a deposit that was asked for"),
        }
        for one in (search_players(typed, limit=8) if scope.may(Permission.VIEW_PLAYER_PRIVATE) else ())
    ]
    return asked + known
