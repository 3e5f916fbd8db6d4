"""The venues where somebody is staff, with their tournaments."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from payouts.queries.bank import waiting_at_bank
from people.queries import may, owns_a_venue, roles_by_venue
from play.queries.complaints import complaints_waiting
from rules.permissions import Permission, Role
from tournaments.queries import announcements, circuit
from web.acting import actor_of
from web.complaints import waiting_words
from web.money_words import waiting_words as waiting_at_house
from web.staffing import signed_in
from web.welcome import steps_of


@require_GET
def signed_in_still(request: HttpRequest) -> HttpResponse:
    """204, or 401 when the session is over: asked before a whole form is sent, so that nothing typed is lost."""
    response = HttpResponse(status=204 if request.user.is_authenticated else 401)
    response["Cache-Control"] = "private, no-store"
    return response


def _by_time(
    lines: list[announcements.TournamentLine], zone: str, *, at: datetime
) -> list[tuple[str, str, list[announcements.TournamentLine]]]:
    """(key, title, tournaments): what runs first, then today and what comes, the nearest first; what is over, the latest
    first. Empty groups are left out."""
    today = at.astimezone(ZoneInfo(zone)).date()
    found: dict[str, list[announcements.TournamentLine]] = {
        "running": [],
        "today": [],
        "next": [],
        "past": [],
    }
    for line in sorted(lines, key=lambda line: (line.starts_at, line.tournament_id)):
        if line.state == "running":
            found["running"].append(line)
        elif line.state in ("finished", "cancelled"):
            found["past"].insert(0, line)
        elif (line.seats_to_start and line.state == "registering") or line.starts_at.astimezone(
            ZoneInfo(zone)
        ).date() == today:  # what fills up now is of today, however long it may wait
            found["today"].append(line)
        else:
            found["next"].append(line)
    titles = {"running": _("Running"), "today": _("Today"), "next": _("Next"), "past": _("Past")}
    return [(key, titles[key], lines) for key, lines in found.items() if lines]


@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """Show the venues where I am staff, with their tournaments."""
    by = actor_of(request)
    at = moment.at()
    venues = []
    for venue_id, roles in roles_by_venue(by.user_id or 0).items():
        view = circuit.venue_view(venue_id)
        waiting = None
        if may(by, permission=Permission.READ_COMPLAINTS, venue_id=venue_id):
            answers = may(by, permission=Permission.RUN_PLAY_TABLES, venue_id=venue_id)
            waiting = complaints_waiting(venue_id, officer_id=None if answers else by.user_id)
        venues.append(
            {
                "view": view,
                "groups": _by_time(announcements.tournaments_of(venue_id, limit=60), view.timezone, at=at),
                "first_steps": steps_of(venue_id, roles=roles),
                "may_review": may(by, permission=Permission.REVIEW_INTEGRITY, venue_id=venue_id),
                "may_create": may(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_id),
                # who directs has the desk on each tournament's page
                "desk_alone": Role.DESK in roles and not roles & {Role.OWNER, Role.DIRECTOR},
                "seasons": circuit.seasons_of(venue_id),
                "complaints": waiting
                and {
                    "said": waiting_words(waiting, zone=view.timezone, at=at),
                    "late": at > waiting.answer_by,
                    "first_id": waiting.first_id,
                },
                "by_bank": waiting_at_house(waiting_at_bank(venue_id, at=at))
                if may(by, permission=Permission.CONFIRM_PAYMENT, venue_id=venue_id)
                else [],
                "roles": sorted(str(r) for r in roles),
            }
        )
    may_open = owns_a_venue(by.user_id or 0) or not circuit.venues(limit=1)
    return render(request, "director/home.html", {"venues": venues, "may_open": may_open, "tab": "home"})
