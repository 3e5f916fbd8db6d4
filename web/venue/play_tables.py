"""The tables of a house that are played in the browser: opening, holding, a hand made void, closing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from play.commands.open_table import open_table
from play.commands.release_all_tables import release_all_tables
from play.commands.release_table import release_table
from play.commands.void_hand import void_hand
from play.queries.complaints import answered_complaints, open_complaints
from play.queries.tables import open_play_tables
from rules.permissions import Permission
from rules.refusals import N_, not_found
from web import forms
from web.staffing import StaffVenue, venue_page
from web.venue.page import settle_form, venue_tab, wrong_fields

# what the form of a new table begins with
_USUAL = {
    "seats": "9",
    "small_blind_chips": "50",
    "big_blind_chips": "100",
    "stack_chips": "10000",
    "decision_seconds": "15",
}


def _of_table(post: QueryDict) -> dict[str, Any]:
    return {"table_id": forms.number(post, name="table_id")}


def _reason(post: QueryDict) -> dict[str, Any]:
    return {"reason": forms.text(post, name="reason", most=201)}


def _opened(post: QueryDict) -> dict[str, Any]:
    """Return what the form of a new table says. Refusals: of every field at once."""
    reading = forms.Reading()
    found: dict[str, Any] = {"name": forms.text(post, name="name", most=61)}
    for name in _USUAL:
        with reading.field(name):
            found[name] = forms.number(post, name=name)
    reading.done()
    return found


_ACTS: Mapping[str, tuple[Callable[..., Done], str, Callable[[QueryDict], dict[str, Any]], bool]] = {
    # what it asks for: command, what is said then, what the form gives, whether it is the house's
    "open": (open_table, N_("The table is open. Players find it under Demo tables."), _opened, True),
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
    refused, typed = None, _USUAL | {"name": ""}
    if request.method == "POST":
        what = request.POST.get("what", "")
        if what not in _ACTS:
            raise not_found("action")
        command, said, read, of_house = _ACTS[what]

        def asked() -> dict[str, Any]:
            return ({"venue_id": scope.venue_id} if of_house else {}) | read(request.POST)

        acted = settle_form(request, said=_(said), command=command, read=asked)
        if acted.refused is None or what != "open":
            return redirect("director-play-tables", venue_id=scope.venue_id)
        refused, typed = acted.refused, {name: request.POST.get(name, "") for name in typed}
    tables, at = open_play_tables(scope.venue_id), moment.at()
    return venue_tab(
        request,
        scope=scope,
        tab="play-tables",
        template="director/play_tables.html",
        context={
            "tables": tables,
            "owed": [(one, one.late(at)) for one in open_complaints(scope.venue_id)],
            "answered": answered_complaints(scope.venue_id),
            "any_held": any(table.held for table in tables),
            "all_held": all(table.held for table in tables),
            "typed": typed,
            "wrong": wrong_fields(refused),
        },
        refused=refused is not None,
    )
