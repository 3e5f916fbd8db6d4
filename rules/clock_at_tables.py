"""What the tournament clock means for the hands at the tables: the level of a hand, a recess that waits for it, the end of it all."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from rules.clock import ClockState, catch_up, duration_seconds, remaining_us, runs
from rules.levels import Level, Recess
from rules.policies import Policies


def level_in_force(*, state: ClockState, hand_started_at: datetime) -> Level:
    """Return the level a hand is played at: a new level applies from the first hand started after its announcement.

    Looks back one level. Rule 23 also lets a hand begun by mistake at the old level go on at it once there
    was substantial action; that is the floor's to say.
    Rule: ADTP.23, REGULATIONS 4.2
    """
    structure = state.structure
    if state.entered_at is not None and hand_started_at < state.entered_at and state.index > 0:
        return structure.level_at(state.index - 1)
    return structure.level_at(state.index)


def seconds_of_recess_passed(*, state: ClockState, at: datetime) -> int:
    """Return how much of a running recess has passed, in whole seconds; 0 in a level and while the clock stands.

    Where tables are played online, it is given back when the last of them has finished its hand: the recess counts from there,
    and what the director added or took stays added or taken.
    Rule: PT-T.45
    """
    state, _changes = catch_up(state=state, at=at)
    if not isinstance(state.item, Recess) or not runs(state=state):
        return 0
    left = remaining_us(state=state, at=at) // 1_000_000
    return duration_seconds(state=state) - left - state.recess_back_seconds


def recess_counted_from(*, state: ClockState) -> tuple[datetime, int] | None:
    """Return since when the recess that runs counts, as if it had never stood, and the seconds of it that were given back for the
    last hands; None in a level and while it stands. Rule: PT-T.45
    """
    if not isinstance(state.item, Recess) or state.anchor_at is None:
        return None
    return state.anchor_at - timedelta(microseconds=state.elapsed_us), state.recess_back_seconds


def level_held_seconds(*, state: ClockState) -> int | None:
    """Return the whole seconds left of the level that stands under a recess that is given; None where none is. Rule: PT-T.45"""
    if state.recess_seconds is None:
        return None
    return duration_seconds(state=state, index=state.index) - state.held_us // 1_000_000


def later_than_planned(*, state: ClockState) -> timedelta:
    """Return by how much the level that runs is behind a clock that never stood: pauses, recesses that were given, time added;
    negative where it is ahead. Zero before the start and while it stands, when nobody knows.
    Rule: PT-T.45
    """
    if state.started_at is None or state.anchor_at is None:
        return timedelta(0)
    before = sum(state.structure.items[i].seconds for i in range(state.index))
    used, left = state.elapsed_us, 0
    if state.recess_seconds is not None:
        used, left = state.held_us, duration_seconds(state=state) * 1_000_000 - state.elapsed_us
    begun = state.anchor_at + timedelta(microseconds=left - used)
    return begun - state.started_at - timedelta(seconds=before)


def level_shorter_than_a_hand(*, state: ClockState, policies: Policies) -> int | None:
    """Return the seconds of the shortest level, from the one that runs on, that the fixed cost of one hand uses up whole; None
    where every level holds more than one hand, or a hand costs nothing.

    Rule: PT-T.49, CASES h4h-1
    """
    cost = policies.hand_for_hand_cost_seconds
    if cost is None:
        return None
    items = state.structure.items
    lengths = [
        duration_seconds(state=state, index=index)
        for index in range(state.index, len(items) - 1)  # the last level does not end
        if isinstance(items[index], Level)
    ]
    shortest = min(lengths, default=cost + 1)
    return shortest if shortest <= cost else None


def timed_end_at(*, state: ClockState, length_minutes: int) -> datetime | None:
    """Return when the time of a timed tournament is up: so long after the start, and later by what the clock stood by somebody's
    word. None before the start and while it stands, when nobody knows. Recesses are part of the time.

    Rule: PT-T.52, REGULATIONS 4.6
    """
    if state.started_at is None or state.stood_at is not None:
        return None
    return state.started_at + timedelta(minutes=length_minutes, microseconds=state.stood_us)


def hands_after_time(*, occupied: Collection[int], had_button: Collection[int]) -> int:
    """Return the hands that a table still plays after the time: until everybody sitting there has had the button once
    more.

    had_button: seats that had the button in a hand begun after the time.
    Rule: PT-T.52, REGULATIONS 4.6
    """
    if len(occupied) < 2:
        return 0
    return len(set(occupied) - set(had_button))
