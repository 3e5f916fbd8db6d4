"""What the clock of the room tells in words of its own, before static/js/screen.js writes it alike."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _

from rules.clock_shown import Shown, milliseconds, shown
from web.board import (
    blinds_of,
    break_of,
    countdown,
    hour_in,
    item_shown,
    length_said,
    level_left,
    recess_line,
    whole_seconds,
)
from web.templatetags.shuffle import chips


def wall_lines(payload: dict[str, Any], *, at: datetime, zone: str) -> dict[str, str]:
    """Return what the clock on a wall tells below words of its own: the number of the level and how long it is, what comes next and
    the ante, in words where there is none.
    """
    now = shown(snapshot=payload, now_ms=milliseconds(at))
    items = payload["items"]
    item = item_shown(payload, now=now)
    step, more = now.following_index, _labels()
    if item["kind"] == "recess":
        more |= _recess_lines(payload, now=now, at=at, zone=zone)
    if item["kind"] == "recess" and now.next_index is not None:
        left = level_left(payload, now=now)
        item, step = items[now.next_index], now.next_index + 1
        more["blinds"] = blinds_of(item)
        # a level within which a recess is given is no other: it goes on
        more |= _labels_ahead(item["number"]) if left is None else {"level_line": _level(item["number"])}
    following = items[step] if step is not None and step < len(items) else None
    if following is None:
        coming = "–"
    elif following["kind"] == "recess":
        coming = break_of(following["seconds"])
    else:
        coming = blinds_of(following)
    minutes, seconds = divmod(item["seconds"], 60)
    if seconds:
        long = _("%(minutes)s min %(seconds)s s")
    else:
        long = _("1 minute") if minutes == 1 else _("%(count)s minutes")
    return more | {
        "number": str(item.get("number", "")),
        "minutes": long % {"count": minutes, "minutes": minutes, "seconds": seconds},
        "next": coming,
        "ante": chips(item["ante"]) if item.get("ante") else _("no ante"),
    }


def wall_lines_before(payload: dict[str, Any], *, at: datetime) -> dict[str, str]:
    """Return what the clock on a wall tells before the first hand: late registration is counted from the start, too."""
    now = shown(snapshot=payload, now_ms=milliseconds(at))
    labels = _labels() | {"recess_label": _("First break")}
    if now.late_registration_in_ms is None:
        return labels
    left = length_said(whole_seconds(now.late_registration_in_ms))
    return labels | {"late_shown": format_html("{}<small>{}</small>", left, _("after the start"))}


def _labels() -> dict[str, str]:
    return {
        "level_label": _("Level"),
        "next_label": _("Up next"),
        "recess_label": _("Break in"),
        "recess_now": "",
        "says": "",
    }


def _level(number: int) -> str:
    return _("Level %(number)s") % {"number": number}


def _labels_ahead(number: int) -> dict[str, str]:
    """In a recess nothing is played: level and blinds are those to come, and are called so."""
    return {
        "level_label": _("Next level"),
        "next_label": _("After that"),
        "level_line": _("Next: %(what)s") % {"what": _level(number)},
    }


def _recess_lines(payload: dict[str, Any], *, now: Shown, at: datetime, zone: str) -> dict[str, str]:
    """At what hour play resumes, in the band alone, as it is largest there; while the clock stands nobody knows.
    While it runs, and outside hand for hand, static/js/band.js writes it alike."""
    if payload["state"] != "running":
        return {"says": recess_line(payload, now=now, at=at, zone=zone), "recess_now": "true"}
    if now.next_index is None:
        return {"says": "", "recess_now": "true"}
    left, given = level_left(payload, now=now), payload["recess"]
    if left is None:
        said = _("Back at %(time)s with level %(level)s")
    elif given["level_runs_after"]:
        said = _("Back at %(time)s · level %(level)s goes on with %(left)s")
    else:
        said = _("Back at %(time)s · level %(level)s stands with %(left)s left")
    level = payload["items"][now.next_index].get("number", "")
    hour, rest = hour_in(now.remaining_ms, at=at, zone=zone), countdown(left or 0)
    return {"says": said % {"time": hour, "level": level, "left": rest}, "recess_now": "true"}
