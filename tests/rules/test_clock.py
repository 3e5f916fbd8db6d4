"""The clock is a function of its anchors."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import called_clock, clock, clock_at_tables
from rules.called_clock import Stop, TimeOutcome
from rules.clock import ClockState, LevelChange
from rules.clock_shown import ClockWord, Shown, shown_at, word_of
from rules.levels import Level, Recess, Structure
from rules.policies import HandCharge
from rules.policies.adtp import ADTP
from rules.policies.pt_online import PT_ONLINE
from rules.policies.scpt import SCPT
from rules.refusals import Refused
from rules.rulings import rule
from rules.structures import SCPT_MAIN

T0 = datetime(2024, 8, 3, 14, 0, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return T0 + timedelta(seconds=seconds)


def level(big: int, seconds: int) -> Level:
    return Level(small_blind=big // 2, big_blind=big, seconds=seconds)


# 0: level 1 (600) · 1: level 2 (600) · 2: recess (300) · 3: level 3 (900) · 4: level 4 (900)
FOUR = Structure(
    starting_stack=10_000,
    items=(level(100, 600), level(200, 600), Recess(seconds=300), level(400, 900), level(800, 900)),
    late_registration_levels=2,
    late_registration_through_recess=True,
)


def running(structure: Structure = FOUR) -> ClockState:
    return clock.start(state=ClockState(structure=structure), at=T0)[0]


def seconds_left(state: ClockState, at: datetime) -> int:
    return -(-shown_at(state=state, at=at).remaining_ms // 1000)


def test_the_first_level_counts_down() -> None:
    assert word_of(state=running()) is ClockWord.RUNNING
    assert shown_at(state=running(), at=after(90.5)) == Shown(
        index=0,
        remaining_ms=509_500,
        next_index=1,
        following_index=1,
        recess_in_ms=509_500 + 600_000,
        late_registration_in_ms=509_500 + 900_000,
        late_registration_level=2,
        over=False,
        recess_seconds=None,
    )
    assert clock.deadline(state=running()) == after(600)
    assert clock.late_registration_open(state=running(), at=after(90.5))


def test_before_the_start() -> None:
    waiting = ClockState(structure=FOUR)
    assert (word_of(state=waiting), clock.deadline(state=waiting)) == (ClockWord.NOT_STARTED, None)
    assert seconds_left(waiting, T0) == 600
    assert clock.late_registration_open(state=waiting, at=T0)
    closed = replace(FOUR, late_registration_levels=None)
    assert clock.late_registration_open(state=ClockState(structure=closed), at=T0)
    assert not clock.late_registration_open(state=running(closed), at=T0)


@pytest.mark.rule("SCPT.H")
def test_late_registration_closes_with_its_recess() -> None:
    assert clock.late_registration_open(state=running(), at=after(1499.9))
    assert not clock.late_registration_open(state=running(), at=after(1500))
    through_level = running(replace(FOUR, late_registration_through_recess=False))
    assert clock.late_registration_open(state=through_level, at=after(1199))
    assert not clock.late_registration_open(state=through_level, at=after(1200))
    assert shown_at(state=running(), at=after(1500)).late_registration_in_ms is None


def test_a_late_sweep_catches_up_from_the_deadlines() -> None:
    state, changes = clock.catch_up(state=running(), at=after(1600))
    assert changes == (
        LevelChange(index=1, due_at=after(600)),
        LevelChange(index=2, due_at=after(1200)),
        LevelChange(index=3, due_at=after(1500)),
    )
    assert clock.deadline(state=state) == after(2400)
    assert seconds_left(state, after(1600)) == 800
    assert clock.catch_up(state=state, at=after(1600)) == (state, ())


def test_the_last_level_does_not_end() -> None:
    state, changes = clock.catch_up(state=running(), at=after(100_000))
    assert (state.index, len(changes), clock.deadline(state=state)) == (4, 4, None)
    now = shown_at(state=state, at=after(100_000))
    assert (now.remaining_ms, now.following_index, now.over) == (0, None, True)
    with pytest.raises(Refused) as refusal:
        clock.advance(state=state, at=after(100_000))
    assert refusal.value.code == "last_level"


def test_the_words_of_a_recess_and_an_end() -> None:
    resting, _ = clock.catch_up(state=running(), at=after(1250))
    assert (word_of(state=resting), resting.item) == (ClockWord.RUNNING, Recess(seconds=300))
    now = shown_at(state=running(), at=after(1250))
    assert (now.index, now.remaining_ms, now.next_index) == (2, 250_000, 3)
    done, _ = clock.finish(state=running(), at=after(10))
    assert word_of(state=done) is ClockWord.FINISHED
    assert seconds_left(done, after(9999)) == 590
    again, _ = clock.reopen(state=done, at=after(50))
    assert word_of(state=again) is ClockWord.PAUSED


def test_a_pause_keeps_the_time_that_was_left() -> None:
    paused, _ = clock.pause(state=running(), at=after(100))
    assert (word_of(state=paused), clock.deadline(state=paused)) == (ClockWord.PAUSED, None)
    assert seconds_left(paused, after(5000)) == 500
    resumed, _ = clock.resume(state=paused, at=after(5000))
    assert clock.deadline(state=resumed) == after(5500)


def test_a_pause_that_comes_after_the_deadline_reports_the_level() -> None:
    paused, changes = clock.pause(state=running(), at=after(601))
    assert changes == (LevelChange(index=1, due_at=after(600)),)
    assert seconds_left(paused, after(9000)) == 599


def test_a_venue_freeze_and_a_pause_are_two_reasons() -> None:
    paused, _ = clock.pause(state=running(), at=after(100))
    frozen, _ = clock.freeze(state=paused, at=after(110))
    assert word_of(state=frozen) is ClockWord.FROZEN
    thawed, _ = clock.thaw(state=frozen, at=after(200))
    assert word_of(state=thawed) is ClockWord.PAUSED
    running_again, _ = clock.resume(state=thawed, at=after(300))
    assert clock.deadline(state=running_again) == after(800)
    frozen, _ = clock.freeze(state=running(), at=after(100))
    assert clock.freeze(state=frozen, at=after(150)) == (frozen, ())
    thawed, _ = clock.thaw(state=frozen, at=after(1100))
    assert clock.deadline(state=thawed) == after(1600)
    assert clock.thaw(state=thawed, at=after(1100)) == (thawed, ())
    # a tournament started during the freeze stands until the thaw
    waiting, _ = clock.freeze(state=ClockState(structure=FOUR), at=T0)
    waiting, _ = clock.start(state=waiting, at=after(5))
    assert clock.deadline(state=waiting) is None
    assert clock.deadline(state=clock.thaw(state=waiting, at=after(10))[0]) == after(610)


def test_moving_to_a_level_back_and_forward() -> None:
    moved, _ = clock.move_to_level(state=running(), index=3, at=after(50))
    assert seconds_left(moved, after(60)) == 890
    back, _ = clock.move_to_level(state=moved, index=0, at=after(70), elapsed_seconds=580)
    assert clock.deadline(state=back) == after(90)
    paused, _ = clock.pause(state=moved, at=after(60))
    still, _ = clock.move_to_level(state=paused, index=1, at=after(80))
    assert seconds_left(still, after(1000)) == 600
    for bad in (-1, 5):
        with pytest.raises(Refused) as refusal:
            clock.move_to_level(state=moved, index=bad, at=after(70))
        assert refusal.value.code == "no_such_level"


def test_adding_and_taking_time() -> None:
    longer, _ = clock.add_time(state=running(), seconds=120, at=after(100))
    assert clock.deadline(state=longer) == after(720)
    shorter, _ = clock.add_time(state=longer, seconds=-620, at=after(100))
    state, changes = clock.catch_up(state=shorter, at=after(100))
    assert changes == (LevelChange(index=1, due_at=after(100)),)
    assert clock.deadline(state=state) == after(700)  # the next level has its own length
    for bad in (0, -501, 14_401):
        with pytest.raises(Refused) as refusal:
            clock.add_time(state=running(), seconds=bad, at=after(100))
        assert refusal.value.code == "bad_time"


def test_ending_a_level_now() -> None:
    state, changes = clock.advance(state=running(), at=after(650))
    assert changes == (LevelChange(index=1, due_at=after(600)), LevelChange(index=2, due_at=after(650)))
    assert clock.deadline(state=state) == after(950)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (clock.start, "clock_started"),
        (clock.resume, "clock_running"),
    ],
)
def test_changes_that_make_no_sense(act: Callable[..., Any], code: str) -> None:
    with pytest.raises(Refused) as refusal:
        act(state=running(), at=after(5))
    assert refusal.value.code == code


def test_a_clock_not_started_or_finished_refuses() -> None:
    fresh = ClockState(structure=FOUR)
    done, _ = clock.finish(state=running(), at=after(10))
    for act in (clock.pause, clock.resume, clock.advance, clock.finish):
        with pytest.raises(Refused) as refusal:
            act(state=fresh, at=T0)
        assert refusal.value.code == "clock_not_started"
        with pytest.raises(Refused) as refusal:
            act(state=done, at=after(20))
        assert refusal.value.code == "clock_finished"
    paused, _ = clock.pause(state=running(), at=after(5))
    with pytest.raises(Refused) as refusal:
        clock.pause(state=paused, at=after(6))
    assert refusal.value.code == "clock_paused"


@pytest.mark.rule("PT-T.45", "PT-T.46")
def test_the_running_level_can_be_edited() -> None:
    items = list(FOUR.items)
    items[0] = level(100, 1200)
    edited, _ = clock.edit_structure(
        state=running(), structure=replace(FOUR, items=tuple(items)), at=after(100)
    )
    assert clock.deadline(state=edited) == after(1200)
    items[0] = level(100, 60)
    shortened, changes = clock.edit_structure(
        state=running(), structure=replace(FOUR, items=tuple(items)), at=after(99.5)
    )
    assert (clock.deadline(state=shortened), changes) == (after(100), ())
    second, _ = clock.catch_up(state=running(), at=after(700))
    with pytest.raises(Refused) as refusal:
        clock.edit_structure(state=second, structure=replace(FOUR, items=FOUR.items[:1]), at=after(700))
    assert refusal.value.code == "running_level_removed"


@pytest.mark.rule("ADTP.23", "REGULATIONS 4.2")
def test_a_new_level_applies_from_the_next_hand() -> None:
    state, _ = clock.catch_up(state=running(), at=after(601))
    assert clock_at_tables.level_in_force(state=state, hand_started_at=after(599)).big_blind == 100
    assert clock_at_tables.level_in_force(state=state, hand_started_at=after(600)).big_blind == 200
    after_recess, _ = clock.catch_up(state=running(), at=after(1501))
    assert clock_at_tables.level_in_force(state=after_recess, hand_started_at=after(1190)).big_blind == 200
    assert clock_at_tables.level_in_force(state=after_recess, hand_started_at=after(1501)).big_blind == 400


@pytest.mark.rule("h4h-1", "PT-T.49")
def test_each_hand_costs_two_minutes_of_level_time() -> None:
    state, _ = clock.begin_hand_for_hand(state=running(), at=T0, policies=ADTP)
    left = []
    for hand in range(1, 4):
        state, changes = clock.charge_hand(state=state, at=after(hand * 400), policies=ADTP)
        left.append(seconds_left(state, after(hand * 400 + 300)))
        assert changes == ()
        assert word_of(state=state) is ClockWord.HAND_FOR_HAND
    assert left == [480, 360, 240]
    ended, _ = clock.end_hand_for_hand(state=state, at=after(2000))
    assert clock.deadline(state=ended) == after(2240)


@pytest.mark.rule("h4h-1", "ADTP.P16", "REGULATIONS 11")
def test_a_hand_may_cost_the_time_it_takes_up_to_three_minutes() -> None:
    by_time = ADTP.vary(rule_set="by_time", hand_for_hand_charge=HandCharge.REAL_TIME)
    for policies, charge in (
        (by_time, None),
        (ADTP, HandCharge.REAL_TIME),
        (PT_ONLINE, HandCharge.REAL_TIME),
    ):
        state, _ = clock.begin_hand_for_hand(state=running(), at=T0, policies=policies, charge=charge)
        state = clock.state_from_dict(structure=state.structure, values=state.as_dict())
        left = []
        for end in (70, 70 + 180, 70 + 180 + 181):
            state, _ = clock.charge_hand(state=state, at=after(end), policies=policies)
            left.append(seconds_left(state, after(end)))
        assert left == [530, 350, 170]
        ended, _ = clock.end_hand_for_hand(state=state, at=after(500))
        assert clock.deadline(state=ended) == after(670)
        assert ended.hand_at is None
    # what was begun before there was a choice is read as it was
    old, _ = clock.begin_hand_for_hand(state=running(), at=T0, policies=ADTP)
    values = {name: value for name, value in old.as_dict().items() if name != "hand_at"}
    assert clock.state_from_dict(structure=old.structure, values=values) == old


@pytest.mark.rule("h4h-1")
def test_a_hand_may_use_up_the_level() -> None:
    state, _ = clock.begin_hand_for_hand(state=running(), at=after(540), policies=ADTP)
    state, changes = clock.charge_hand(state=state, at=after(700), policies=ADTP)
    assert changes == (LevelChange(index=1, due_at=after(700)),)
    assert seconds_left(state, after(9999)) == 540  # one minute carried over
    for hand in range(5):
        state, changes = clock.charge_hand(state=state, at=after(1000 + hand), policies=ADTP)
    assert changes == (LevelChange(index=2, due_at=after(1004)),)
    # a recess takes its real time, and the level after it stands again
    assert clock.deadline(state=state) == after(1304)
    state, changes = clock.catch_up(state=state, at=after(2000))
    assert changes == (LevelChange(index=3, due_at=after(1304)),)
    assert clock.deadline(state=state) is None
    assert seconds_left(state, after(2000)) == 900


@pytest.mark.rule("h4h-1")
def test_a_hand_that_costs_more_than_a_level_ends_one_level_and_no_second() -> None:
    short = Structure(starting_stack=10_000, items=tuple(level(100 * n, 45) for n in range(1, 5)))
    state = clock.start(state=ClockState(structure=short), at=T0)[0]
    state = clock.begin_hand_for_hand(state=state, at=after(30), policies=ADTP)[0]
    assert clock_at_tables.level_shorter_than_a_hand(state=state, policies=ADTP) == 45
    for hand in (1, 2, 3):
        state, changes = clock.charge_hand(state=state, at=after(60 * hand), policies=ADTP)
        assert changes == (LevelChange(index=hand, due_at=after(60 * hand)),)
        assert seconds_left(state, after(60 * hand)) == 45
    # the last level does not end
    assert clock_at_tables.level_shorter_than_a_hand(state=state, policies=ADTP) is None
    assert clock_at_tables.level_shorter_than_a_hand(state=running(), policies=ADTP) is None
    assert clock_at_tables.level_shorter_than_a_hand(state=state, policies=PT_ONLINE) is None


@pytest.mark.rule("PT-T.49")
def test_where_a_hand_costs_nothing_the_clock_runs_on() -> None:
    state, _ = clock.begin_hand_for_hand(state=running(), at=after(10), policies=PT_ONLINE)
    state, _ = clock.charge_hand(state=state, at=after(20), policies=PT_ONLINE)
    assert clock.deadline(state=state) == after(600)


@pytest.mark.rule("SCPT.V")
def test_short_handed_levels_begin_with_the_next() -> None:
    state, _ = clock.call_short_handed(state=running(), seconds=300, at=after(550))
    assert clock.deadline(state=state) == after(600)
    state, _ = clock.catch_up(state=state, at=after(600))
    assert clock.deadline(state=state) == after(900)
    state, _ = clock.catch_up(state=state, at=after(1200))
    assert (state.index, clock.deadline(state=state)) == (3, after(1500))  # the recess kept its length
    again, _ = clock.call_short_handed(state=state, seconds=120, at=after(1300))
    assert clock.deadline(state=again) == after(1500)  # the running level keeps its length, twice called


def test_state_survives_json() -> None:
    state, _ = clock.pause(state=running(SCPT_MAIN), at=after(7777.123456))
    back = clock.state_from_dict(structure=SCPT_MAIN, values=json.loads(json.dumps(state.as_dict())))
    assert back == state


steps = st.lists(
    st.tuples(
        st.sampled_from(["catch_up", "pause", "resume", "freeze", "thaw", "look", "longer"]),
        st.integers(0, 400_000_000),
    ),
    max_size=25,
)


@settings(max_examples=120, deadline=None)
@given(steps)
def test_no_sweep_no_pause_and_no_look_loses_or_makes_time(actions: list[tuple[str, int]]) -> None:
    """However often it is looked at, swept or stopped, playing time adds up to the microsecond."""
    state = running()
    lazy = state  # the same history, never swept in between
    at = T0
    played = timedelta()
    added = 0
    seen: list[LevelChange] = []
    for name, wait in actions:
        step = timedelta(microseconds=wait)
        if not state.paused and not state.frozen:
            played += step
        at += step
        if name == "look":
            assert shown_at(state=state, at=at) == shown_at(state=lazy, at=at)
            continue
        if name == "longer":
            if clock.catch_up(state=state, at=at)[0].index == 4:
                continue
            kwargs: dict[str, Any] = {"seconds": 60}
            added += 60
            act: Callable[..., clock.Changed] = clock.add_time
        else:
            kwargs = {}
            act = getattr(clock, name)
        try:
            state, changes = act(state=state, at=at, **kwargs)
        except Refused:
            continue
        seen.extend(changes)
        if name != "catch_up":
            lazy, _ = act(state=lazy, at=at, **kwargs)
        assert clock.catch_up(state=lazy, at=at)[0] == clock.catch_up(state=state, at=at)[0]
    state, changes = clock.catch_up(state=state, at=at)
    seen.extend(changes)
    assert [c.index for c in seen] == list(range(1, state.index + 1))
    if state.index < 4:
        before = sum(i.seconds for i in FOUR.items[: state.index])
        total = timedelta(seconds=before + added + FOUR.items[state.index].seconds)
        left = timedelta(microseconds=clock.remaining_us(state=state, at=at))
        assert played + left == total


# ------------------------------------------------------------------------------------------------ other clocks


@pytest.mark.rule("ADTP.29", "REGULATIONS 4.5")
def test_a_called_clock_has_25_seconds_and_a_countdown_of_five() -> None:
    early = called_clock.called_clock(called_at=T0, at=after(10), policies=ADTP)
    assert (early.remaining_seconds, early.countdown, early.expired) == (20, False, False)
    late = called_clock.called_clock(called_at=T0, at=after(25), policies=ADTP)
    assert (late.remaining_seconds, late.countdown, late.expired) == (5, True, False)
    assert not called_clock.called_clock(called_at=T0, at=after(30), policies=ADTP).expired
    assert called_clock.called_clock(called_at=T0, at=after(30.001), policies=ADTP).expired


@pytest.mark.rule("ADTP.29", "SCPT.T", "PT-T.42", "PT-T.43")
@pytest.mark.parametrize(
    ("acted", "facing", "expected"),
    [
        (29.9, True, TimeOutcome.IN_TIME),
        (30.0, True, TimeOutcome.IN_TIME),  # a tie goes to the player
        (30.1, True, TimeOutcome.FOLD),
        (None, True, TimeOutcome.FOLD),
        (None, False, TimeOutcome.CHECK),
    ],
)
def test_what_expiry_means(acted: float | None, facing: bool, expected: TimeOutcome) -> None:
    acted_at = None if acted is None else after(acted)
    outcome = called_clock.time_outcome(ends_at=after(30), acted_at=acted_at, facing_a_bet=facing)
    assert outcome is expected
    # online who let the time pass is away from then on; live nobody is
    assert called_clock.goes_away(outcome=outcome, policies=PT_ONLINE) == (
        expected is not TimeOutcome.IN_TIME
    )
    assert not called_clock.goes_away(outcome=outcome, policies=SCPT)


@pytest.mark.rule("SCPT.T")
def test_nobody_calls_time_where_an_action_clock_runs() -> None:
    with pytest.raises(Refused) as refusal:
        called_clock.called_clock(called_at=T0, at=T0, policies=SCPT)
    assert (refusal.value.code, refusal.value.rule) == ("no_called_clock", "SCPT.T")


@pytest.mark.rule("ADTP.29", "PT-T.42", "REGULATIONS 11")
def test_nor_where_every_decision_has_its_time_but_in_a_side_event_of_the_circuit_they_do() -> None:
    with pytest.raises(Refused) as refusal:
        called_clock.called_clock(called_at=T0, at=T0, policies=PT_ONLINE)
    assert (refusal.value.code, refusal.value.rule) == ("no_called_clock", "PT-T.42")
    side = SCPT.in_event(main_event=False)
    assert called_clock.called_clock(called_at=T0, at=T0, policies=side).remaining_seconds == 30
    # whichever function asks
    facts = {"asked_at_seat": True, "reasonable_time_passed": True, "facing_bet": True}
    assert rule("called_clock", facts=facts, policies=PT_ONLINE).code == "no_called_clock"
    assert rule("called_clock", facts=facts, policies=SCPT).code == "no_called_clock"
    assert rule("called_clock", facts=facts, policies=side).code == "clock"


@pytest.mark.rule("SCPT.T", "REGULATIONS 4.5")
def test_time_bank_cards_are_used_one_after_another() -> None:
    def at(seconds: float, cards: int = 2, stops: tuple[Stop, ...] = ()) -> called_clock.Countdown:
        return called_clock.action_clock(
            started_at=T0, at=after(seconds), cards=cards, policies=SCPT, stops=stops
        )

    assert [at(s).cards_used for s in (0, 29, 30, 30.5, 60, 60.5, 90, 200)] == [0, 0, 0, 1, 1, 2, 2, 2]
    assert (at(45).remaining_seconds, at(45).ends_at) == (45, after(90))
    assert (at(90).expired, at(90.5).expired) == (False, True)
    assert at(30.5, cards=0).expired
    counted = (Stop(from_at=after(10), to_at=after(40)), Stop(from_at=after(50)))
    stopped = at(70, stops=counted)
    assert (stopped.cards_used, stopped.remaining_seconds) == (0, 70)


@pytest.mark.rule("SCPT.T", "REGULATIONS 4.5")
def test_fresh_cards_each_day_and_one_more_at_the_final_table() -> None:
    assert called_clock.time_bank_cards(held=0, new_day=True, final_table=False, policies=SCPT) == 3
    assert called_clock.time_bank_cards(held=2, new_day=True, final_table=False, policies=SCPT) == 5
    assert called_clock.time_bank_cards(held=2, new_day=False, final_table=True, policies=SCPT) == 3
    assert called_clock.time_bank_cards(held=0, new_day=True, final_table=True, policies=ADTP) == 0


@pytest.mark.rule("PT-T.52", "REGULATIONS 4.6")
def test_a_timed_tournament_ends_when_everybody_had_the_button_again() -> None:
    assert clock_at_tables.hands_after_time(occupied={1, 4, 7}, had_button=()) == 3
    assert clock_at_tables.hands_after_time(occupied={1, 4, 7}, had_button={4}) == 2
    assert clock_at_tables.hands_after_time(occupied={1, 7}, had_button={4, 7}) == 1
    assert clock_at_tables.hands_after_time(occupied={1}, had_button=()) == 0


@pytest.mark.rule("PT-T.52", "REGULATIONS 4.6")
def test_the_set_time_is_later_by_what_the_clock_stood() -> None:
    def ends(state: clock.ClockState) -> datetime | None:
        kept = clock.state_from_dict(structure=SCPT_MAIN, values=state.as_dict())
        assert kept == state
        return clock_at_tables.timed_end_at(state=state, length_minutes=60)

    state = clock.ClockState(structure=SCPT_MAIN)
    assert ends(state) is None
    state, _ = clock.start(state=state, at=T0)
    assert ends(state) == after(3600) and "stood_us" not in state.as_dict()
    # a recess is part of the time, hand-for-hand too
    state, _ = clock.give_recess(state=state, minutes=10, at=after(60))
    state, _ = clock.end_recess(state=state, at=after(120))
    assert ends(state) == after(3600)
    state, _ = clock.pause(state=state, at=after(200))
    assert ends(state) is None
    # the house stands within the pause: it is one standstill
    state, _ = clock.freeze(state=state, at=after(210))
    state, _ = clock.resume(state=state, at=after(220))
    assert ends(state) is None
    state, _ = clock.thaw(state=state, at=after(260))
    assert ends(state) == after(3660)
    state, _ = clock.pause(state=state, at=after(300))
    state, _ = clock.give_recess(state=state, minutes=10, at=after(330))
    assert ends(state) == after(3690)
    # an end that is taken back stood since
    state, _ = clock.finish(state=state, at=after(4000))
    state, _ = clock.reopen(state=state, at=after(5000))
    assert ends(state) is None
    state, _ = clock.resume(state=state, at=after(5100))
    assert ends(state) == after(3690 + 1100)


@pytest.mark.rule("PT-T.52")
def test_with_one_player_left_the_clock_stands_until_a_second_is_in_again() -> None:
    state, _ = clock.start(state=clock.ClockState(structure=SCPT_MAIN), at=T0)
    at = after(300)
    state, changes = clock.decide(state=state, at=at)
    assert (changes, clock.runs(state=state), clock.deadline(state=state)) == ((), False, None)
    later = at + timedelta(hours=1)
    assert word_of(state=state) is ClockWord.DECIDED
    assert seconds_left(state, later) == SCPT_MAIN.items[0].seconds - 300
    assert clock.decide(state=state, at=later)[0] == state
    with pytest.raises(Refused) as no:
        clock.resume(state=state, at=later)
    assert no.value.code == "one_player_left"
    again, _ = clock.play_on(state=state, at=later)
    assert seconds_left(again, later) == SCPT_MAIN.items[0].seconds - 300
    assert clock.deadline(state=again) == later + timedelta(seconds=SCPT_MAIN.items[0].seconds - 300)
    paused, _ = clock.pause(state=again, at=later)
    decided, _ = clock.decide(state=paused, at=later)
    assert clock.play_on(state=decided, at=later)[0] == paused
    # what was kept before there was such a mark reads as it was
    old = {k: v for k, v in paused.as_dict().items() if k != "decided"}
    assert clock.state_from_dict(structure=SCPT_MAIN, values=old) == paused


@pytest.mark.rule("h4h-1", "PT-T.49")
def test_a_pause_is_none_of_the_time_that_a_hand_takes() -> None:
    state, _ = clock.begin_hand_for_hand(state=running(), at=T0, policies=ADTP, charge=HandCharge.REAL_TIME)
    state, _ = clock.pause(state=state, at=after(30))
    # the house freezes and thaws within the pause: it stands all the same
    state, _ = clock.freeze(state=state, at=after(100))
    state, _ = clock.thaw(state=state, at=after(150))
    state = clock.state_from_dict(structure=state.structure, values=state.as_dict())
    state, _ = clock.resume(state=state, at=after(530))
    state, _ = clock.charge_hand(state=state, at=after(570), policies=ADTP)
    assert seconds_left(state, after(570)) == 530
    # the next hand begins there, and one that ends while the clock stands cost what it took before
    state, _ = clock.freeze(state=state, at=after(590))
    state, _ = clock.charge_hand(state=state, at=after(900), policies=ADTP)
    assert seconds_left(state, after(900)) == 510
    state, _ = clock.thaw(state=state, at=after(1000))
    state, _ = clock.charge_hand(state=state, at=after(1010), policies=ADTP)
    assert seconds_left(state, after(1010)) == 500
    assert "hand_us" not in state.as_dict()


@pytest.mark.rule("PT-T.45")
@pytest.mark.parametrize("minute", [60, -60])
def test_a_minute_that_the_director_adds_stays_when_the_recess_counts_from_the_last_hand(minute: int) -> None:
    state, _ = clock.give_recess(state=running(), minutes=10, at=after(10))
    state, _ = clock.add_time(state=state, seconds=minute, at=after(50))
    for last_hand_ended in (110, 140):
        passed = clock_at_tables.seconds_of_recess_passed(state=state, at=after(last_hand_ended))
        state, _ = clock.add_time(state=state, seconds=passed, at=after(last_hand_ended), last_hand=True)
        state = clock.state_from_dict(structure=state.structure, values=state.as_dict())
        assert clock.deadline(state=state) == after(last_hand_ended + 600 + minute)
        assert clock_at_tables.seconds_of_recess_passed(state=state, at=after(last_hand_ended)) == 0
    # the level has nothing of it
    level, _ = clock.end_recess(state=state, at=after(200))
    assert seconds_left(level, after(200)) == 590 and level.recess_back_seconds == 0
