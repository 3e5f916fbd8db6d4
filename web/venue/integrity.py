"""The integrity desk: who played with whom at the online tables of a house, and what stands out there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from access import moment
from payouts.queries.one_account import sent_to_one_account
from people.queries import player_view
from play.models import CaseOutcome, TableKind
from play.queries.cases import cases_of_house
from play.queries.complaints import open_complaints, reports_of_house
from play.queries.integrity import ON_A_PAGE, days_asked, kind_played
from play.queries.openings import openings_of_house
from play.queries.origins import origins_are_kept
from play.queries.pairs import PairLine, hands_of_pair, lines_of_pair, pairs_of_house
from play.queries.play_styles import StyleLine, styles_of_house
from play.queries.standing_out import AlertLine, alerts_of_house
from rules.online import Alert
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from web import forms
from web.acting import sentence
from web.public.page import offset_of, pages_of
from web.staffing import StaffVenue, venue_page
from web.templatetags.shuffle import day, percent, plain_number
from web.venue.cases import OUTCOMES, case_form
from web.venue.page import venue_tab

KINDS = {
    TableKind.CASH: N_("Cash tables"),
    TableKind.TOURNAMENT: N_("Tournaments"),
    TableKind.DEMO: N_("Demo tables"),
}
ALERTS = {
    Alert.SAME_BROWSER: N_("One browser at one table"),
    Alert.QUICKLY: N_("A buy-in in a few hands"),
    Alert.FOLDED: N_("Puts much in and folds"),
    Alert.ONE_WAY: N_("Chips go one way"),
    Alert.ALL_IN: N_("All-ins go one way"),
    Alert.SOFT: N_("Folds to each other"),
    Alert.CHECKED_DOWN: N_("Check to the end together"),
    Alert.WINS: N_("Wins far above chance"),
    Alert.LOSES: N_("Loses far above chance"),
    Alert.EVEN: N_("Always takes the same time"),
    Alert.FEW_TIMES: N_("Takes one of a few times"),
    Alert.SAME_TENTH: N_("Often the same tenth of a second"),
    Alert.NO_REST: N_("No rest for a day and a night"),
    Alert.ROUND_THE_CLOCK: N_("Plays at every hour"),
    Alert.ENTERED: N_("Plays far more or fewer hands"),
    Alert.RAISED: N_("Raises far more or less"),
    Alert.AGGRESSION: N_("Bets far more or less"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked at: which tables, from which day to which."""

    kind: TableKind
    first: date
    last: date

    @property
    def address(self) -> str:
        return f"kind={self.kind.value}&since={self.first}&until={self.last}"


def asked_of(request: HttpRequest, *, scope: StaffVenue) -> Asked:
    """Return what the address asks to look at. Refusals: ``bad_date``, ``bad_period``."""
    typed = request.GET.get("kind", "")
    first, last = days_asked(
        scope.venue_id,
        at=moment.at(),
        first=forms.day_or_none(request.GET, name="since"),
        last=forms.day_or_none(request.GET, name="until"),
    )
    if typed in TableKind.values:
        return Asked(TableKind(typed), first, last)
    usual = TableKind.CASH if scope.venue.cash_tables else TableKind.TOURNAMENT
    return Asked(kind_played(scope.venue_id, first=first, last=last) or usual, first, last)


@dataclass(frozen=True, slots=True)
class _Read:
    """What a list was asked for, and a page of it, or why not."""

    asked: Asked | None
    typed: dict[str, str]
    rows: list[Any]
    more: bool
    offset: int
    refused: Refused | None

    @property
    def context(self) -> dict[str, Any]:
        return {
            "kinds": [(kind.value, _(word)) for kind, word in KINDS.items()],
            "typed": self.typed,
            "asked": self.asked,
            "pages": pages_of(self.offset, size=ON_A_PAGE, more=self.more),
            "refusal": sentence(self.refused) if self.refused else "",
        }


def _read(request: HttpRequest, scope: StaffVenue, query: Callable[..., list[Any]]) -> _Read:
    """One page of a list, with the form as it was filled in."""
    offset = offset_of(request)
    try:
        asked = asked_of(request, scope=scope)
        rows = query(
            scope.venue_id,
            kind=asked.kind,
            first=asked.first,
            last=asked.last,
            officer_id=scope.actor.user_id,
            limit=ON_A_PAGE + 1,
            offset=offset,
        )
    except Refused as refused:
        typed = {name: request.GET.get(name, "")[:20] for name in ("since", "until", "kind")}
        return _Read(None, typed, [], False, offset, refused)
    typed = {"since": str(asked.first), "until": str(asked.last), "kind": asked.kind.value}
    return _Read(asked, typed, rows[:ON_A_PAGE], len(rows) > ON_A_PAGE, offset, None)


def worded(line: PairLine | StyleLine | AlertLine) -> dict[str, Any]:
    """Return a line with what stands out, in words."""
    return {"line": line, "alerts": [_(ALERTS[Alert(alert)]) for alert in line.alerts]}


def _pairs_worded(scope: StaffVenue, lines: Sequence[PairLine]) -> list[dict[str, Any]]:
    """Return lines of pairs with what stands out, and whether both had money sent to one account: which, nobody is told."""
    one = sent_to_one_account(scope.venue_id, pairs={(line.first_id, line.second_id) for line in lines})
    mark = _("Withdrawals to one account")
    return [
        found | {"alerts": [*found["alerts"], mark]} if (line.first_id, line.second_id) in one else found
        for line in lines
        for found in [worded(line)]
    ]


def note_of(found: Sequence[Mapping[str, Any]], *, asked: Asked) -> str:
    """Return what a note in a case begins with: what stands out, at which tables, from when to when."""
    words = dict.fromkeys(word for one in found for word in one["alerts"])
    where = _("%(tables)s, %(first)s to %(last)s") % {
        "tables": _(KINDS[asked.kind]),
        "first": day(asked.first),
        "last": day(asked.last),
    }
    return f"{', '.join(words)} ({where})" if words else where


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def standing_out(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show what stands out in a time, the last that was played first. ``?kind=&since=&until=``."""
    found = _read(request, scope, alerts_of_house)
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_standing_out.html",
        context=found.context | {"part": "standing-out", "rows": [worded(line) for line in found.rows]},
        refused=found.refused is not None,
    )


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def integrity(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the pairs of players of a time, with what went from one to the other. ``?kind=&since=&until=``."""
    found = _read(request, scope, pairs_of_house)
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity.html",
        context=found.context
        | {
            "part": "pairs",
            "origins": origins_are_kept(scope.venue_id),
            "rows": _pairs_worded(scope, found.rows),
            **_complaints(scope),
            "cases": [
                (one, _(OUTCOMES[CaseOutcome(one.outcome)]) if one.outcome else pgettext("case", "Open"))
                for one in cases_of_house(scope.venue_id, officer_id=scope.actor.user_id)
            ],
            "openings": openings_of_house(scope.venue_id),
        },
        refused=found.refused is not None,
    )


def _complaints(scope: StaffVenue) -> dict[str, Any]:
    """What players wrote: about somebody's play, with its text; and what else waits for the house's answer."""
    answers = scope.may(Permission.RUN_PLAY_TABLES)
    return {
        "reports": reports_of_house(scope.venue_id, officer_id=None if answers else scope.actor.user_id),
        "owed": [one for one in open_complaints(scope.venue_id) if not one.about],
    }


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def players(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the players of a time: results against chance, chips put in before the flop, times of decisions. ``?kind=&since=&until=``."""
    found = _read(request, scope, styles_of_house)
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_players.html",
        context=found.context | {"part": "players", "rows": [_styled(line) for line in found.rows]},
        refused=found.refused is not None,
    )


def _styled(line: StyleLine) -> dict[str, Any]:
    def share(count: int) -> str:
        return percent(round(count * 100 / line.hands))

    return worded(line) | {
        "per_hundred": plain_number(round(line.net_bb / line.hands, 1)),
        "entered": share(line.entered),
        "raised": share(line.raised),
        "aggression": plain_number(line.aggression / 100),
        "fastest": plain_number(round(line.fastest_ms / 1000, 1)),
        "mean": plain_number(round(line.mean_ms / 1000, 1)),
        "deviation": plain_number(round(line.deviation_ms / 1000, 1)),
    }


@require_GET
@venue_page(Permission.REVIEW_INTEGRITY)
def pair(request: HttpRequest, *, scope: StaffVenue, first_id: int, second_id: int) -> HttpResponse:
    """Show the hands that two players were both dealt, the largest way of chips between them first."""
    asked = asked_of(request, scope=scope)
    low, high = sorted((first_id, second_id))
    about: dict[str, Any] = {
        "players": (low, high),
        "kind": asked.kind,
        "first": asked.first,
        "last": asked.last,
        "officer_id": scope.actor.user_id,
    }
    hands = hands_of_pair(scope.venue_id, **about)
    if not hands:
        raise not_found("pair")
    lines = _pairs_worded(scope, lines_of_pair(scope.venue_id, **about))
    return venue_tab(
        request,
        scope=scope,
        tab="integrity",
        template="director/integrity_pair.html",
        context={
            "hands": hands,
            "lines": lines,
            "players": (low, high),
            "first": player_view(low).public_name,
            "second": player_view(high).public_name,
            "asked": asked,
            "kind": _(KINDS[asked.kind]),
            **case_form(scope, note=note_of(lines, asked=asked)),
        },
        refused=False,
    )
