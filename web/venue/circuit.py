"""The circuits of a venue with their seasons and stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from dispatch.facts import Done
from payouts.queries import season_table
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.commands.create_season import create_season
from tournaments.commands.create_series import create_series
from tournaments.commands.create_stage import create_stage
from tournaments.queries.circuit import seasons_of, series_of, venue_of_season
from web import forms
from web.acting import CommandOutcome, actor_of, say_wrong
from web.staffing import StaffVenue, signed_in, venue_page, venue_scope
from web.venue.page import both_typed, lines_typed, settle_form, venue_tab, with_slug, wrong_fields

ON_A_PAGE = 100


def _circuit_read(
    scope: StaffVenue, what: str, post: QueryDict
) -> tuple[Callable[..., Done], dict[str, Any], str]:
    """The command that a form of the circuit's page asks for."""
    if what == "series":
        return (
            create_series,
            {"venue_id": scope.venue_id, **lines_typed(with_slug(post), longest={"name": 120, "slug": 60})},
            _("The circuit is created. Begin its first season."),
        )
    if what == "season":
        return (
            create_season,
            {
                "series_id": forms.number(post, name="series_id"),
                **both_typed(
                    lambda: lines_typed(post, longest={"name": 60}),
                    lambda: _days(post),
                    lambda: {"points_c_milli": forms.thousandths(post, name="points_c")},
                ),
            },
            _("The season has begun. Add its stages."),
        )
    if what == "stage":
        return (
            create_stage,
            {
                "season_id": forms.number(post, name="season_id"),
                **both_typed(
                    lambda: {"number": forms.number(post, name="number", low=1, high=1000)},
                    lambda: lines_typed(post, longest={"name": 120, "place": 120}, may_be_empty=("place",)),
                    lambda: _days(post),
                ),
            },
            _("The stage is created: tournaments can belong to it."),
        )
    raise not_found("action")


def _days(post: QueryDict) -> dict[str, Any]:
    """The first and the last day. Refusals: ``bad_date``, both at once."""
    reading = forms.Reading()
    found = {}
    for name in ("starts_on", "ends_on"):
        with reading.field(name):
            found[name] = forms.day_or_none(post, name=name)
            if found[name] is None:
                raise Refused("bad_date", N_("Give the day."), field=name)
    reading.done()
    return found


@require_http_methods(["GET", "POST"])
@venue_page()
def circuit(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the venue's circuits with their seasons and stages, and forms for the next."""
    typed: Mapping[str, Any] = {}
    wrong: dict[str, dict[str, Refused]] = {}
    what = request.POST.get("what", "")
    if request.method == "POST":
        try:
            command, arguments, said = _circuit_read(scope, what, request.POST)
            acted = settle_form(request, said=said, command=command, read=lambda: arguments)
        except Refused as refused:
            say_wrong(request, refused=refused, wrong=wrong_fields(refused))
            acted = CommandOutcome(refused=refused)
        if acted.refused is None:
            return redirect("director-circuit", venue_id=scope.venue_id)
        typed = request.POST
        # one form of several: what is wrong stands in the one that was sent
        of = request.POST.get({"season": "series_id", "stage": "season_id"}.get(what, ""), "")
        wrong = {f"{what}-{of}": wrong_fields(acted.refused)}
    seasons = seasons_of(scope.venue_id)
    return venue_tab(
        request,
        scope=scope,
        tab="circuit",
        template="director/circuit.html",
        context={
            "series": series_of(scope.venue_id),
            "seasons": seasons,
            "typed": typed,
            "wrong": wrong,
            "what": what,
            "begun": {season.series_id for season in seasons},
            "next_numbers": {s.season_id: 1 + max((t.number for t in s.stages), default=0) for s in seasons},
        },
        refused=bool(typed),
    )


@require_GET
@signed_in
def season(request: HttpRequest, *, season_id: int) -> HttpResponse:
    """Show the season's table with the working of every score."""
    scope = venue_scope(
        actor_of(request), venue_id=venue_of_season(season_id), permission=Permission.VIEW_STAFF
    )
    offset = forms.number_asked(request.GET, name="offset") or 0
    table = season_table(season_id, limit=ON_A_PAGE, offset=offset)
    return venue_tab(
        request,
        scope=scope,
        tab="circuit",
        template="director/season.html",
        context={
            "season": next(s for s in seasons_of(scope.venue_id) if s.season_id == season_id),
            "table": table,
            "tie_breaks": [_(text) for text in table.tie_breaks],
            "next_offset": offset + ON_A_PAGE if offset + ON_A_PAGE < table.players else None,
        },
        refused=False,
    )
