"""A receipt, checked by its number."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rules.receipts import receipts_meant
from rules.refusals import Refused
from tournaments.operations.receipts import numbered
from tournaments.queries import receipts
from web.public.page import announced


def receipt(request: HttpRequest) -> HttpResponse:
    """Show whether a receipt is ours and stands; not whose it is. Rule: SCPT.D, SCPT.K"""
    number = request.GET.get("number", "").strip().upper()[:40]
    answer, view, found = "", None, None
    could = receipts_meant(number)
    if number and not could:
        answer = "malformed"
    for one in could:
        try:
            view = announced(request, tournament_id=receipts.receipt_view(one).tournament_id)
            found = numbered(one)
            number, answer = one, "cancelled" if found.cancelled else "valid"
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
    response = render(request, "public/receipt.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def receipt_link(number: str) -> str:
    """Return where a receipt says it can be checked."""
    return f"{reverse('receipt-check')}?{urlencode({'number': number})}"
