"""A tournament clock whose machine's clock was set back: by its time server, or with a machine that was restored.

Its level began to run at an instant that lies ahead now, and stands with its whole length until the machine's clock has come so far again.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from rules.clock import Changed, ClockState, deadline, pause, resume
from rules.refusals import N_, Refused

AHEAD = timedelta(minutes=1)
"""Machines of one house differ by less: what began to run no farther ahead than so was told by another machine, and nothing was set back."""


def stands_until(*, state: ClockState, at: datetime) -> datetime | None:
    """Return when a clock that stands because the machine's clock was set back would go on by itself; None where it runs, or stands by
    somebody's word.

    Rule: ADTP.23, PT-T.45
    """
    if state.anchor_at is None or state.anchor_at - at <= AHEAD:
        return None
    return state.anchor_at


def set_right(*, state: ClockState, at: datetime, seen_at: datetime | None) -> Changed:
    """Let the level, or the break, go on now with what it had left when the house last saw it run.

    seen_at: the latest instant, by the clock of before, of which the house knows since the level's time began to run; None where it knows
    of none. What was played after that nobody knows: the director gives or takes it. A timed tournament ends so much sooner as the clock shows less.
    Refusals: ``clock_is_right``.
    Rule: ADTP.23, PT-T.45, PT-T.52
    """
    began = stands_until(state=state, at=at)
    if began is None:
        raise Refused(
            "clock_is_right",
            N_("The clock waits for no hour: there is nothing to set right."),
            rule="ADTP.23",
        )
    ends = deadline(state=state)
    seen_at = max(began, seen_at or began)
    # a level that was over by then had been announced, and its successor ran
    seen_at = seen_at if ends is None else min(seen_at, ends)
    stood, changes = pause(state=state, at=seen_at)
    went_on, _ = resume(state=stood, at=at)
    assert went_on.entered_at is not None
    return replace(
        went_on,
        # a hand that begins now is one of this level
        entered_at=min(went_on.entered_at, at),
        stood_us=state.stood_us + (at - seen_at) // timedelta(microseconds=1),
    ), changes
