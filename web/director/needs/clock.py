"""What the clock asks for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.clock_shown import shown
from tournaments.queries import clock, payloads
from web import board
from web.director.needs.need import Need
from web.staffing import StaffTournament
from web.templatetags.shuffle import hour

LEVEL_ENDS_SECONDS = 120


def level(scope: StaffTournament, *, at: datetime) -> list[Need]:
    payload = clock.clock_payload(scope.tournament_id, at=at)
    return [*_late_by_time(scope, payload), *_level_ends(scope, payload, at)]


def _late_by_time(scope: StaffTournament, payload: dict[str, Any]) -> list[Need]:
    """An hour ends late registration soon, whatever the clock does. Rule: PT-T.23"""
    ends_ms = payload["late_registration_ends_ms"]
    if ends_ms is None or not 0 < ends_ms - payload["server_ms"] <= LEVEL_ENDS_SECONDS * 1000:
        return []
    ends = hour(datetime.fromtimestamp(ends_ms / 1000, tz=UTC), scope.timezone)
    return [
        Need(
            key="late-registration",
            mark="clock",
            text=_("Late registration ends at %(time)s.") % {"time": ends},
            rule="PT-T.23",
        )
    ]


def _level_ends(scope: StaffTournament, payload: dict[str, Any], at: datetime) -> list[Need]:
    if payload["state"] != "running" or payload["anchor_ms"] is None:
        return []
    now = shown(snapshot=payload, now_ms=payload["server_ms"])
    item = payload["items"][now.index]
    if now.recess_seconds is not None:  # it has its own end, and the level goes on
        return []
    if now.remaining_ms > LEVEL_ENDS_SECONDS * 1000 or now.following_index is None:
        return []
    following = board.clock_lines(payload, at=at, zone=scope.timezone)["next"]
    if item["late_registration_ends"] and payloads.counts(scope.tournament_id)["late_registration_open"]:
        following = (following + " " + _("Late registration closes with it.")).strip()
    return [
        Need(
            key="level",
            mark="clock",
            text=_("This level ends in less than two minutes. %(next)s") % {"next": following},
        )
    ]
