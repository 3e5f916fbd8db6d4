"""The tournament clock, as functions of stored instants.

Nothing ticks. A `ClockState` holds anchors - since when time runs, how much was used before - and everything
a screen shows follows from it and an instant ``at``. When a level is over the next one begins at the
*deadline* of the old, not when somebody noticed: a sweep that comes late loses nothing.

Longer than others because every change of the one state stands here.

Every change takes ``at`` and answers the new state together with the level changes that were due by then,
oldest first, so that each is recorded and announced exactly once. Instants are timezone-aware datetimes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from rules.levels import LONGEST_SECONDS, SHORTEST_SECONDS, Item, Level, Recess, Structure
from rules.policies import HandCharge, Policies
from rules.refusals import N_, Refused

_SECOND = 1_000_000
_NO_RECESS: dict[str, Any] = {"recess_seconds": None, "held_us": 0, "held_extra_seconds": 0}
SHORTEST_RECESS_MINUTES, LONGEST_RECESS_MINUTES = 1, 120


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockState:
    """A tournament's clock.

    index: the running item of the structure. started_at: None before the start. entered_at: when the item
    began, which is when its level was announced. anchor_at: since when time runs, None while it stands.
    elapsed_us: time of the item used before the anchor, in microseconds. extra_seconds: added to (or taken
    from) this item.
    paused: by the director. frozen: the whole venue stands. hand_for_hand: hands cost level time instead of
    time passing. decided: one player is left and nobody can come: it stands until the result is confirmed.
    short_handed_seconds: length of every level from index short_handed_from on, where shorter.
    recess_seconds: length of a recess that the director gives within a level, None where none is: while it is there, anchor_at,
    elapsed_us and extra_seconds are the recess's; the level stands with held_us used and held_extra_seconds added.
    recess_back_seconds: of what was added to a recess, the time that the last hands at the tables took of it.
    hand_us: of a hand that costs what it takes, the time before the clock stood last.
    stood_us: for how long it stood by somebody's word, paused or with the venue, until it went on last, less what the machine's clock was set back by; stood_at: since when it does now.
    """

    structure: Structure
    index: int = 0
    started_at: datetime | None = None
    entered_at: datetime | None = None
    anchor_at: datetime | None = None
    elapsed_us: int = 0
    extra_seconds: int = 0
    paused: bool = False
    frozen: bool = False
    hand_for_hand: bool = False
    # hand-for-hand that costs what it takes: when the hand began that is being played
    hand_at: datetime | None = None
    decided: bool = False
    finished_at: datetime | None = None
    short_handed_seconds: int | None = None
    short_handed_from: int | None = None
    recess_seconds: int | None = None
    held_us: int = 0
    held_extra_seconds: int = 0
    recess_back_seconds: int = 0
    hand_us: int = 0
    stood_us: int = 0
    stood_at: datetime | None = None

    @property
    def item(self) -> Item:
        """The running level or recess: the recess that is given, or the structure's item."""
        if self.recess_seconds is not None:
            return Recess(seconds=self.recess_seconds)
        return self.structure.items[self.index]

    @property
    def is_last(self) -> bool:
        """The last item does not end."""
        return self.index == len(self.structure.items) - 1

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-able, without the structure (which is stored once, with the tournament)."""
        given = {name: getattr(self, name) for name in _NO_RECESS}
        seldom = {name: getattr(self, name) for name in ("recess_back_seconds", "hand_us", "stood_us")}
        seldom["stood_at"] = _iso(self.stood_at)
        return {
            "index": self.index,
            "started_at": _iso(self.started_at),
            "entered_at": _iso(self.entered_at),
            "anchor_at": _iso(self.anchor_at),
            "elapsed_us": self.elapsed_us,
            "extra_seconds": self.extra_seconds,
            "paused": self.paused,
            "frozen": self.frozen,
            "hand_for_hand": self.hand_for_hand,
            "hand_at": _iso(self.hand_at),
            "decided": self.decided,
            "finished_at": _iso(self.finished_at),
            "short_handed_seconds": self.short_handed_seconds,
            "short_handed_from": self.short_handed_from,
            **(given if self.recess_seconds is not None else {}),
            **{name: value for name, value in seldom.items() if value},
        }


def state_from_dict(*, structure: Structure, values: Mapping[str, Any]) -> ClockState:
    """Return the state that `ClockState.as_dict` wrote."""
    instants = ("started_at", "entered_at", "anchor_at", "hand_at", "finished_at", "stood_at")
    parsed: dict[str, Any] = {
        name: (datetime.fromisoformat(value) if name in instants and value is not None else value)
        for name, value in values.items()
    }
    return ClockState(structure=structure, **parsed)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChange:
    """A level or recess began. due_at: the instant at which it did, however late that was noticed."""

    index: int
    due_at: datetime


Changed: TypeAlias = tuple[ClockState, tuple[LevelChange, ...]]


def duration_seconds(*, state: ClockState, index: int | None = None) -> int:
    """Return how long an item of the structure lasts (default: what runs, also a recess that is given), with time added or taken away.

    Rule: SCPT.V, PT-T.45
    """
    if index is None and state.recess_seconds is not None:
        return state.recess_seconds + state.extra_seconds
    at = state.index if index is None else index
    item = state.structure.items[at]
    seconds = item.seconds
    if (
        isinstance(item, Level)
        and state.short_handed_seconds is not None
        and state.short_handed_from is not None
        and at >= state.short_handed_from
    ):
        seconds = min(seconds, state.short_handed_seconds)
    if at != state.index:
        return seconds
    return seconds + (state.extra_seconds if state.recess_seconds is None else state.held_extra_seconds)


def runs(*, state: ClockState) -> bool:
    """Return whether time passes. In hand-for-hand it does so only in a recess."""
    return (
        state.started_at is not None
        and state.finished_at is None
        and not state.paused
        and not state.frozen
        and not state.decided
        and not (state.hand_for_hand and isinstance(state.item, Level))
    )


def deadline(*, state: ClockState) -> datetime | None:
    """Return when the running item, or a recess that is given, ends; None while the clock stands and for the last item."""
    if state.anchor_at is None or (state.is_last and state.recess_seconds is None):
        return None
    return state.anchor_at + timedelta(
        microseconds=duration_seconds(state=state) * _SECOND - state.elapsed_us
    )


def remaining_us(*, state: ClockState, at: datetime) -> int:
    """Return microseconds left of the running item, never below zero. The state must be caught up."""
    return max(0, duration_seconds(state=state) * _SECOND - _elapsed_us(state, at))


def late_registration_open(*, state: ClockState, at: datetime) -> bool:
    """Return whether the clock still allows registration at this instant.

    Rule: SCPT.H, ADTP.8A
    """
    now, _ = catch_up(state=state, at=at)
    last = now.structure.late_registration_last_index()
    return now.finished_at is None and (now.started_at is None or (last is not None and now.index <= last))


def _elapsed_us(state: ClockState, at: datetime) -> int:
    if state.anchor_at is None:
        return state.elapsed_us
    # a clock read before its anchor (two machines differ) shows the anchor's instant
    return state.elapsed_us + max(0, (at - state.anchor_at) // timedelta(microseconds=1))


def catch_up(*, state: ClockState, at: datetime) -> Changed:
    """Enter every item whose beginning is due by ``at``, each at the deadline of the one before; a recess that was given ends,
    and its level goes on, which is no change of level.

    Calling it again with the same instant changes nothing.
    Rule: ADTP.23
    """
    changes: list[LevelChange] = []
    due = deadline(state=state)
    while due is not None and due <= at:
        if state.recess_seconds is not None:
            state = _back_to_level(state, due)
        else:
            state = _enter(state, state.index + 1, due)
            changes.append(LevelChange(index=state.index, due_at=due))
        due = deadline(state=state)
    return state, tuple(changes)


def _enter(state: ClockState, index: int, at: datetime, *, elapsed_us: int = 0) -> ClockState:
    # no hand is played in a recess: the one that follows begins with its end
    anew = state.hand_at is not None and isinstance(state.item, Recess)
    entered = replace(
        state,
        index=index,
        entered_at=at,
        anchor_at=None,
        elapsed_us=elapsed_us,
        extra_seconds=0,
        hand_at=at if anew else state.hand_at,
        hand_us=0 if anew else state.hand_us,
        recess_back_seconds=0,
        **_NO_RECESS,
    )
    return _restart(entered, at)


def _level_held(state: ClockState) -> ClockState:
    """The level as it stands under a recess that is given."""
    used, extra = state.held_us, state.held_extra_seconds
    return replace(
        state, anchor_at=None, elapsed_us=used, extra_seconds=extra, recess_back_seconds=0, **_NO_RECESS
    )


def _back_to_level(state: ClockState, at: datetime) -> ClockState:
    # what a hand of hand-for-hand takes counts from here
    hand_at = None if state.hand_at is None else at
    return _restart(replace(_level_held(state), hand_at=hand_at, hand_us=0), at)


def _of_the_level(state: ClockState, change: Callable[[ClockState], ClockState]) -> ClockState:
    """Change what belongs to the level, also while a recess is given within it."""
    if state.recess_seconds is None:
        return change(state)
    level = change(_level_held(state))
    return replace(
        level,
        anchor_at=state.anchor_at,
        elapsed_us=state.elapsed_us,
        extra_seconds=state.extra_seconds,
        recess_seconds=state.recess_seconds,
        held_us=level.elapsed_us,
        held_extra_seconds=level.extra_seconds,
        recess_back_seconds=state.recess_back_seconds,
    )


def _hand_us(state: ClockState, at: datetime) -> int:
    """The time of the hand that costs what it takes, without that for which the clock stood."""
    if state.hand_at is None or state.paused or state.frozen:
        return state.hand_us
    return state.hand_us + max(0, (at - state.hand_at) // timedelta(microseconds=1))


def _hold(before: ClockState, after: ClockState, at: datetime) -> ClockState:
    """Keep for how long it stands; the time of the hand stands and goes on with it: a pause is none of it."""
    held, holds = before.paused or before.frozen, after.paused or after.frozen
    if held == holds:
        return after
    after = replace(after, stood_at=at if holds else None, stood_us=_stood_us(before, at))
    if before.hand_at is None:
        return after
    return replace(after, hand_us=_hand_us(before, at)) if holds else replace(after, hand_at=at)


def _stood_us(state: ClockState, at: datetime) -> int:
    if state.stood_at is None:
        return state.stood_us
    return state.stood_us + max(0, (at - state.stood_at) // timedelta(microseconds=1))


def _stop(state: ClockState, at: datetime) -> ClockState:
    return replace(state, elapsed_us=_elapsed_us(state, at), anchor_at=None)


def _restart(state: ClockState, at: datetime) -> ClockState:
    if state.anchor_at is None and runs(state=state):
        return replace(state, anchor_at=at)
    if state.anchor_at is not None and not runs(state=state):
        return _stop(state, at)
    return state


def start(*, state: ClockState, at: datetime) -> Changed:
    """Start the first level.

    Refusals: ``clock_started``, ``clock_finished``.
    """
    if state.started_at is not None:
        raise Refused("clock_started", N_("The clock has been started already."), rule="ADTP.23")
    _not_finished(state)
    return _restart(replace(state, started_at=at, entered_at=at), at), ()


def pause(*, state: ClockState, at: datetime) -> Changed:
    """Stand still until resumed.

    Refusals: ``clock_not_started``, ``clock_finished``, ``clock_paused``.
    """
    state, changes = _caught_up(state, at)
    if state.paused:
        raise Refused("clock_paused", N_("The clock is paused already."), rule="ADTP.23")
    return _hold(state, replace(_stop(state, at), paused=True), at), changes


def resume(*, state: ClockState, at: datetime) -> Changed:
    """Go on after a pause with the time that was left.

    Refusals: ``clock_not_started``, ``clock_finished``, ``clock_running``.
    """
    state, changes = _caught_up(state, at)
    if state.decided:
        raise _one_player_left()
    if not state.paused:
        raise Refused("clock_running", N_("The clock is not paused."), rule="ADTP.23")
    return _hold(state, _restart(replace(state, paused=False), at), at), changes


def give_recess(*, state: ClockState, minutes: int, at: datetime) -> Changed:
    """Stop the level for a recess of so many minutes, outside of the structure; then the level goes on by itself with the time
    that was left. A pause ends with it.

    Refusals: ``clock_not_started``, ``clock_finished``, ``bad_recess``, ``recess_already``, ``one_player_left``,
    ``clocks_stopped``.
    Rule: PT-T.45, ADTP.23
    """
    state, changes = _caught_up(state, at)
    if not SHORTEST_RECESS_MINUTES <= minutes <= LONGEST_RECESS_MINUTES:
        raise Refused(
            "bad_recess",
            N_("A break has between %(least)s and %(most)s minutes."),
            rule="PT-T.45",
            least=SHORTEST_RECESS_MINUTES,
            most=LONGEST_RECESS_MINUTES,
        )
    if isinstance(state.item, Recess):
        raise Refused(
            "recess_already",
            N_("It is a break already. Give it a minute more, or end it."),
            rule="PT-T.45",
        )
    if state.decided:
        raise _one_player_left()
    if state.frozen:
        raise Refused(
            "clocks_stopped",
            N_("All clocks of the house are stopped. Restart them first, then give the break."),
            rule="PT-H.72",
        )
    held = _stop(state, at)
    given = replace(
        held,
        paused=False,
        stood_us=_stood_us(state, at),
        stood_at=None,
        elapsed_us=0,
        extra_seconds=0,
        recess_seconds=minutes * 60,
        held_us=held.elapsed_us,
        held_extra_seconds=held.extra_seconds,
    )
    return _restart(given, at), changes


def end_recess(*, state: ClockState, at: datetime) -> Changed:
    """End a recess that was given: its level goes on now. One that the structure has ends with the next level.

    Refusals: ``clock_not_started``, ``clock_finished``, ``no_recess``.
    Rule: PT-T.45
    """
    state, changes = _caught_up(state, at)
    if state.recess_seconds is None:
        raise Refused(
            "no_recess",
            N_("No break is given that could end now. In a break of the structure, go to the next level."),
            rule="PT-T.45",
        )
    return _back_to_level(state, at), changes


def decide(*, state: ClockState, at: datetime) -> Changed:
    """Stand still: one player holds all chips, there is no hand to be played. Twice is once.

    Rule: PT-T.52
    """
    state, changes = catch_up(state=state, at=at)
    return _restart(replace(state, decided=True), at), changes


def play_on(*, state: ClockState, at: datetime) -> Changed:
    """Undo `decide`: the clock goes on with the time that was left; one that was paused before stays paused.

    Rule: PT-T.52
    """
    state, changes = catch_up(state=state, at=at)
    return _restart(replace(state, decided=False), at), changes


def freeze(*, state: ClockState, at: datetime) -> Changed:
    """Stand still because the whole venue does; a clock frozen already, or finished, stays as it is."""
    state, changes = catch_up(state=state, at=at)
    if state.frozen or state.finished_at is not None:
        return state, changes
    return _hold(state, replace(_stop(state, at), frozen=True), at), changes


def thaw(*, state: ClockState, at: datetime) -> Changed:
    """End the venue's standstill. A clock that was paused before stays paused."""
    state, changes = catch_up(state=state, at=at)
    if not state.frozen:
        return state, changes
    return _hold(state, _restart(replace(state, frozen=False), at), at), changes


def move_to_level(*, state: ClockState, index: int, at: datetime, elapsed_seconds: int = 0) -> Changed:
    """Go to an item of the structure, back or forward, with so much of it already used.

    Refusals: ``clock_not_started``, ``clock_finished``, ``no_such_level``, ``bad_time``.
    """
    state, changes = _caught_up(state, at)
    if not 0 <= index < len(state.structure.items):
        raise Refused(
            "no_such_level", N_("The structure has no level %(level)s."), rule="PT-T.45", level=index + 1
        )
    moved = _enter(state, index, at)
    if not 0 <= elapsed_seconds < duration_seconds(state=moved):
        raise bad_time()
    return replace(moved, elapsed_us=elapsed_seconds * _SECOND), changes


def add_time(*, state: ClockState, seconds: int, at: datetime, last_hand: bool = False) -> Changed:
    """Lengthen (or with a negative number shorten) the running item.

    last_hand: in a recess, what the last hands at the tables took of it is given back; it is given back once.

    Refusals: ``clock_not_started``, ``clock_finished``, ``bad_time`` for zero, for more than four hours, or
    for more than is left.
    """
    state, changes = _caught_up(state, at)
    if seconds == 0 or abs(seconds) > LONGEST_SECONDS:
        raise bad_time()
    if remaining_us(state=state, at=at) + seconds * _SECOND < 0:
        raise bad_time()
    if duration_seconds(state=state) + seconds > 2 * LONGEST_SECONDS:
        raise bad_time()
    back = seconds if last_hand and isinstance(state.item, Recess) else 0
    added = replace(state, extra_seconds=state.extra_seconds + seconds)
    return replace(added, recess_back_seconds=state.recess_back_seconds + back), changes


def advance(*, state: ClockState, at: datetime) -> Changed:
    """End the running item now and enter the next; its beginning is the last of the changes answered.

    Refusals: ``clock_not_started``, ``clock_finished``, ``last_level``.
    """
    state, changes = _caught_up(state, at)
    if state.is_last:
        raise Refused(
            "last_level", N_("This is the last level of the structure. Add levels first."), rule="PT-T.45"
        )
    state = _enter(state, state.index + 1, at)
    return state, (*changes, LevelChange(index=state.index, due_at=at))


def edit_structure(*, state: ClockState, structure: Structure, at: datetime) -> Changed:
    """Run on with another structure; the running item keeps its index and the time it has used.

    A running level made shorter than what was played of it ends within a second.

    Refusals: ``clock_finished``, ``level_is_played``, ``running_level_removed``. Validate the structure first.
    Rule: PT-T.45, PT-T.46
    """
    _not_finished(state)
    state, changes = catch_up(state=state, at=at)
    items = structure.items
    if items[: state.index] != state.structure.items[: state.index]:
        raise Refused(
            "level_is_played",
            N_(
                "What has been played stays as it was: only the level that runs and those after it can change."
            ),
            rule="PT-T.45",
        )
    running = state.structure.items[state.index]
    if state.index >= len(items) or isinstance(items[state.index], Recess) != isinstance(running, Recess):
        raise Refused(
            "running_level_removed",
            N_("The running level must stay in the structure. Move to another level first."),
            rule="PT-T.45",
        )

    def edit(state: ClockState) -> ClockState:
        edited = replace(state, structure=structure)
        over = _elapsed_us(edited, at) - duration_seconds(state=edited) * _SECOND
        if over > 0:  # shorter than what was played already: it ends now, not in the past
            edited = replace(edited, extra_seconds=edited.extra_seconds - (-over // _SECOND))
        return edited

    return _of_the_level(state, edit), changes


def call_short_handed(*, state: ClockState, seconds: int, at: datetime) -> Changed:
    """Return the director shortens the levels that follow; the running one keeps its length.

    Refusals: ``clock_not_started``, ``clock_finished``, ``bad_time``.
    Rule: SCPT.V
    """
    state, changes = _caught_up(state, at)
    if not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
        raise bad_time()

    def call(state: ClockState) -> ClockState:
        called = replace(state, short_handed_seconds=seconds, short_handed_from=state.index + 1)
        kept = duration_seconds(state=state) - duration_seconds(state=called)
        return replace(called, extra_seconds=called.extra_seconds + kept)

    return _of_the_level(state, call), changes


def finish(*, state: ClockState, at: datetime) -> Changed:
    """End the clock of a tournament that is over: it stands for good.

    Refusals: ``clock_not_started``, ``clock_finished``.
    """
    state, changes = _caught_up(state, at)
    stood = _stop(state, at) if state.recess_seconds is None else _level_held(state)
    return replace(stood, finished_at=at), changes


def reopen(*, state: ClockState, at: datetime) -> Changed:  # noqa: ARG001 - every change takes `at`
    """Undo `finish`: the clock is paused with the time that was left; since the end it stood.

    Refusals: ``clock_running`` when it was not finished.
    """
    if state.finished_at is None:
        raise Refused("clock_running", N_("The clock is not paused."), rule="ADTP.23")
    stood_at = state.stood_at or state.finished_at
    return replace(state, finished_at=None, paused=True, stood_at=stood_at), ()


def _caught_up(state: ClockState, at: datetime) -> Changed:
    if state.started_at is None:
        raise Refused(
            "clock_not_started", N_("The clock has not been started. Start it first."), rule="ADTP.23"
        )
    _not_finished(state)
    return catch_up(state=state, at=at)


def _not_finished(state: ClockState) -> None:
    if state.finished_at is not None:
        raise Refused("clock_finished", N_("The tournament is over; its clock stands."), rule="PT-T.52")


def _one_player_left() -> Refused:
    return Refused(
        "one_player_left",
        N_(
            "One player is left: there is no hand to be played. Finish the tournament, or undo the elimination."
        ),
        rule="PT-T.52",
    )


def bad_time() -> Refused:
    """Return the refusal of a time that does not fit."""
    return Refused(
        "bad_time",
        N_("This time does not fit the level. Give whole seconds within its length."),
        rule="ADTP.23",
    )


def begin_hand_for_hand(
    *, state: ClockState, at: datetime, policies: Policies, charge: HandCharge | None = None
) -> Changed:
    """Play hand for hand: where a hand costs level time the clock stands, elsewhere it runs on.

    charge: what the director says a hand costs this time; None as the rule set has it.
    Refusals: ``clock_not_started``, ``clock_finished``.
    Rule: PT-T.49, CASES h4h-1, REGULATIONS 11
    """
    state, changes = _caught_up(state, at)
    by_time = (charge or policies.hand_for_hand_charge) is HandCharge.REAL_TIME
    if state.hand_for_hand or (not by_time and policies.hand_for_hand_cost_seconds is None):
        return state, changes
    return _restart(replace(state, hand_for_hand=True, hand_at=at if by_time else None), at), changes


def charge_hand(*, state: ClockState, at: datetime, policies: Policies) -> Changed:
    """Finish one hand of hand-for-hand at every table: take its cost off the level, the fixed one or the
    time it took up to the most that a hand may cost; while the clock is paused or frozen it takes none.

    When the level is used up the next item begins now; what the hand cost beyond it is taken off a next
    level that is longer than that, not off a recess: no hand ends two levels. In a rule set without a cost, outside
    hand-for-hand, and in a recess - also one that is given, while its level stands - nothing changes.

    Refusals: ``clock_not_started``, ``clock_finished``.
    Rule: PT-T.49, CASES h4h-1, REGULATIONS 11
    """
    state, changes = _caught_up(state, at)
    if isinstance(state.item, Recess):
        return state, changes
    cost = policies.hand_for_hand_cost_seconds
    if state.hand_at is not None:
        cost = min(_hand_us(state, at) // _SECOND, policies.hand_for_hand_most_seconds)
        state = replace(state, hand_at=at, hand_us=0)
    if cost is None or not state.hand_for_hand:
        return state, changes
    used = state.elapsed_us + cost * _SECOND
    over = used - duration_seconds(state=state) * _SECOND
    if over < 0 or state.is_last:
        return replace(state, elapsed_us=used), changes
    following = state.index + 1
    fits = over < duration_seconds(state=state, index=following) * _SECOND
    carried = over if fits and isinstance(state.structure.items[following], Level) else 0
    state = _enter(state, following, at, elapsed_us=carried)
    return state, (*changes, LevelChange(index=state.index, due_at=at))


def end_hand_for_hand(*, state: ClockState, at: datetime) -> Changed:
    """Let time pass again.

    Refusals: ``clock_not_started``, ``clock_finished``.
    Rule: PT-T.49
    """
    state, changes = _caught_up(state, at)
    return _restart(replace(state, hand_for_hand=False, hand_at=None, hand_us=0), at), changes


def _iso(instant: datetime | None) -> str | None:
    return None if instant is None else instant.isoformat()
