"""What the clock asks for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.clock_shown import shown
from tournaments.queries import clock
from web import board
from web.director.needs.need import Need
from web.staffing import StaffTournament
from web.templatetags.shuffle import hour

LEVEL_ENDS_SECONDS = 120


def level(scope: StaffTournament, at: datetime) -> list[Need]:
    face = clock.clock_payload(scope.tournament_id, at=at)
    return [*_late_by_time(scope, face), *_level_ends(scope, face, at)]


def _late_by_time(scope: StaffTournament, face: dict[str, Any]) -> list[Need]:
    """An hour ends late registration soon, whatever the clock does. Rule: PT-T.23"""
    ends_ms = face["late_registration_ends_ms"]
    if ends_ms is None or not 0 < ends_ms - face["server_ms"] <= LEVEL_ENDS_SECONDS * 1000:
        return []
    ends = hour(datetime.fromtimestamp(ends_ms / 1000, tz=UTC), scope.timezone)
    return [
        Need(
            key="late-registration",
            mark="◔",
            text=_("Late registration ends at %(time)s.") % {"time": ends},
            rule="PT-T.23",
        )
    ]


def _level_ends(scope: StaffTournament, face: dict[str, Any], at: datetime) -> list[Need]:
    if face["state"] != "running" or face["anchor_ms"] is None:
        return []
    now = shown(snapshot=face, now_ms=face["server_ms"])
    item = face["items"][now.index]
    if now.remaining_ms > LEVEL_ENDS_SECONDS * 1000 or now.following_index is None:
        return []
    following = board.clock_lines(face, at=at, zone=scope.timezone)["next"]
    if item["late_registration_ends"]:
        following = (following + " " + _("Late registration closes with it.")).strip()
    return [
        Need(
            key="level",
            mark="◔",
            text=_("This level ends in less than two minutes. %(next)s") % {"next": following},
        )
    ]
