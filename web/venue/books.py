"""The venue's books: where its money stands, and the owner's correction of them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access.letters import tell_of_correction
from ledger.commands.adjust import adjust
from ledger.queries import venue_accounts
from rules.accounts import METHOD_ACCOUNT, AccountKind
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.queries import announcements
from web import forms
from web.acting import run_command, sentence, with_rule
from web.staffing import StaffVenue, venue_page

KINDS = {
    AccountKind.PRIZE_POOL: N_("Prize pool"),
    AccountKind.BOUNTY_POOL: N_("Bounty pool"),
    AccountKind.PRIZES_PAYABLE: N_("Prizes owed"),
    AccountKind.STAFF_FUND: N_("Staff fund"),
    AccountKind.RANKING_FUND: N_("Ranking fund"),
    AccountKind.HOUSE: N_("House fee"),
    AccountKind.ADMINISTRATION: N_("Administrative fee"),
    AccountKind.SURCHARGE: N_("Surcharge"),
    AccountKind.OVERLAY: N_("Overlay, from the house"),
    AccountKind.TABLE_ESCROW: N_("On a cash table"),
    AccountKind.RAKE: N_("Commission of cash tables"),
    AccountKind.SET_ASIDE: N_("Set aside: withdrawals that wait, money to be sent back"),
    AccountKind.ADJUSTMENT: N_("Corrections"),
    AccountKind.CASH_DRAWER: N_("Cash drawer"),
    AccountKind.CARD_CLEARING: N_("Card company"),
    AccountKind.BANK: N_("Bank"),
}
# where money stands: what is there is what was taken out of them on the books
_STANDS = frozenset(METHOD_ACCOUNT.values())


def _accounts(scope: StaffVenue, tournament_id: int | None) -> list[dict[str, Any]]:
    return [
        {
            "account_id": view.account_id,
            "word": _(KINDS[view.kind]) if view.kind in KINDS else view.kind.value,
            "cents": -cents if view.kind in _STANDS else cents,
            "unit": view.unit,
        }
        for view, cents in venue_accounts(scope.venue_id, tournament_id=tournament_id)
    ]


@require_http_methods(["GET", "POST"])
@venue_page(Permission.VIEW_MONEY)
def books(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the accounts of the venue, or with ``?tournament=`` of one tournament; the owner moves money between them."""
    given = request.POST if request.method == "POST" else request.GET
    refused = False
    tournament_id = None
    try:
        tournament_id = forms.number_or_none(given, name="tournament")
        if (
            tournament_id is not None
            and announcements.settings_of(tournament_id)["venue_id"] != scope.venue_id
        ):
            raise not_found("tournament")
        if request.method == "POST":
            asked = {
                "venue_id": scope.venue_id,
                "debit_account_id": forms.number(request.POST, name="from"),
                "credit_account_id": forms.number(request.POST, name="to"),
                "unit": scope.venue.currency,
                "amount_cents": forms.amount(request.POST, name="amount", allow_zero=False),
                "reason": forms.text(request.POST, name="reason"),
                "tournament_id": tournament_id,
            }
            acted = run_command(request, command=adjust, **asked)
            if acted.done is not None:
                tell_of_correction(acted.done, values=asked, by=scope.actor)
                messages.success(request, _("The books are corrected; the reason is kept."))
                here = reverse("director-books", args=[scope.venue_id])
                return redirect(f"{here}?tournament={tournament_id}" if tournament_id else here)
            if acted.refused is not None:
                raise acted.refused
    except Refused as no:
        if no.code == "not_found":
            raise
        messages.error(request, with_rule(request, text=sentence(no), refused=no))
        refused = True
    # practice money is nobody's: it stands in no book of the house
    own = [line for line in _accounts(scope, None) if line["unit"] == scope.venue.currency]
    theirs = _accounts(scope, tournament_id) if tournament_id is not None else []
    return render(
        request,
        "director/books.html",
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": "books",
            "own": own,
            "theirs": theirs,
            "tournament_id": tournament_id,
            "tournaments": announcements.tournaments_of(scope.venue_id, limit=100),
            "typed": request.POST if refused else {},
        },
        status=409 if refused else 200,
    )
