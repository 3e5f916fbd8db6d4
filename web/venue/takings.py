"""The takings of a night: what went over the counter, by method and by cashier, to be printed and counted against."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from payouts.queries.kept import kept_in_night
from payouts.queries.takings import WHATS, CounterLine, night_at, sums_of, takings_of
from rules.permissions import Permission
from rules.refusals import N_
from web import forms
from web.labels import METHOD_WORDS
from web.staffing import StaffVenue, venue_page

_METHODS = ("cash", "debit", "credit", "transfer", "other")
_WORDS = {
    "sold": N_("Entries and purchases"),
    "deposit": N_("Deposits into balances"),
    "set_aside": N_("Set aside to be sent back"),
    "withdrawal": N_("Withdrawals from balances"),
    "prize": N_("Prizes and funds paid out"),
    "handed_back": N_("Handed back after a cancellation"),
    "correction": N_("Corrections"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingsRow:
    """One line. cells: each method and its net, None where nothing moved; in_cents, out_cents: of all methods."""

    word: str
    count: int
    cells: tuple[tuple[str, int | None], ...]
    in_cents: int
    out_cents: int

    @property
    def net_cents(self) -> int:
        """What stayed in the house."""
        return self.in_cents - self.out_cents


@require_GET
@venue_page(Permission.VIEW_MONEY)
def takings(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show what went over the counter in a night, by method and by cashier. ``?day=``: another night."""
    tonight = night_at(moment.at(), zone=scope.venue.timezone)
    day = forms.day_or_none(request.GET, name="day") or tonight
    found = takings_of(scope.venue_id, currency=scope.venue.currency, zone=scope.venue.timezone, day=day)
    used = {row.method for row in found.rows}
    methods = [method for method in _METHODS if method in used]
    cashiers = sorted({(row.by.lower(), row.user_id or 0, row.by) for row in found.rows})
    cash = sums_of(row for row in found.rows if row.method == "cash")
    return render(
        request,
        "director/takings.html",
        {
            "scope": scope,
            "venue": scope.venue,
            "tab": "takings",
            "day": day,
            "before": day - timedelta(days=1),
            "after": day + timedelta(days=1) if day < tonight else None,
            "begins_at": found.begins_at,
            "ends_at": found.ends_at,
            "made_at": moment.at(),
            "methods": [_method_word(method) for method in methods],
            "whats": [
                _row(_(_WORDS[what]), mine, methods)
                for what in WHATS
                if (mine := [row for row in found.rows if row.what == what])
            ],
            "cashiers": [
                _row(
                    by or _("By the system"),
                    [row for row in found.rows if (row.user_id or 0, row.by) == (user_id, by)],
                    methods,
                )
                for _key, user_id, by in cashiers
            ],
            "whole": _row("", found.rows, methods),
            "cash_cents": cash[0] - cash[1],
            "kept": kept_in_night(
                scope.venue_id,
                unit=scope.venue.currency,
                begins_at=found.begins_at,
                ends_at=found.ends_at,
            ),
        },
    )


def _method_word(method: str) -> str:
    return _(METHOD_WORDS[method]) if method in METHOD_WORDS else _("Other")


def _row(word: str, rows: Iterable[CounterLine], methods: list[str]) -> TakingsRow:
    lines = list(rows)
    came, left = sums_of(lines)
    cells = []
    for method in methods:
        mine = [row for row in lines if row.method == method]
        into, out = sums_of(mine)
        cells.append((_method_word(method), into - out if mine else None))
    return TakingsRow(
        word=word,
        count=sum(row.count for row in lines),
        cells=tuple(cells),
        in_cents=came,
        out_cents=left,
    )
