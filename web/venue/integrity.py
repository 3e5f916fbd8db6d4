"""The integrity desk: who played with whom at the online tables of a house, and what stands out there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from people.queries import player_view
from play.models import TableKind
from play.queries.openings import openings_of_house
from play.queries.pairs import ON_A_PAGE, PairLine, hands_of_pair, pairs_of_house
from rules.online import Alert, period
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from web import forms
from web.acting import sentence
from web.public.page import offset_of, pages_of
from web.staffing import StaffVenue, venue_page
from web.venue.page import venue_tab

KINDS = {
    TableKind.CASH: N_("Cash tables"),
    TableKind.TOURNAMENT: N_("Tournaments"),
    TableKind.DEMO: N_("Demo tables"),
}
ALERTS = {
    Alert.ONE_WAY: N_("Chips go one way"),
    Alert.SOFT: N_("Folds to each other"),
}


@dataclass(frozen=True, slots=True)
class _Asked:
    """What of is looked at: which tables, from which day to which."""

    kind: TableKind
    first: date
    last: date

    @property
    def address(self) -> str:
        return f"kind={self.kind.value}&since={self.first}&until={self.last}"


def _asked(request: HttpRequest, scope: StaffVenue) -> _Asked:
    """Refusals: ``bad_date``, ``bad_period``."""
    usual = TableKind.CASH if scope.venue.cash_tables else TableKind.TOURNAMENT
    typed = request.GET.get("kind", "")
    first, last = period(
        first=forms.day_or_none(request.GET, name="since"),
        last=forms.day_or_none(request.GET, name="until"),
        today=moment.at().astimezone(ZoneInfo(scope.venue.timezone)).date(),
    )
    return _Asked(TableKind(typed) if typed in TableKind.values else usual, first, last)


def _worded(line: PairLine) -> dict[str, Any]:
    return {"line": line, "alerts": [_(ALERTS[Alert(alert)]) for alert in line.alerts]}


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def integrity(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the pairs of players of a time, with what went from one to the other. ``?kind=&since=&until=``."""
    offset, refused, rows = offset_of(request), None, []
    try:
        asked = _asked(request, scope)
        rows = pairs_of_house(
            scope.venue_id,
            kind=asked.kind,
            first=asked.first,
            last=asked.last,
            limit=ON_A_PAGE + 1,
            offset=offset,
        )
        typed = {"since": str(asked.first), "until": str(asked.last), "kind": asked.kind.value}
    except Refused as no:
        refused, asked = no, None
        typed = {name: request.GET.get(name, "")[:20] for name in ("since", "until", "kind")}
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity.html",
        context={
            "pairs": [_worded(line) for line in rows[:ON_A_PAGE]],
            "pages": pages_of(offset, size=ON_A_PAGE, more=len(rows) > ON_A_PAGE),
            "kinds": [(kind.value, _(word)) for kind, word in KINDS.items()],
            "typed": typed,
            "asked": asked,
            "refusal": sentence(refused) if refused else "",
            "openings": openings_of_house(scope.venue_id),
        },
        refused=refused is not None,
    )


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def pair(request: HttpRequest, *, scope: StaffVenue, first_id: int, second_id: int) -> HttpResponse:
    """Show the hands that two players were both dealt, the largest way of chips between them first."""
    asked = _asked(request, scope)
    low, high = sorted((first_id, second_id))
    hands = hands_of_pair(
        scope.venue_id, players=(low, high), kind=asked.kind, first=asked.first, last=asked.last
    )
    if not hands:
        raise not_found("pair")
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_pair.html",
        context={
            "hands": hands,
            "first": player_view(low).public_name,
            "second": player_view(high).public_name,
            "asked": asked,
            "kind": _(KINDS[asked.kind]),
        },
        refused=False,
    )
