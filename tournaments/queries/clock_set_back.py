"""A tournament clock that stands because the machine's clock was set back: until when, and with what it would go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from dispatch.queries import last_moment_since
from rules.clock import ClockState
from rules.clock_set_right import AHEAD, set_right, stands_until
from rules.clock_shown import shown_at
from tournaments.queries.clock import state_now
from tournaments.streams import tournament_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBack:
    """until: when the clock would go on by itself. left_seconds: what the level, or the break, has left where it is set right."""

    until: datetime
    left_seconds: int


def last_seen_running(tournament_id: int, *, state: ClockState) -> datetime | None:
    """Return the latest moment, by the machine's clock of then, at which anything was recorded of a tournament since its level began to
    run as it runs now; None where nothing was."""
    if state.anchor_at is None:
        return None
    return last_moment_since(
        stream=tournament_stream(tournament_id), key="anchor_at", value=state.anchor_at.isoformat()
    )


def set_back(tournament_id: int, *, payload: Mapping[str, Any], at: datetime) -> SetBack | None:
    """Return how a clock stands because the machine's clock was set back; None where it does not. payload: the clock as it is told.

    Rule: ADTP.23, PT-T.45
    """
    runs_from = _runs_from(payload)
    if runs_from is None or runs_from - at <= AHEAD:
        return None
    state = state_now(tournament_id, at=at)
    until = stands_until(state=state, at=at)
    if until is None:
        return None
    right, _ = set_right(state=state, at=at, seen_at=last_seen_running(tournament_id, state=state))
    return SetBack(until=until, left_seconds=-(-shown_at(state=right, at=at).remaining_ms // 1000))


def _runs_from(payload: Mapping[str, Any]) -> datetime | None:
    """Since when the running level or break runs, as the payload says it: most pages need not ask for more."""
    given = payload["recess"]
    if given is not None:
        ms = None if given["ends_ms"] is None else given["ends_ms"] - given["left_ms"]
    else:
        ms = None if payload["anchor_ms"] is None else payload["anchor_ms"] + payload["elapsed_ms"]
    return None if ms is None else datetime.fromtimestamp(ms / 1000, tz=UTC)
