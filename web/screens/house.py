"""What a display shows of the whole house: tonight's tournaments, and what comes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from access import moment
from dispatch.reading import one_moment
from rules.clock_shown import milliseconds
from rules.levels import from_dict as levels_from
from tournaments.queries import announcements, circuit
from tournaments.queries.announcements import Announcement
from tournaments.queries.clock import clock_payload
from tournaments.queries.payloads import counts
from tournaments.queries.screens import ScreenView
from tournaments.topics import clock_topic, counts_topic
from web.public.entry import late_words
from web.screens.page import frame, shown_in_the_house
from web.templatetags.houses import money_short
from web.templatetags.shuffle import blinds_said, chips, plain_number

# a socket follows 64 topics, and each tournament here has two
MOST_TODAY = 24
MOST_COMING = 120
_OVER = ("finished", "cancelled")
# a tournament that began yesterday evening is tonight's until the morning
_NIGHT = timedelta(hours=8)


@shown_in_the_house
def today(request: HttpRequest, *, venue_id: int) -> HttpResponse:
    """Show the lobby: every tournament of the venue today, with its clock."""
    return today_page(request, venue_id=venue_id)


def today_page(request: HttpRequest, *, venue_id: int, placed: ScreenView | None = None) -> HttpResponse:
    """Show the lobby, for a display or alone. Refusal: ``not_found``."""
    at = moment.at()
    venue = circuit.venue_view(venue_id)
    with one_moment():
        here = _of_today(announcements.calendar(at=at, venue_id=venue_id), at=at)
        payloads = {
            "rows": [_row(view, at=at) for view in here],
            "timezone": venue.timezone,
            "server_ms": milliseconds(at),
        }
    context = frame(request, view=venue, placed=placed, at=at, payloads=payloads)
    return render(
        request,
        "screens/today.html",
        context | {"tournaments": here, "qr": _calendar_code(request, venue_id)},
    )


def _calendar_code(request: HttpRequest, venue_id: int) -> SafeString:
    """The venue's calendar as a QR code: there one registers by phone."""
    address = request.build_absolute_uri(f"{reverse('home')}?venue={venue_id}")
    drawing = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    return mark_safe(drawing)  # noqa: S308 - drawn from our own address


def _of_today(found: list[Announcement], *, at: datetime) -> list[Announcement]:
    """What runs, what starts today, what ended today: in this order, as the calendar has them."""

    def is_today(view: Announcement) -> bool:
        zone = ZoneInfo(view.timezone)
        return view.starts_at.astimezone(zone).date() == at.astimezone(zone).date() or (
            view.state in _OVER and at - _NIGHT < view.starts_at <= at
        )

    # what fills up now is of today, however long it may wait
    here = (view for view in found if view.state == "running" or _fills_up(view) or is_today(view))
    return list(here)[:MOST_TODAY]


def _fills_up(view: Announcement) -> bool:
    """Whether it takes entries and begins with the last of its seats."""
    return bool(view.seats_to_start) and view.state == "registering"


def _row(view: Announcement, *, at: datetime) -> dict[str, Any]:
    return {
        "tournament_id": view.tournament_id,
        "name": view.name,
        "game": view.game,
        "price_cents": view.price_cents,
        "guarantee_cents": view.guarantee_cents,
        "currency": view.currency,
        "starts_ms": milliseconds(view.starts_at),
        # with so many players; 0: at its hour
        "starts_when_full": view.seats_to_start or 0,
        "clock": clock_payload(view.tournament_id, at=at, as_public=True),
        "counts": counts(view.tournament_id, seen_at=at),
        "topics": {"clock": clock_topic(view.tournament_id), "counts": counts_topic(view.tournament_id)},
    }


@shown_in_the_house
def schedule(request: HttpRequest, *, venue_id: int) -> HttpResponse:
    """Show the schedule: what the venue announced for the days to come."""
    return schedule_page(request, venue_id=venue_id)


def schedule_page(request: HttpRequest, *, venue_id: int, placed: ScreenView | None = None) -> HttpResponse:
    """Show the schedule, for a display or alone. Refusal: ``not_found``."""
    at = moment.at()
    venue = circuit.venue_view(venue_id)
    coming = [
        view
        for view in announcements.calendar(at=at, venue_id=venue_id, limit=MOST_COMING)
        if view.when == "next" and (view.seats_to_start or view.starts_at > at)
    ]
    # what fills up now may begin any moment; the others by their hour
    coming.sort(key=lambda view: not _fills_up(view))
    payloads = {"timezone": venue.timezone, "server_ms": milliseconds(at)}
    context = frame(request, view=venue, placed=placed, at=at, payloads=payloads)
    context |= {"tournaments": coming, "qr": _calendar_code(request, venue_id)}
    if len(coming) == 1:
        context["poster"] = poster_lines(
            coming[0], settings=announcements.settings_of(coming[0].tournament_id)
        )
    return render(request, "screens/schedule.html", context)


def poster_lines(view: Announcement, *, settings: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what else is told of the only tournament that comes: there is room for it."""
    level = levels_from(settings["structure"]).levels[0]
    blinds = _("%(blinds)s · %(minutes)s min") % {
        "blinds": blinds_said(level.small_blind, level.big_blind),
        "minutes": plain_number(level.seconds / 60),
    }
    found = [(_("Buy-in"), money_short(view.price_cents, view.currency))]
    if view.guarantee_cents:
        found.append((_("Guaranteed"), money_short(view.guarantee_cents, view.currency)))
    return [
        *found,
        (_("Starting stack"), chips(settings["starting_stack_chips"])),
        (_("Level %(level)s") % {"level": 1}, blinds),
        (_("Late registration"), late_words(settings)),
    ]
