"""A page of the floor: whose house it is, and which tablet shows it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from access import moment
from people.queries import device_for_token, roles_by_venue
from people.queries.devices import DeviceView
from tournaments.queries import circuit
from tournaments.queries.circuit import VenueView
from tournaments.queries.clock import clock_payload
from tournaments.queries.payloads import counts
from tournaments.topics import clock_topic, counts_topic, present_topic
from web.acting import actor_of
from web.board import clock_lines, strip_lines
from web.staffing import StaffTournament
from web.words import tablet_strip_words

COOKIE = "device"


def device_of(request: HttpRequest) -> DeviceView | None:
    """Return the paired device this browser is; None when it is none, or no longer."""
    secret = request.COOKIES.get(COOKIE, "")
    return device_for_token(secret) if 0 < len(secret) <= 200 else None


def floor_page(
    request: HttpRequest, *, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Adds `venue` and `device` to what a template gets: the head of every page names both."""
    by = actor_of(request)
    device = device_of(request) if by.device_id is not None else None
    scope = context.get("scope")
    venue = scope.venue if scope is not None else _house(by.user_id, device)
    return render(request, template, context | {"venue": venue, "device": device}, status=status)


def clock_and_facts(scope: StaffTournament) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the head of the tablet's pages tells of the room, for its scripts and in words: the clock, and beside it what the
    director's strip tells. Rule: PT-T.23"""
    at = moment.at()
    number_of = scope.tournament_id
    told: dict[str, Any] = {
        "clock": clock_payload(number_of, at=at),
        "counts": counts(number_of, seen_at=None),
        "timezone": scope.timezone,
    }
    # as everything is: of what is played online the public's own topic tells late. Rule: PT-H.11
    of_counts = counts_topic(number_of)
    if scope.settings["online"]:
        of_counts = present_topic(of_counts)
    for_scripts = told | {
        "strip_words": tablet_strip_words(),
        "topics": {"clock": clock_topic(number_of), "counts": of_counts},
    }
    return for_scripts, {
        "clock": clock_lines(told["clock"], at=at, zone=scope.timezone),
        "strip": strip_lines(told, at=at),
    }


def _house(user_id: int | None, device: DeviceView | None) -> VenueView | None:
    """The tablet's house, or the only one where somebody works; None where there are several."""
    if device is not None:
        return circuit.venue_view(device.venue_id)
    venues = list(roles_by_venue(user_id or 0))
    return circuit.venue_view(venues[0]) if len(venues) == 1 else None
