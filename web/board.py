"""What the clock screen and the public page are filled with, before their sockets speak."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _

from dispatch.reading import one_moment
from rules.clock_shown import Shown, milliseconds, shown
from tournaments.queries import announcements, clock
from tournaments.queries.payloads import counts, eliminations, prizes, standings, wall
from tournaments.topics import (
    clock_topic,
    counts_topic,
    eliminations_topic,
    present_topic,
    prizes_topic,
    standings_topic,
    wall_topic,
)
from web.line_ends import NBSP
from web.templatetags.shuffle import blinds_said, chips, hour, plain_number

# of the structure around the level that is played, where not all of it can stand
_LEVELS_AHEAD = 7
# late registration closes soon: told in amber
SOON_MS = 15 * 60_000


def board_payloads(tournament_id: int, *, at: datetime, present: bool = False) -> dict[str, Any]:
    """Return all payloads of a board, and the topics that keep them current. present: as everything is, for who may know it; else as the public
    knows it at this instant. Refusal: ``not_found``. Rule: PT-H.11
    """
    with one_moment():
        return _board_payloads(tournament_id, at=at, present=present)


def _board_payloads(tournament_id: int, *, at: datetime, present: bool) -> dict[str, Any]:
    view = announcements.announcement(tournament_id, at=at)
    seen_at = None if present else at
    # what is not online is told to everybody at once, by one topic
    told = present_topic if present and view.online else str
    return {
        # one topic for all: staff and players know the end of it by the counts
        "clock": clock.clock_payload(tournament_id, at=at, as_public=True),
        "counts": counts(tournament_id, seen_at=seen_at),
        "prizes": prizes(tournament_id),
        "eliminations": eliminations(tournament_id, seen_at=seen_at),
        "standings": standings(tournament_id, seen_at=seen_at),
        "wall": wall(tournament_id),
        "currency": view.currency,
        "timezone": view.timezone,
        "starts_ms": int(view.starts_at.timestamp() * 1000),
        # with so many players; 0: at its hour
        "starts_when_full": view.seats_to_start or 0,
        "topics": {
            "clock": clock_topic(tournament_id),
            "counts": told(counts_topic(tournament_id)),
            "prizes": prizes_topic(tournament_id),
            "eliminations": told(eliminations_topic(tournament_id)),
            "standings": told(standings_topic(tournament_id)),
            "wall": wall_topic(tournament_id),
        },
    }


def item_shown(payload: dict[str, Any], *, now: Shown) -> dict[str, Any]:
    """Return the level or recess that runs: one of the structure, or the recess that the director gives within a level."""
    if now.recess_seconds is not None:
        return {"kind": "recess", "seconds": now.recess_seconds, "late_registration_ends": False}
    item: dict[str, Any] = payload["items"][now.index]
    return item


def places_shown(payload: dict[str, Any]) -> list[dict[str, int]]:
    """Return what a page tells of the places: those still played for; after a deal, which is named beside them, as published."""
    places: list[dict[str, int]] = payload["official"] if "deal" in payload else payload["rows"]
    return places


def is_before_start(state: str) -> bool:
    """Return whether a tournament in this state is announced or takes entries, and has not begun: a draft or a cancelled one is not before its start."""
    return state in ("announced", "registering")


def clock_lines(payload: dict[str, Any], *, at: datetime, zone: str, before: bool = False) -> dict[str, str]:
    """Return the clock in words, for readers without JavaScript: as it stood when the page was made.

    before: entries are taken and it has not begun: blinds say what it begins with, and nothing comes next. recess, late: how long until the next break and until late registration closes, "" where neither comes; recess_at: at what hour, where the clock runs; late_shown: as
    static/js/board.js writes it, so that nothing moves when it takes over. Rule: PT-T.23
    """
    now = shown(snapshot=payload, now_ms=milliseconds(at))
    items = payload["items"]
    item = item_shown(payload, now=now)
    following = None if now.next_index is None else items[now.next_index]
    if item["kind"] == "recess":
        level_line, blinds, ante = recess_line(payload, now=now, at=at, zone=zone), "", ""
    else:
        level_line = _("Level %(number)s") % {"number": item["number"]}
        blinds, ante = blinds_of(item), _ante(item)
    played = item if item["kind"] == "level" else following
    # what comes next is the recess where one does
    step = None if now.following_index is None else items[now.following_index]
    coming = " · ".join(filter(None, (blinds_of(following), _ante(following)))) if following else ""
    if item["kind"] == "level" and step is not None and step["kind"] == "recess":
        coming = break_of(step["seconds"])
    late = _late(payload, now, zone)
    coming = _("Next: %(what)s") % {"what": coming} if coming else ""
    if before:
        blinds, coming = _("First level: %(what)s") % {"what": blinds}, ""
    left = level_left(payload, now=now)
    if left is not None and following:
        # the level is no other: it goes on with what was left, or stands while hand for hand is played
        runs_after = payload["recess"]["level_runs_after"]
        says = (
            _("Level %(number)s goes on: %(what)s") if runs_after else _("Level %(number)s stands: %(what)s")
        )
        blinds = says % {"number": following["number"], "what": blinds_of(following)}
        coming = _("%(time)s left of it") % {"time": countdown(left)}
    return {
        "level_line": level_line,
        "in_recess": "true" if item["kind"] == "recess" else "",
        "remaining": countdown(whole_seconds(now.remaining_ms)),
        "blinds": blinds,
        "ante": ante,
        "game": (played or {}).get("game") or payload.get("game", ""),
        "next": coming,
        "big_blind": str(played["big_blind"]) if played else "",
        "recess": _recess(payload, now),
        "recess_at": _recess_at(payload, now, at=at, zone=zone),
        "late": late,
        "late_shown": format_html("{}<small>{}</small>", *late.split(" · ", 1)) if late else "",
        "ends": ends_line(payload, zone=zone),
    }


def break_of(seconds: int) -> str:
    """Return the break that comes and how long it is: no hour of the day. static/js/board.js writes it alike."""
    if seconds % 60:
        return f"{_('Break')} · {countdown(seconds)}"
    return f"{_('Break')} · {seconds // 60}\u00a0min"


def ends_line(payload: dict[str, Any], *, zone: str) -> str:
    """Say when the time of a timed tournament is up, or that it is; "" of others, before the start, and while the clock stands.
    static/js/board.js writes it alike. Rule: PT-T.52"""
    if payload["time_is_up"]:
        return _("last hands")
    if payload["time_ends_ms"] is None:
        return ""
    return hour(datetime.fromtimestamp(payload["time_ends_ms"] / 1000, tz=UTC), zone)


def recess_line(payload: dict[str, Any], *, now: Shown, at: datetime, zone: str) -> str:
    """Say that it is recess, and until when; while it stands nobody knows, and what is left of it is told."""
    if payload["state"] in ("paused", "frozen"):
        return _("Break stopped · %(time)s left") % {"time": countdown(whole_seconds(now.remaining_ms))}
    if payload["state"] != "running":
        return _("Break")
    return _("Break · back at %(time)s") % {"time": hour_in(now.remaining_ms, at=at, zone=zone)}


def level_left(payload: dict[str, Any], *, now: Shown) -> int | None:
    """Return the seconds left of the level within which a recess is given; None where none is. Rule: PT-T.45"""
    if now.recess_seconds is None:
        return None
    return whole_seconds(max(0, payload["items"][now.index]["seconds"] * 1000 - payload["elapsed_ms"]))


def _recess(payload: dict[str, Any], now: Shown) -> str:
    if now.recess_in_ms is None:
        return ""
    seconds = whole_seconds(now.recess_in_ms)
    # before the first hand it is counted from the start, whenever that is
    if payload["state"] == "not_started":
        return f"{length_said(seconds)} {_('after the start')}"
    return countdown(seconds)


def _recess_at(payload: dict[str, Any], now: Shown, *, at: datetime, zone: str) -> str:
    if now.recess_in_ms is None or not _hours_known(payload):
        return ""
    return _("at %(time)s") % {"time": hour_in(now.recess_in_ms, at=at, zone=zone)}


def hour_in(ms: int, *, at: datetime, zone: str) -> str:
    """Return the time of day in so long."""
    return hour(datetime.fromtimestamp((milliseconds(at) + ms) / 1000, tz=UTC), zone)


def _hours_known(payload: dict[str, Any]) -> bool:
    """While the clock stands nobody knows at what hour anything is; nor where hand for hand follows a recess that is given, as its
    level stands on."""
    given = payload["recess"]
    return payload["state"] == "running" and (given is None or bool(given["level_runs_after"]))


def late_through_recess(payload: dict[str, Any]) -> bool:
    """Answer whether late registration ends with the recess after its last level, and not with that level. Rule: SCPT.H"""
    return any(item["late_registration_ends"] and item["kind"] == "recess" for item in payload["items"])


def entries_taken(payloads: dict[str, Any], *, at: datetime) -> bool:
    """Answer whether the desk takes an entry into a tournament that runs: not once late registration is over, also where nobody
    has closed the entries; but for who stands in line behind others, where the rule set has that. static/js/clock.js answers
    alike. Rule: SCPT.H, ADTP.8B
    """
    counts = payloads["counts"]
    now = shown(snapshot=payloads["clock"], now_ms=milliseconds(at))
    over = now.late_registration_in_ms is None and not counts["line_enters"]
    return bool(counts["late_registration_open"]) and not over


def _when(ms: int, payloads: dict[str, Any], at: datetime) -> tuple[str, str]:
    """Say when, and in how long; only in how long where the hour is not known."""
    left = countdown(whole_seconds(ms))
    if not _hours_known(payloads["clock"]):
        return _("in %(time)s") % {"time": left}, ""
    return hour_in(ms, at=at, zone=payloads["timezone"]), left


def late_registration_line(payloads: dict[str, Any], *, at: datetime) -> tuple[str, str]:
    """Say (until when late registration is open, with what it closes or in how long); "" where it is not open."""
    payload, zone = payloads["clock"], payloads["timezone"]
    now = shown(snapshot=payload, now_ms=milliseconds(at))
    if not payloads["counts"]["late_registration_open"] or now.late_registration_in_ms is None:
        return "", ""
    if now.late_registration_level is None:
        ends = hour(datetime.fromtimestamp(payload["late_registration_ends_ms"] / 1000, tz=UTC), zone)
        left = countdown(whole_seconds(now.late_registration_in_ms))
        return _("until %(time)s") % {"time": ends}, _("in %(time)s") % {"time": left}
    when, left = _when(now.late_registration_in_ms, payloads, at)
    return (
        _("until %(time)s") % {"time": when} if left else when,
        (_("break after level %(level)s") if late_through_recess(payload) else _("end of level %(level)s"))
        % {"level": now.late_registration_level},
    )


def strip_lines(payloads: dict[str, Any], *, at: datetime) -> dict[str, Any]:
    """Return what the strip of the staff's pages tells beside the clock: (large, small) of the next recess, late registration,
    players, places paid and the average, "" where there is nothing to tell. static/js/strip.js writes it alike.

    Rule: PT-T.23, PT-T.45
    """
    payload, counts = payloads["clock"], payloads["counts"]
    now = shown(snapshot=payload, now_ms=milliseconds(at))
    item = item_shown(payload, now=now)
    recess = ("", "")
    if now.recess_in_ms is not None:
        when, left = _when(now.recess_in_ms, payloads, at)
        recess = (when, _("in %(time)s") % {"time": left} if left else "")
        if payload["state"] == "not_started":
            recess = (length_said(whole_seconds(now.recess_in_ms)), _("after the start"))
    late = late_registration_line(payloads, at=at)
    blind = next(
        (i["big_blind"] for i in payload["items"][now.index :] if i["kind"] == "level"),
        0,
    )
    average = counts["average_chips"]
    left_ms = now.late_registration_in_ms
    return {
        "recess": recess,
        "ends": ends_line(payload, zone=payloads["timezone"]),
        "late": late,
        "late_soon": bool(late[0]) and left_ms is not None and left_ms < SOON_MS,
        "players": (
            f"{chips(counts['players_left'])} / {chips(counts['entries_total'])}",
            _unique(counts["entries_unique"], counts["re_entries"]),
        ),
        "paid": (chips(counts["places_paid"]), _to_the_money(counts)) if counts["places_paid"] else ("", ""),
        "average": (
            chips(average),
            _("%(count)s BB") % {"count": chips(average // blind)} if blind else "",
        )
        if average
        else ("", ""),
        "spent": item["seconds"] * 1000 - now.remaining_ms,
        "of": item["seconds"] * 1000,
    }


def _unique(players: int, again: int) -> str:
    """Who came, and how often somebody came again."""
    if not again:
        return ""
    said = (
        _("%(unique)s\u00a0+\u00a01 re-entry")
        if again == 1
        else _("%(unique)s\u00a0+\u00a0%(re)s re-entries")
    )
    return said % {"unique": chips(players), "re": chips(again)}


def _to_the_money(counts: dict[str, Any]) -> str:
    """How many more go out before everybody left is paid."""
    if counts["in_the_money"]:
        return _("in the money")
    if counts["bubble"]:
        return _("the bubble")
    away = counts["players_left"] - counts["places_paid"]
    return (
        _("%(count)s to the money") % {"count": chips(away)}
        if away > 0 and counts["state"] == "running"
        else ""
    )


def whole_seconds(ms: int) -> int:
    """Return the whole seconds of a countdown, which shows 0 only when it is over."""
    return -(-ms // 1000)


def _late(payload: dict[str, Any], now: Shown, zone: str) -> str:
    """How long until late registration closes, and with what: its hour, or a level."""
    if now.late_registration_in_ms is None:
        return ""
    if now.late_registration_level is None:
        ends = hour(datetime.fromtimestamp(payload["late_registration_ends_ms"] / 1000, tz=UTC), zone)
        closes = _("at %(time)s") % {"time": ends}
    else:
        said = (
            _("closes with the break after level %(level)s")
            if late_through_recess(payload)
            else _("closes with level %(level)s")
        )
        closes = said % {"level": now.late_registration_level}
    return f"{countdown(whole_seconds(now.late_registration_in_ms))} · {closes}"


def countdown(seconds: int) -> str:
    """Write a time as 12:05 or 1:02:05; static/js/format.js writes it alike."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def length_said(seconds: int) -> str:
    """Write how long something takes, which no hour of the day looks like: 12 min, 2 h 10 min; static/js/format.js writes it alike."""
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = [(hours, "h"), (minutes, "min"), (rest, "s")]
    return "\u00a0".join(f"{count}\u00a0{unit}" for count, unit in parts if count)


def blinds_of(item: dict[str, Any]) -> str:
    """Return both blinds of a level."""
    return blinds_said(item["small_blind"], item["big_blind"])


def _ante(item: dict[str, Any]) -> str:
    if not item["ante"]:
        return ""
    sentence = _("BB\u00a0ante\u00a0%(amount)s") if item["ante_kind"] == "big_blind" else _("Ante %(amount)s")
    return sentence % {"amount": chips(item["ante"])}


def _minutes(seconds: int) -> str:
    """20, or 40 min 37 s where a level is set to the second: 40:37 would be read as the time that is left."""
    whole, rest = divmod(seconds, 60)
    if not rest:
        return plain_number(whole)
    said = _("%(minutes)s min %(seconds)s s") % {"minutes": plain_number(whole), "seconds": rest}
    # a narrow column parts minutes from seconds, and no figure from its word
    return re.sub(r" (?=\D)", NBSP, said)


def structure_lines(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the structure as a table's rows, each with its length as set; the current one is marked.

    A clock that was corrected makes no other structure: what it was given or lost stands in the clock, the hours and the end.
    """
    return [
        {
            **item,
            "at": index,
            "recess": item["kind"] == "recess",
            "minutes": _minutes(
                item["seconds"] - (payload["added_seconds"] if index == payload["index"] else 0)
            ),
            "current": index == payload["index"] and payload["state"] != "not_started",
            "near": 0 <= index - payload["index"] < _LEVELS_AHEAD,
        }
        for index, item in enumerate(payload["items"])
    ]


def with_hours(lines: list[dict[str, Any]], *, starts_at: datetime, zone: str) -> list[dict[str, Any]]:
    """Return the rows of a tournament that has not begun, each with the hour at which it comes as announced."""
    begins = accumulate((line["seconds"] for line in lines), initial=0)
    return [
        line | {"begins": hour(starts_at + timedelta(seconds=after), zone)}
        for line, after in zip(lines, begins, strict=False)
    ]
