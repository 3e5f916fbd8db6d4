"""The tables of a house that are played in the browser: opening, holding, a hand made void, closing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from access import moment
from dispatch.facts import Done
from play.commands.close_table import close_table
from play.commands.hold_all_tables import hold_all_tables
from play.commands.hold_table import hold_table
from play.commands.open_cash_table import open_cash_table
from play.commands.open_table import open_table
from play.commands.release_all_tables import release_all_tables
from play.commands.release_table import release_table
from play.commands.void_hand import void_hand
from play.queries.complaints import answered_complaints, open_complaints
from play.queries.tables import open_play_tables
from rules.games import game_name
from rules.hands import HeadsUp
from rules.online import CASH_ONLOOKERS_LATE, HOLDEM, ONLINE_GAMES
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.commands.update_venue import update_venue
from web import forms
from web.staffing import StaffVenue, venue_page
from web.templatetags.shuffle import hundredths
from web.venue.page import settle_form, venue_tab, wrong_fields

# what the form of a new cash table begins with: amounts in cents, a share in per cent
_USUAL_CASH: Mapping[str, str | int] = {
    "small_blind": 50,
    "big_blind": 100,
    "least_buy_in": 4_000,
    "most_buy_in": 10_000,
    "rake_manner": "pot",
    "rake": "5",
    "onlookers_delay_seconds": str(CASH_ONLOOKERS_LATE),
    "starts_at": "",
    "minutes": "60",
}
_NAMELESS = {"name": "", "game": HOLDEM, "heads_up": HeadsUp.AS_WRITTEN.value, "bets_and_raises": ""}
# what the form of a new table begins with
_USUAL = {
    "seats": "9",
    "small_blind_chips": "50",
    "big_blind_chips": "100",
    "stack_chips": "10000",
    "decision_seconds": "15",
}


_NO_MORE_CASH = N_(
    "No cash tables from now on: who waits or is registered for one is told so, nobody brings more money, and what lies on open"
    " tables stays its players'."
)


def _of_table(post: QueryDict) -> dict[str, Any]:
    return {"table_id": forms.number(post, name="table_id")}


def _reason(post: QueryDict) -> dict[str, Any]:
    return {"reason": forms.text(post, name="reason", most=201)}


def _opened(post: QueryDict) -> dict[str, Any]:
    """Return what the form of a new table says. Refusals: of every field at once."""
    reading = forms.Reading()
    found: dict[str, Any] = {
        "name": forms.text(post, name="name", most=61),
        "game": forms.text(post, name="game", most=20) or HOLDEM,
        "heads_up": forms.text(post, name="heads_up", most=20) or HeadsUp.AS_WRITTEN.value,
    }
    for name in _USUAL:
        with reading.field(name):
            found[name] = forms.number(post, name=name)
    with reading.field("bets_and_raises"):
        found["bets_and_raises"] = forms.number_or_none(post, name="bets_and_raises")
    reading.done()
    return found


def _cash_opened(post: QueryDict, *, zone: str = "UTC") -> dict[str, Any]:
    """Return what the form of a new cash table says. Refusals: of every field at once."""
    reading = forms.Reading()
    found: dict[str, Any] = {
        "name": forms.text(post, name="name", most=61),
        "game": forms.text(post, name="game", most=20) or HOLDEM,
        "heads_up": forms.text(post, name="heads_up", most=20) or HeadsUp.AS_WRITTEN.value,
        "rake_manner": forms.text(post, name="rake_manner", most=20),
    }
    for name in ("small_blind", "big_blind", "least_buy_in", "most_buy_in"):
        with reading.field(name):
            found[f"{name}_cents"] = forms.amount(post, name=name, allow_zero=False)
    with reading.field("rake"):
        found["rake_bp"] = forms.basis_points(forms.text(post, name="rake", most=12), name="rake")
    for name in ("seats", "decision_seconds", "onlookers_delay_seconds"):
        with reading.field(name):
            found[name] = forms.number(post, name=name)
    with reading.field("bets_and_raises"):
        found["bets_and_raises"] = forms.number_or_none(post, name="bets_and_raises")
    if post.get("starts_at", "").strip():
        with reading.field("starts_at"):
            found["starts_at"] = forms.date_time(post, name="starts_at", zone=zone)
        with reading.field("minutes"):
            found["minutes"] = forms.number(post, name="minutes")
    reading.done()
    return found


def _at_cash_form(wrong: Mapping[str, Refused]) -> dict[str, Refused]:
    """What is wrong, under the names of the form: there an amount is no number of cents."""
    return {name.removesuffix("_cents").removesuffix("_bp"): no for name, no in wrong.items()}


def _usual_cash() -> dict[str, str]:
    """What the form of a new cash table begins with, as amounts are written in the page's language."""
    return {
        name: hundredths(value) if isinstance(value, int) else value for name, value in _USUAL_CASH.items()
    }


def _allowed(post: QueryDict) -> dict[str, Any]:
    """Whether tables for money may be opened from now on."""
    return {"changes": {"cash_tables": post.get("allowed") == "yes"}}


_ACTS: Mapping[str, tuple[Callable[..., Done], str, Callable[[QueryDict], dict[str, Any]], bool]] = {
    # what it asks for: command, what is said then, what the form gives, whether it is the house's
    "open": (open_table, N_("The table is open. Players find it under Demo tables."), _opened, True),
    "open-cash": (
        open_cash_table,
        N_("The table is open. Players find it under Online tables."),
        _cash_opened,
        True,
    ),
    "allow-cash": (update_venue, N_("Cash tables are allowed. Open one below."), _allowed, True),
    "hold": (
        hold_table,
        N_("The table is held. Nobody's time runs."),
        lambda post: {**_of_table(post), **_reason(post)},
        False,
    ),
    "release": (release_table, N_("The table goes on with the time that was left."), _of_table, False),
    "hold-all": (hold_all_tables, N_("All tables are held. Nobody's time runs."), _reason, True),
    "release-all": (
        release_all_tables,
        N_("All tables go on with the time that was left."),
        lambda _post: {},
        True,
    ),
    "freeze": (
        freeze_venue,
        N_("All clocks and online tables of the house stand. Nobody's time runs."),
        lambda _post: {},
        True,
    ),
    "thaw": (thaw_venue, N_("All clocks and online tables go on."), lambda _post: {}, True),
    "void": (
        void_hand,
        N_("The hand is void. Everybody has the chips of its start, and is told why."),
        lambda post: {**_of_table(post), **_reason(post), "number": forms.number(post, name="number")},
        False,
    ),
    "close": (close_table, N_("The table is closed."), _of_table, False),
}


@require_http_methods(["GET", "POST"])
@venue_page(Permission.RUN_PLAY_TABLES)
def play_tables(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the house's online tables with what may be done at each, and open another."""
    refused, failed = None, ""
    typed: dict[str, dict[str, str]] = {
        "open": {**_NAMELESS, **_USUAL},
        "open-cash": {**_NAMELESS, **_USUAL, **_usual_cash()},
    }
    if request.method == "POST":
        what = request.POST.get("what", "")
        if what not in _ACTS:
            raise not_found("action")
        command, said, read, of_house = _ACTS[what]
        if what == "allow-cash" and request.POST.get("allowed") != "yes":
            said = _NO_MORE_CASH
        if what == "open-cash":
            read = partial(_cash_opened, zone=scope.venue.timezone)

        def asked() -> dict[str, Any]:
            return ({"venue_id": scope.venue_id} if of_house else {}) | read(request.POST)

        acted = settle_form(request, said=_(said), command=command, read=asked)
        if acted.refused is None or what not in ("open", "open-cash"):
            return redirect("director-play-tables", venue_id=scope.venue_id)
        refused, failed = acted.refused, what
        typed[what] |= {name: request.POST[name] for name in typed[what] if name in request.POST}
    tables, at = open_play_tables(scope.venue_id), moment.at()
    return venue_tab(
        request,
        scope=scope,
        tab="play-tables",
        template="director/play_tables.html",
        context={
            "tables": tables,
            "games": [(game, game_name(game)) for game in ONLINE_GAMES],
            "owed": [(one, one.late(at)) for one in open_complaints(scope.venue_id)],
            "answered": answered_complaints(scope.venue_id),
            "any_held": any(table.held for table in tables),
            "all_held": all(table.held for table in tables),
            "typed": typed["open"],
            "typed_cash": typed["open-cash"],
            "wrong": wrong_fields(refused) if failed == "open" else {},
            "wrong_cash": _at_cash_form(wrong_fields(refused)) if failed == "open-cash" else {},
        },
        refused=refused is not None,
    )
