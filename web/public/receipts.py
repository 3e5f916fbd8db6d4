"""A receipt, checked by its number."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rules.receipts import is_receipt
from rules.refusals import Refused
from tournaments.operations.receipts import numbered
from tournaments.queries import receipts
from web.public.page import announced


def receipt(request: HttpRequest) -> HttpResponse:
    """Whether a receipt is ours and stands; not whose it is. Rule: SCPT.D, SCPT.K"""
    number = request.GET.get("number", "").strip().upper()[:40]
    answer, view, found = "", None, None
    if number and not is_receipt(number):
        answer = "malformed"
    elif number:
        try:
            view = announced(request, tournament_id=receipts.receipt_view(number).tournament_id)
            found = numbered(number)
            answer = "cancelled" if found.cancelled else "valid"
        except Refused:
            answer = "unknown"
    context = {
        "number": number,
        "answer": answer,
        "view": view,
        "running": found.number if found is not None else None,
    }
    response = render(request, "public/receipt.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def receipt_link(number: str) -> str:
    """Return where a receipt says it can be checked."""
    return f"{reverse('receipt-check')}?{urlencode({'number': number})}"
