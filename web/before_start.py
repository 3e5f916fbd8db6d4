"""What a page tells of a tournament before the first hand: when it begins, and how long that is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from rules.clock_shown import milliseconds
from web.board import clock_lines, countdown, whole_seconds
from web.state_badge import state_shown
from web.templatetags.houses import weekday
from web.templatetags.shuffle import hour

# the start is counted down from then on
_COUNTED_MS = 12 * 3_600_000


def board_lines(payloads: dict[str, Any], *, at: datetime, before: bool) -> dict[str, str]:
    """Return the clock in words for a page that tells of the time before the start, too, and how the tournament stands; before: it has
    not begun."""
    lines = clock_lines(payloads["clock"], at=at, zone=payloads["timezone"], before=before)
    lines["state"] = state_shown(payloads, at=at)
    lines |= start_lines(payloads, at=at) if before else {}
    # how many figures the hours have decides how large a display sets what is left
    hours, *rest = lines["remaining"].split(":")
    lines["hours"] = str(len(hours)) if len(rest) == 2 else "0"
    return lines


def start_lines(payloads: dict[str, Any], *, at: datetime) -> dict[str, str]:
    """Return what stands in the place of the level before the first hand, and what is left until it: from half a day before it,
    "" where nothing is counted down. static/js/board.js writes it alike.
    """
    starts_ms, when_full = payloads["starts_ms"], payloads["starts_when_full"]
    if when_full:
        said = _("Starts when %(seats)s are in: %(taken)s\u00a0of\u00a0%(seats)s")
        counted = {"seats": when_full, "taken": payloads["counts"]["entries_total"]}
        return {"level_line": said % counted, "remaining": ""}
    rest_ms, left = starts_ms - milliseconds(at), ""
    if rest_ms <= 0:
        said = _("Scheduled for %(time)s, not\u00a0started\u00a0yet")
    elif rest_ms < _COUNTED_MS:
        # beside a figure its words: it is no level that is counted down, and no time of day
        said, left = _("Until the start (%(time)s)"), countdown(whole_seconds(rest_ms))
    else:
        said = _("Starts at %(time)s")
    time = day_and_hour(datetime.fromtimestamp(starts_ms / 1000, tz=UTC), at=at, zone=payloads["timezone"])
    return {"level_line": said % {"time": time}, "remaining": left}


def day_and_hour(then: datetime, *, at: datetime, zone: str) -> str:
    """The time of day, with the day where it is another one."""
    local, today = then.astimezone(ZoneInfo(zone)), at.astimezone(ZoneInfo(zone))
    if local.date() == today.date():
        return hour(then, zone)
    return f"{weekday(then, zone)}, {hour(then, zone)}"
