"""What is on: the first page, and a month."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_skeleton
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from access import moment
from people.queries import opens_the_house, player_of_user, roles_by_venue
from rules.refusals import Refused, not_found
from tournaments.queries import announcements, circuit
from tournaments.queries.announcements import Announcement
from web.acting import actor_of
from web.people.founding import FOUNDING
from web.problems import refused_page
from web.public.page import shared_page, venue_asked
from web.public.today import today_of
from web.welcome import Step, steps_of, steps_of_nobody


def home(request: HttpRequest) -> HttpResponse:
    """Show the calendar: what runs, what comes, what was; of one venue with ``?venue=``."""
    titles = {"now": _("Now"), "next": _("Next"), "past": _("Past")}
    try:
        venue = venue_asked(request)
    except Refused as refused:
        return refused_page(request, refused=refused)
    found = announcements.calendar(at=moment.at(), venue_id=venue.venue_id if venue else None)
    groups = [
        {"title": titles[when], "tournaments": list(rows)}
        for when, rows in groupby(found, key=lambda t: t.when)
    ]
    houses = circuit.public_venues()
    # a house that is alone is the one meant
    meant = venue or (houses[0] if len(houses) == 1 else None)
    player_id = player_of_user(actor_of(request).user_id)
    context = {
        "groups": groups,
        "venue": venue,
        "venues": houses,
        "seasons": circuit.seasons_of(meant.venue_id) if meant else [],
        "today": today_of(player_id, at=moment.at()) if player_id is not None and not venue else None,
        "first_steps": () if groups else _first_steps(request),
    }
    return shared_page(request, response=render(request, "public/home.html", context))


def _first_steps(request: HttpRequest) -> tuple[Step, ...]:
    """The welcome of a house in its first hour: to everybody while there is none, then to who directs it."""
    houses = circuit.venues()
    if not houses:
        return steps_of_nobody(may_open=opens_the_house(request.session.get(FOUNDING, "")))
    mine = roles_by_venue(request.user.pk or 0)
    found = (
        steps_of(house.venue_id, roles=mine[house.venue_id]) for house in houses if house.venue_id in mine
    )
    return next((steps for steps in found if steps), ())


def month(request: HttpRequest) -> HttpResponse:
    """Show the calendar of a month, day by day as the venues' own calendars have it: ``?month=2026-11``, ``?venue=``."""
    at = moment.at()
    try:
        first = _month(request.GET.get("month", ""), at)
        venue = venue_asked(request)
    except Refused as refused:
        return refused_page(request, refused=refused)
    rows = announcements.month(first, at=at, venue_id=venue.venue_id if venue else None)
    # what begins with its last seat is of no day yet
    waits = [row for row in rows if row.seats_to_start]
    dated = [row for row in rows if not row.seats_to_start]
    by_day = groupby(sorted(dated, key=lambda t: (_day_of(t), t.starts_at, t.tournament_id)), key=_day_of)
    earlier, later = (first - timedelta(days=1)).replace(day=1), (first + timedelta(days=32)).replace(day=1)
    context = {
        "title": _month_title(first),
        "first": first,
        "earlier": earlier,
        "earlier_title": _month_title(earlier),
        "later": later,
        "later_title": _month_title(later),
        "days": [
            *([{"title": _("Start when full"), "tournaments": waits}] if waits else []),
            *({"title": _day_title(day), "tournaments": list(found)} for day, found in by_day),
        ],
        "venue": venue,
        "venues": circuit.public_venues(),
    }
    return shared_page(request, response=render(request, "public/month.html", context))


def _month(typed: str, at: datetime) -> date:
    """The first of the month asked for; of this one when none was. Refusal: ``not_found``."""
    if not typed:
        return at.astimezone(get_current_timezone()).date().replace(day=1)
    try:
        found = date.fromisoformat(f"{typed[:7]}-01")
    except ValueError:
        found = date.min
    if not 2000 <= found.year < 2100:
        raise not_found("month")
    return found


def _day_of(announced: Announcement) -> date:
    return announced.starts_at.astimezone(ZoneInfo(announced.timezone)).date()


def _locale() -> str:
    return {"pt-br": "pt_BR", "pt": "pt_PT"}.get((get_language() or "pt-br").lower(), "en")


def _month_title(first: date) -> str:
    name: str = format_skeleton("yMMMM", first, locale=_locale())
    return name[:1].upper() + name[1:]


def _day_title(day: date) -> str:
    pattern = "EEEE, d MMMM" if _locale() == "en" else "EEEE, d 'de' MMMM"
    name: str = format_date(day, pattern, locale=_locale())
    return name[:1].upper() + name[1:]
