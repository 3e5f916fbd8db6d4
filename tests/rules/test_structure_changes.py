"""What changed from one structure to another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.presets import TEMPLATES
from rules.structure_changes import StepChange, count_changes, steps_changed


def level(small, seconds=900):
    return {"small_blind": small, "big_blind": 2 * small, "seconds": seconds}


BREAK = {"seconds": 240, "colour_up": [25]}
FOUR = [level(50), level(100), level(150), level(200)]


def changed(was, now):
    return [(one.was, one.now) for one in steps_changed(was, now=now)]


def test_a_break_that_was_put_in_is_one_step_more():
    assert changed(FOUR, [*FOUR[:3], BREAK, FOUR[3]]) == [(None, 3)]
    assert changed([*FOUR[:3], BREAK, FOUR[3]], FOUR) == [(3, None)]


def test_a_level_and_a_break_are_two_changes():
    assert changed(FOUR, [FOUR[0], level(120), FOUR[2], BREAK, FOUR[3]]) == [(1, 1), (None, 3)]


def test_levels_at_the_end_and_other_minutes_are_told_each():
    assert changed(FOUR, [*FOUR, level(300)]) == [(None, 4)]
    assert changed(FOUR, [level(small, 1200) for small in (50, 100, 150, 200)]) == [(n, n) for n in range(4)]


def test_the_order_in_which_a_step_says_things_is_none_of_its_own():
    turned = [dict(reversed(one.items())) for one in FOUR]
    assert steps_changed(FOUR, now=turned) == ()


def test_a_step_that_stands_elsewhere_was_moved_once():
    assert count_changes(FOUR, now=[FOUR[1], FOUR[0], *FOUR[2:]]) == 1
    assert count_changes([BREAK, *FOUR], now=[*FOUR, BREAK]) == 1
    # moved and made longer is another one
    assert count_changes([BREAK, *FOUR], now=[*FOUR, {**BREAK, "seconds": 300}]) == 2
    assert count_changes(FOUR, now=[FOUR[0], level(120), BREAK, *FOUR[2:]]) == 2
    assert count_changes(FOUR, now=FOUR) == 0


@pytest.mark.parametrize("key", sorted(TEMPLATES))
def test_each_act_at_each_row_of_a_template_is_one_change(key):
    """Taken out, put before or behind its neighbour, and a level or a break put in beside it: a new level is empty until it is typed."""
    was = TEMPLATES[key].values()["structure"]["items"]
    assert len(was) > 1
    for n, one in enumerate(was):
        assert count_changes(was, now=[*was[:n], *was[n + 1 :]]) == 1, n
        for new in ({}, {"kind": "recess", "seconds": 900}):
            assert count_changes(was, now=[*was[: n + 1], new, *was[n + 1 :]]) == 1, (n, new)
        if n:
            assert count_changes(was, now=[*was[: n - 1], one, was[n - 1], *was[n + 1 :]]) == 1, n


steps = st.lists(st.sampled_from([*FOUR, BREAK]), max_size=12)


@given(was=steps, now=steps)
def test_whoever_does_what_is_told_gets_from_one_to_the_other(was, now):
    told = steps_changed(was, now=now)
    gone = {one.was for one in told}
    new = {one.now for one in told}
    kept = [one for n, one in enumerate(was) if n not in gone]
    assert kept == [one for n, one in enumerate(now) if n not in new]
    assert (told == ()) == (was == now)
    assert all(isinstance(one, StepChange) and (one.was, one.now) != (None, None) for one in told)
