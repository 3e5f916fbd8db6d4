"""What changed of a house itself, with who changed it: the lines are those of a tournament's history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from access import moment
from dispatch.facts import FactView
from people.queries import device_names, names_of_users
from rules.permissions import Permission
from tournaments.queries import announcements
from tournaments.queries.house_history import history_of_house
from web.director.announced import Where
from web.director.history import HistoryPage, lines_of
from web.director.history_pages import commands_of
from web.forms import number_asked
from web.staffing import StaffVenue, venue_page
from web.venue.page import venue_tab

ON_A_PAGE = 120


@require_GET
@venue_page(Permission.MANAGE_VENUE)
def history(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show every change of the house, the newest first."""
    return venue_tab(
        request,
        scope=scope,
        tab="house",
        template="director/house_history.html",
        context={
            "history": _page(scope, before=number_asked(request.GET, name="before")),
            "made_at": moment.at(),
            "today": moment.at().astimezone(ZoneInfo(scope.timezone)).date(),
        },
        refused=False,
    )


def _page(scope: StaffVenue, *, before: int | None) -> HistoryPage:
    found = history_of_house(scope.venue_id, limit=ON_A_PAGE + 1, before=before)
    more = len(found) > ON_A_PAGE
    groups = commands_of(_named(found, scope=scope), more=more)
    where = Where(currency=scope.venue.currency, zone=scope.timezone)
    # a change of a setting is taken back where it was made: by changing it again
    lines = tuple(replace(line, undo=False) for line in lines_of(groups, where=where))
    return HistoryPage(lines=lines, before=groups[-1][1][-1].fact_id if more else None)


def _named(facts: Sequence[FactView], *, scope: StaffVenue) -> list[FactView]:
    """The facts, with names for whom and what they give by number only. Three statements at most."""
    roles = [fact.body for fact in facts if fact.kind == "access_changed"]
    people = names_of_users({body["user_id"] for body in roles}) if roles else {}
    devices = {fact.body["device_id"] for fact in facts if fact.kind == "device_unpaired"}
    called = device_names(devices) if devices else {}
    held = (
        {one.tournament_id: one.name for one in announcements.tournaments_of(scope.venue_id, limit=200)}
        if any(body["tournament_id"] for body in roles)
        else {}
    )

    def names(fact: FactView) -> Mapping[str, Any]:
        body = fact.body
        if fact.kind == "access_changed":
            held_at = body["tournament_id"]
            return {
                "name": people.get(body["user_id"], f"#{body['user_id']}"),
                "of": held.get(held_at, f"#{held_at}") if held_at else "",
            }
        return {"name": called.get(body["device_id"], "")} if fact.kind == "device_unpaired" else {}

    return [replace(fact, body={**fact.body, **names(fact)}) for fact in facts]
