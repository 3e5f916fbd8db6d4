"""A tournament clock that waits for the hour from which the machine's clock was set back goes on with what it had left."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import clock
from rules.clock import ClockState, LevelChange
from rules.clock_at_tables import level_in_force, timed_end_at
from rules.clock_set_right import AHEAD, set_right, stands_until
from rules.policies import HandCharge
from rules.policies.adtp import ADTP
from rules.refusals import Refused
from tests.rules.test_clock import FOUR, T0, after, running, seconds_left

pytestmark = pytest.mark.rule("ADTP.23", "PT-T.45")


def right(state: ClockState, *, at: float, seen: float | None = None) -> ClockState:
    seen_at = None if seen is None else after(seen)
    return set_right(state=state, at=after(at), seen_at=seen_at)[0]


@pytest.mark.parametrize("back", [61, 600, 86_400])
def test_the_level_has_what_it_had_left_when_the_house_last_saw_it_run(back: int) -> None:
    state = running()
    now = after(-back)
    assert stands_until(state=state, at=now) == T0 and seconds_left(state, now) == 600
    # nothing was recorded since it began to run; then something was
    for seen, left in ((None, 600), (-5, 600), (150, 450), (599, 1)):
        went_on = right(state, at=-back, seen=seen)
        assert seconds_left(went_on, now) == left, seen
        assert seconds_left(went_on, now + timedelta(seconds=1)) == left - 1 or left == 1, seen
        assert clock.deadline(state=went_on) == now + timedelta(seconds=left), seen
        assert (went_on.index, went_on.extra_seconds) == (0, 0)
        # the set end of a timed tournament is as far as it was when the level was seen to run
        ends = timed_end_at(state=went_on, length_minutes=30)
        assert ends == now + timedelta(seconds=1_200 + left), seen
        assert went_on.entered_at == now and stands_until(state=went_on, at=now) is None
        assert clock.state_from_dict(structure=FOUR, values=went_on.as_dict()) == went_on


def test_of_a_level_that_was_to_be_over_by_then_nothing_is_left_and_no_other_is_passed_over() -> None:
    went_on, changes = set_right(state=running(), at=after(-600), seen_at=after(5_000))
    assert changes == (LevelChange(index=1, due_at=after(600)),)
    assert (went_on.index, clock.deadline(state=went_on)) == (1, after(0))
    # the last level does not end
    last = clock.move_to_level(state=running(), index=4, at=T0)[0]
    went_on, changes = set_right(state=last, at=after(-600), seen_at=after(300))
    assert changes == () and seconds_left(went_on, after(-600)) == 600


def test_what_was_paused_and_added_before_counts() -> None:
    state = clock.add_time(state=running(), seconds=60, at=after(10))[0]
    state = clock.pause(state=state, at=after(100))[0]
    state = clock.resume(state=state, at=after(400))[0]
    went_on = right(state, at=-300, seen=450)
    assert seconds_left(went_on, after(-300)) == 600 + 60 - 100 - 50
    # for how long it stood by somebody's word, less the way back of the clock
    assert went_on.stood_us == 300_000_000 - 750_000_000
    assert timed_end_at(state=went_on, length_minutes=60) == after(-300 + 3_600 + 300 - 450)
    # the level began before the step, and does so still
    assert right(state, at=300, seen=450).entered_at == T0


def test_a_recess_that_is_given_goes_on_and_its_level_after_it() -> None:
    state = clock.give_recess(state=running(), minutes=15, at=after(200))[0]
    went_on = right(state, at=-300, seen=260)
    assert clock.deadline(state=went_on) == after(-300 + 840)
    level = clock.catch_up(state=went_on, at=after(540))[0]
    assert (level.recess_seconds, level.index, clock.deadline(state=level)) == (None, 0, after(940))


@pytest.mark.rule("PT-T.49")
def test_of_a_hand_that_costs_what_it_takes_the_time_until_then_counts() -> None:
    state = clock.begin_hand_for_hand(
        state=running(), at=after(60), policies=ADTP, charge=HandCharge.REAL_TIME
    )[0]
    # hand for hand no time passes: nothing waits
    assert stands_until(state=state, at=after(-600)) is None
    # in a recess it does, and the hand after it begins with its end
    recess = clock.move_to_level(state=state, index=2, at=after(100))[0]
    assert clock.deadline(state=right(recess, at=-600, seen=160)) == after(-600 + 240)


def test_a_hand_that_begins_now_is_one_of_the_level_that_runs() -> None:
    state = clock.catch_up(state=running(), at=after(600))[0]
    assert level_in_force(state=state, hand_started_at=after(500)).big_blind == 100
    went_on = right(state, at=500, seen=700)
    assert (went_on.index, seconds_left(went_on, after(500))) == (1, 500)
    assert level_in_force(state=went_on, hand_started_at=after(500)).big_blind == 200


@pytest.mark.parametrize("ahead", [timedelta(0), timedelta(seconds=5), AHEAD])
def test_machines_that_differ_by_a_little_set_nothing_back(ahead: timedelta) -> None:
    assert stands_until(state=running(), at=T0 - ahead) is None
    with pytest.raises(Refused) as no:
        set_right(state=running(), at=T0 - ahead, seen_at=None)
    assert (no.value.code, no.value.rule) == ("clock_is_right", "ADTP.23")


def test_a_clock_that_stands_by_somebodys_word_waits_for_no_hour() -> None:
    state = running()
    stands = (
        ClockState(structure=FOUR),
        clock.pause(state=state, at=T0)[0],
        clock.freeze(state=state, at=T0)[0],
        clock.decide(state=state, at=T0)[0],
        clock.finish(state=state, at=T0)[0],
        replace(state, anchor_at=None, paused=True),
    )
    for one in stands:
        assert stands_until(state=one, at=after(-86_400)) is None
        with pytest.raises(Refused, match="clock_is_right"):
            set_right(state=one, at=after(-86_400), seen_at=None)


@given(back=st.integers(61, 3 * 86_400), used=st.integers(0, 500), seen=st.integers(0, 90_000))
def test_no_level_has_more_than_it_had_and_none_less_than_nothing(back: int, used: int, seen: int) -> None:
    state = clock.pause(state=running(), at=after(used))[0]
    state = clock.resume(state=state, at=after(used))[0]
    now = after(used - back)
    went_on, changes = set_right(state=state, at=now, seen_at=after(seen))
    assert went_on.index == len(changes) <= 1
    left = seconds_left(went_on, now)
    assert left == (600 if changes else 600 - max(used, seen))
    assert clock.deadline(state=went_on) == now + timedelta(seconds=left)
