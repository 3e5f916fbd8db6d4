"""A receipt, checked by its number."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from access import rate_limit
from people.queries import roles_by_venue
from rules.receipts import receipts_meant
from rules.refusals import Refused
from tournaments.operations.receipts import numbered
from tournaments.queries import receipts
from tournaments.queries.receipts import ReceiptState
from web.acting import actor_of
from web.player.entrance import place_of
from web.public.page import announced

CHECKS_FROM_A_PLACE = 60  # in a quarter of an hour; players of a room share one address to the outside


def receipt(request: HttpRequest) -> HttpResponse:
    """Show whether a receipt is ours and stands; not whose it is. Rule: SCPT.D, SCPT.K"""
    number = request.GET.get("number", "").strip().upper()[:40]
    answer, view, found = "", None, None
    could = receipts_meant(number)
    if number and not could:
        answer = "malformed"
    elif could and _counts_through(request):
        answer, could = "too_many", ()
    for one in could:
        try:
            view = announced(request, tournament_id=receipts.receipt_view(one).tournament_id)
            found = numbered(one)
            number, answer = one, "valid" if found.state == ReceiptState.PAID else found.state.value
            break
        except Refused:
            answer = "unknown"
    context = {
        "number": number,
        "answer": answer,
        "view": view,
        # what the paper says itself, to be compared with it; never whose it is
        "found": found,
        "paid_cents": found.price_cents + found.surcharge_cents if found is not None else 0,
    }
    response = render(request, "public/receipt.html", context, status=429 if answer == "too_many" else 200)
    response["Cache-Control"] = "private, no-cache"
    return response


def _counts_through(request: HttpRequest) -> bool:
    """Whether so many receipts were asked for from one place that somebody counts through them; the staff look at as many as they have to.

    Running numbers follow each other and their check digits can be computed: what keeps the sums of an evening from being read one after
    the other is how often may be asked.
    """
    by = actor_of(request)
    if by.user_id is not None and roles_by_venue(by.user_id):
        return False
    try:
        rate_limit.failed(rate_limit.check("receipt", who=place_of(request), at_most=CHECKS_FROM_A_PLACE))
    except Refused:
        return True
    return False


def receipt_link(number: str) -> str:
    """Return where a receipt says it can be checked."""
    return f"{reverse('receipt-check')}?{urlencode({'number': number})}"
