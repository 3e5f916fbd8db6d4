"""A recess that the director gives within a level: outside of the structure, and the level goes on by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from rules import clock, clock_at_tables
from rules.clock import ClockState, LevelChange
from rules.clock_shown import ClockWord, word_of
from rules.levels import Recess
from rules.policies import HandCharge
from rules.policies.adtp import ADTP
from rules.refusals import Refused
from tests.rules.test_clock import FOUR, after, level, running, seconds_left


def recess_at(seconds: float, *, minutes: int = 15, state: ClockState | None = None) -> ClockState:
    return clock.give_recess(state=state or running(), minutes=minutes, at=after(seconds))[0]


@pytest.mark.rule("PT-T.45", "ADTP.23")
def test_a_recess_is_given_within_a_level_which_goes_on_by_itself() -> None:
    state = recess_at(200)
    assert clock.deadline(state=state) == after(1100) and isinstance(state.item, Recess)
    assert word_of(state=state) is ClockWord.RUNNING
    assert (state.index, seconds_left(state, after(300)), seconds_left(state, after(1100))) == (0, 800, 400)
    # the end of it is no new level, however late it is noticed; the level that follows begins at its own deadline
    over, changes = clock.catch_up(state=state, at=after(1499))
    assert changes == () and clock.deadline(state=over) == after(1500)
    _, changes = clock.catch_up(state=state, at=after(1600))
    assert changes == (LevelChange(index=1, due_at=after(1500)),)
    ended, changes = clock.end_recess(state=state, at=after(260))
    assert changes == () and clock.deadline(state=ended) == after(660)
    assert clock.state_from_dict(structure=FOUR, values=state.as_dict()) == state


@pytest.mark.rule("PT-T.45")
def test_what_is_done_to_a_clock_in_a_recess_is_done_to_the_recess_or_to_its_level() -> None:
    state = recess_at(200)
    longer = clock.add_time(state=state, seconds=60, at=after(250))[0]
    assert (clock.deadline(state=longer), seconds_left(longer, after(1160))) == (after(1160), 400)
    stood = clock.pause(state=state, at=after(300))[0]
    assert clock.deadline(state=stood) is None and seconds_left(stood, after(5000)) == 800
    on = clock.resume(state=stood, at=after(400))[0]
    assert (clock.deadline(state=on), seconds_left(on, after(1200))) == (after(1200), 400)
    thawed = clock.thaw(state=clock.freeze(state=state, at=after(300))[0], at=after(400))[0]
    assert thawed == on
    moved = clock.move_to_level(state=state, index=1, at=after(300))[0]
    assert (moved.recess_seconds, clock.deadline(state=moved)) == (None, after(900))
    shorter = replace(FOUR, items=(level(100, 300), *FOUR.items[1:]))
    edited = clock.edit_structure(state=state, structure=shorter, at=after(300))[0]
    assert (clock.deadline(state=edited), seconds_left(edited, after(1100))) == (after(1100), 100)
    called = clock.call_short_handed(state=state, seconds=120, at=after(300))[0]
    assert (clock.deadline(state=called), seconds_left(called, after(1100))) == (after(1100), 400)
    assert seconds_left(called, after(1501)) == 119
    # a tournament that is over stands in its level; one that is decided goes on with the recess
    over = clock.finish(state=state, at=after(300))[0]
    assert (over.recess_seconds, seconds_left(over, after(900))) == (None, 400)
    again = clock.play_on(state=clock.decide(state=state, at=after(300))[0], at=after(400))[0]
    assert clock.deadline(state=again) == after(1200)


@pytest.mark.rule("PT-T.45", "ADTP.23")
def test_a_pause_ends_with_the_recess_that_is_given() -> None:
    paused = clock.pause(state=running(), at=after(100))[0]
    state = recess_at(500, state=paused, minutes=1)
    assert (clock.deadline(state=state), seconds_left(state, after(560))) == (after(560), 500)


@pytest.mark.rule("PT-T.45", "PT-T.52", "PT-H.72")
def test_when_no_recess_can_be_given_or_ended() -> None:
    decided = clock.decide(state=running(), at=after(1))[0]
    frozen = clock.freeze(state=running(), at=after(1))[0]
    for state, minutes, code in (
        (running(), 0, "bad_recess"),
        (running(), 121, "bad_recess"),
        (running(), -5, "bad_recess"),
        (recess_at(5, minutes=60), 15, "recess_already"),
        (clock.catch_up(state=running(), at=after(1210))[0], 15, "recess_already"),
        (decided, 15, "one_player_left"),
        (frozen, 15, "clocks_stopped"),
        (ClockState(structure=FOUR), 15, "clock_not_started"),
        (clock.finish(state=running(), at=after(1))[0], 15, "clock_finished"),
    ):
        with pytest.raises(Refused) as refusal:
            clock.give_recess(state=state, minutes=minutes, at=after(1210))
        assert refusal.value.code == code
    for state in (running(), recess_at(5, minutes=1), clock.catch_up(state=running(), at=after(1210))[0]):
        with pytest.raises(Refused) as refusal:
            clock.end_recess(state=state, at=after(1210))
        assert refusal.value.code == "no_recess"
    assert recess_at(0, minutes=120).recess_seconds == 7200


@pytest.mark.rule("PT-T.49", "PT-T.45")
def test_a_hand_of_hand_for_hand_that_ends_in_a_recess_costs_the_level_nothing() -> None:
    began = clock.begin_hand_for_hand(state=running(), at=after(100), policies=ADTP)[0]
    state = recess_at(200, state=began)
    assert clock.deadline(state=state) == after(1100)
    # what was told when the recess began still holds: the level stands with what was left
    assert clock.charge_hand(state=state, at=after(230), policies=ADTP) == (state, ())
    over, changes = clock.catch_up(state=state, at=after(2000))
    assert changes == () and clock.deadline(state=over) is None and over.hand_for_hand
    assert seconds_left(over, after(3000)) == 500
    # where a hand costs what it takes, no recess is part of one: neither a given one nor one of the structure
    by_time = clock.begin_hand_for_hand(
        state=running(), at=after(100), policies=ADTP, charge=HandCharge.REAL_TIME
    )[0]
    over = clock.catch_up(state=recess_at(110, state=by_time), at=after(1010))[0]
    done = clock.charge_hand(state=over, at=after(1040), policies=ADTP)[0]
    assert seconds_left(done, after(1040)) == 470
    coming = clock.move_to_level(state=by_time, index=1, elapsed_seconds=570, at=after(150))[0]
    recess = clock.charge_hand(state=coming, at=after(200), policies=ADTP)[0]
    assert (recess.index, clock.deadline(state=recess)) == (2, after(500))
    done = clock.charge_hand(state=recess, at=after(540), policies=ADTP)[0]
    assert (done.index, seconds_left(done, after(540))) == (3, 860)


@pytest.mark.rule("PT-T.45")
def test_how_much_later_than_planned_it_is() -> None:
    later = clock_at_tables.later_than_planned
    assert later(state=running()) == later(state=ClockState(structure=FOUR)) == timedelta(0)
    given = recess_at(200)
    over = clock.catch_up(state=given, at=after(1600))[0]
    assert later(state=given) == later(state=over) == timedelta(minutes=15)
    early = clock.end_recess(state=given, at=after(260))[0]
    assert later(state=early) == timedelta(seconds=60)
    ahead = clock.move_to_level(state=running(), index=1, at=after(100))[0]
    assert later(state=ahead) == timedelta(seconds=-500)
