"""What the tournament clock shows: a snapshot that a screen is sent once, and what it shows at any later instant.

`shown` has a twin in the browser (static/js/clock.js, `shown`); both are driven by the same cases,
tests/clock_cases.json. Milliseconds, as the browser counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from rules.clock import ClockState, catch_up, deadline, duration_seconds
from rules.levels import Level

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class ClockWord(StrEnum):
    """How the clock stands. A recess is an item that runs like a level, or stands like one."""

    NOT_STARTED = "not_started"
    RUNNING = "running"
    PAUSED = "paused"
    FROZEN = "frozen"
    HAND_FOR_HAND = "hand_for_hand"
    DECIDED = "decided"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The clock at one instant.

    index: of the item that runs. next_index: the next level, past any recess; following_index: what comes right after.
    recess_in_ms: until the next recess begins, None where none comes. late_registration_in_ms: None once closed;
    late_registration_level: the level it closes with, None where an hour ends it. over: past the end of the structure.
    recess_seconds: length of the recess that is given within the level and runs now, None where none is; the level is what
    follows then.
    """

    index: int
    remaining_ms: int
    next_index: int | None
    following_index: int | None
    recess_in_ms: int | None
    late_registration_in_ms: int | None
    late_registration_level: int | None
    over: bool
    recess_seconds: int | None


def milliseconds(at: datetime) -> int:
    """Return an instant as browsers count."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def word_of(*, state: ClockState) -> ClockWord:
    """Return how the clock stands.

    Rule: PT-T.45, PT-T.49
    """
    if state.finished_at is not None:
        return ClockWord.FINISHED
    if state.frozen:
        return ClockWord.FROZEN
    if state.started_at is None:
        return ClockWord.NOT_STARTED
    if state.decided:
        return ClockWord.DECIDED
    if state.paused:
        return ClockWord.PAUSED
    return (
        ClockWord.HAND_FOR_HAND
        if state.hand_for_hand and isinstance(state.item, Level)
        else ClockWord.RUNNING
    )


def snapshot(*, state: ClockState) -> dict[str, Any]:
    """Write a clock that is caught up as an anchor and the items it will run through.

    {state, anchor_ms: when the running item began as if it had never stood, None while it stands; elapsed_ms: used
    of the item by then; index; items: [{kind, seconds, number (of levels), late_registration_ends}]; recess: one that is given
    within the level, which stands meanwhile: {seconds, ends_ms: None while it stands too, left_ms, level_runs_after}, or None}.
    Rule: ADTP.23, SCPT.H, SCPT.V
    """
    last = state.structure.late_registration_last_index()
    items: list[dict[str, Any]] = []
    for index, item in enumerate(state.structure.items):
        described: dict[str, Any] = {
            "kind": "level" if isinstance(item, Level) else "recess",
            "seconds": duration_seconds(state=state, index=index),
            "late_registration_ends": index == last,
        }
        if isinstance(item, Level):
            described["number"] = state.structure.level_number(index)
        items.append(described)
    given = state.recess_seconds is not None
    began = None
    if state.anchor_at is not None and not given:
        began = milliseconds(state.anchor_at - timedelta(microseconds=state.elapsed_us))
    return {
        "state": word_of(state=state).value,
        "anchor_ms": began,
        "elapsed_ms": (state.held_us if given else state.elapsed_us) // 1000,
        "index": state.index,
        "items": items,
        "recess": _given(state) if given else None,
    }


def _given(state: ClockState) -> dict[str, Any]:
    ends = deadline(state=state)
    return {
        "seconds": duration_seconds(state=state),
        "ends_ms": milliseconds(ends) if ends is not None else None,
        "left_ms": duration_seconds(state=state) * 1000 - state.elapsed_us // 1000,
        "level_runs_after": not state.hand_for_hand,
    }


def shown(*, snapshot: Mapping[str, Any], now_ms: int) -> Shown:
    """Compute what a clock shows at an instant; left alone, it goes on through the structure by itself.

    snapshot: as `snapshot` writes it; with late_registration_ends_ms where an hour ends late registration.
    Rule: PT-T.45, PT-T.46, PT-T.23, SCPT.H
    """
    items = snapshot["items"]
    runs = snapshot["state"] == ClockWord.RUNNING and snapshot["anchor_ms"] is not None
    elapsed = max(0, now_ms - snapshot["anchor_ms"]) if runs else snapshot["elapsed_ms"]
    given = snapshot.get("recess")
    rest = 0
    if given:
        rest = given["left_ms"]
        if given["ends_ms"] is not None:
            rest = min(given["ends_ms"] - now_ms, given["left_ms"])
        if rest <= 0 and given["level_runs_after"]:
            runs, elapsed = True, elapsed - rest
        rest = max(0, rest)
    index = min(snapshot["index"], len(items) - 1)
    while runs and index + 1 < len(items) and elapsed >= items[index]["seconds"] * 1000:
        elapsed -= items[index]["seconds"] * 1000
        index += 1
    remaining = max(0, items[index]["seconds"] * 1000 - elapsed)
    level = max((item["number"] for item in items[: index + 1] if item["kind"] == "level"), default=0)
    closes: tuple[int | None, int | None] = (None, None)
    recess = following_level = None
    ahead = rest + remaining
    if items[index].get("late_registration_ends"):
        closes = (ahead, level)
    for at, item in enumerate(items[index + 1 :], start=index + 1):
        if item["kind"] == "recess" and recess is None:
            recess = ahead
        if item["kind"] == "level" and following_level is None:
            following_level = at
        ahead += item["seconds"] * 1000
        level = item.get("number", level)
        if item.get("late_registration_ends") and closes[0] is None:
            closes = (ahead, level)
    ends_ms = snapshot.get("late_registration_ends_ms")
    if ends_ms is not None:
        closes = (ends_ms - now_ms if ends_ms > now_ms else None, None)
    following = index + 1 if index + 1 < len(items) else None
    return Shown(
        index=index,
        remaining_ms=rest or remaining,
        next_index=index if rest else following_level,
        following_index=index if rest else following,
        recess_in_ms=recess,
        late_registration_in_ms=closes[0],
        late_registration_level=closes[1],
        over=index == len(items) - 1 and remaining == 0 and not rest,
        recess_seconds=given["seconds"] if given and rest else None,
    )


def shown_at(*, state: ClockState, at: datetime) -> Shown:
    """Compute what a screen shows that is sent the clock at this instant, right even when every sweep is late.

    Rule: PT-T.45, PT-T.46
    """
    caught_up, _ = catch_up(state=state, at=at)
    return shown(snapshot=snapshot(state=caught_up), now_ms=milliseconds(at))
