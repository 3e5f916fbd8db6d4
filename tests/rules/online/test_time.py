"""The time to decide: a decision's own, the bank, the time to reconnect; and what was decided before the turn."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.betting import Act, Bettor, Limit, begin, play, price_ahead
from rules.online import (
    LAG_AT_START_MS,
    LAG_CAP_MS,
    Ahead,
    PreAct,
    TimePolicy,
    act_of,
    bank_after_hand,
    bank_at_last_table,
    bank_at_start,
    bank_runs,
    lag_forgiven,
    lag_left,
    lag_to_keep,
    may_be_ahead,
    policy_of_event,
    reconnect_ms,
    still_stands,
    time_spent,
    time_to_decide,
)
from rules.online.time import LAG_GAIN_MS

USUAL = TimePolicy()
milliseconds = st.integers(0, 200_000)


@pytest.mark.rule("PT-H.43", "PT-H.44", "PT-T.42")
@pytest.mark.parametrize(
    ("longest", "decision", "bank", "cap", "reconnect"),
    [(600, 15, 30, 90, 20), (301, 15, 30, 90, 20), (300, 10, 15, 45, 20), (181, 10, 15, 45, 20), (180, 10, 15, 45, 0)],
)  # fmt: skip
def test_short_levels_give_less_time(
    longest: int, decision: int, bank: int, cap: int, reconnect: int
) -> None:
    policy = policy_of_event(longest_level_seconds=longest)
    assert policy == TimePolicy(
        decision_seconds=decision, bank_seconds=bank, bank_cap_seconds=cap, reconnect_seconds=reconnect
    )
    assert policy.bank_gain_seconds == 5


@pytest.mark.rule("PT-H.44", "PT-T.42")
def test_the_bank_begins_whole_and_who_comes_back_has_what_was_left() -> None:
    assert bank_at_start(policy=USUAL) == 30_000
    assert bank_at_start(policy=USUAL, left_ms=4_200) == 4_200
    assert bank_at_start(policy=USUAL, left_ms=0) == 0
    assert bank_at_start(policy=USUAL, left_ms=90_000) == 30_000
    assert bank_at_start(policy=TimePolicy(bank_seconds=60, bank_cap_seconds=45)) == 45_000
    assert bank_at_start(policy=TimePolicy(bank_seconds=0)) == 0


@pytest.mark.rule("PT-H.44", "PT-T.42")
@pytest.mark.parametrize(
    ("hands", "before", "after"),
    [
        (0, 30_000, 30_000),
        (9, 30_000, 30_000),
        (10, 30_000, 35_000),
        (11, 35_000, 35_000),
        (20, 0, 5_000),
        (130, 87_000, 90_000),
        (140, 90_000, 90_000),
    ],
)
def test_every_ten_hands_the_bank_gains_five_seconds(hands: int, before: int, after: int) -> None:
    assert bank_after_hand(policy=USUAL, bank_ms=before, hands=hands) == after


@pytest.mark.rule("PT-H.44", "PT-T.42")
def test_the_bank_runs_by_itself_with_chips_in_the_pot_and_else_when_asked_for() -> None:
    assert bank_runs(chips_in_pot=True, asked=False)
    assert bank_runs(chips_in_pot=False, asked=True)
    assert not bank_runs(chips_in_pot=False, asked=False)


@pytest.mark.rule("PT-H.44", "PT-H.73")
@pytest.mark.parametrize(
    ("this_hand", "used", "given"),
    [(False, 0, 20_000), (True, 0, 0), (False, 40_000, 20_000), (False, 45_000, 15_000), (False, 60_000, 0)],
)
def test_time_to_reconnect_is_given_once_a_hand_and_a_minute_an_hour(
    this_hand: bool, used: int, given: int
) -> None:
    assert reconnect_ms(policy=USUAL, given_this_hand=this_hand, used_in_the_hour_ms=used) == given
    none = TimePolicy(reconnect_seconds=0)
    assert reconnect_ms(policy=none, given_this_hand=this_hand, used_in_the_hour_ms=used) == 0


@pytest.mark.rule("PT-H.43", "PT-H.44", "PT-T.42")
@pytest.mark.parametrize(
    ("took", "reconnect", "bank", "lag"),
    [
        (0, 0, 0, 0),
        (15_000, 0, 0, 0),
        (15_001, 1, 0, 0),
        (35_000, 20_000, 0, 0),
        (36_500, 20_000, 1_500, 0),
        (65_000, 20_000, 30_000, 0),
        (65_001, 20_000, 30_000, 1),
        (65_400, 20_000, 30_000, 400),
        (99_000, 20_000, 30_000, 400),
    ],
)
def test_a_decision_uses_its_own_time_then_that_to_reconnect_then_the_bank_then_what_its_line_is_forgiven(
    took: int, reconnect: int, bank: int, lag: int
) -> None:
    spent = time_spent(
        policy=USUAL, took=timedelta(milliseconds=took), reconnect_ms=20_000, bank_ms=30_000, lag_ms=400
    )
    assert (spent.reconnect_ms, spent.bank_ms, spent.lag_ms) == (reconnect, bank, lag)


@given(
    reconnect=milliseconds,
    bank=milliseconds,
    took=milliseconds,
    decision=st.integers(5, 120),
    lag=st.integers(0, LAG_CAP_MS),
)
def test_who_acts_within_the_time_used_no_more_than_there_was_and_not_a_moment_is_lost(
    reconnect: int, bank: int, took: int, decision: int, lag: int
) -> None:
    policy = TimePolicy(decision_seconds=decision)
    whole = time_to_decide(policy=policy, reconnect_ms=reconnect, bank_ms=bank)
    spent = time_spent(
        policy=policy,
        took=timedelta(milliseconds=took),
        reconnect_ms=reconnect,
        bank_ms=bank,
        lag_ms=lag,
    )
    assert 0 <= spent.reconnect_ms <= reconnect and 0 <= spent.bank_ms <= bank and 0 <= spent.lag_ms <= lag
    assert spent.bank_ms == 0 or spent.reconnect_ms == reconnect
    assert spent.lag_ms == 0 or spent.bank_ms == bank
    over = max(0, took - decision * 1000)
    assert spent.reconnect_ms + spent.bank_ms + spent.lag_ms == min(over, reconnect + bank + lag)
    assert whole == timedelta(seconds=decision, milliseconds=reconnect + bank)


@given(st.lists(milliseconds, max_size=60), st.integers(0, 120), st.integers(0, 120))
def test_a_bank_never_grows_but_with_hands_and_never_over_its_cap(
    decisions: list[int], start: int, cap: int
) -> None:
    policy = TimePolicy(bank_seconds=start, bank_cap_seconds=cap)
    bank = bank_at_start(policy=policy)
    for hands, took in enumerate(decisions, start=1):
        before = bank
        bank = bank_after_hand(policy=policy, bank_ms=bank, hands=hands)
        assert bank - before in range(5_001) and bank <= cap * 1000
        assert bank == before or hands % 10 == 0
        spent = time_spent(
            policy=policy, took=timedelta(milliseconds=took), reconnect_ms=0, bank_ms=bank, lag_ms=0
        )
        bank -= spent.bank_ms
        assert bank >= 0
    assert bank_at_start(policy=policy, left_ms=bank) <= bank


@pytest.mark.rule("PT-H.43")
@pytest.mark.parametrize(
    ("measured", "kept", "keeps"),
    [
        (0, 0, 0),
        (49, 0, 0),  # what everybody has
        (50, 0, 50),
        (120, 0, 120),
        (169, 120, 120),  # about the same
        (170, 120, 170),
        (71, 120, 120),
        (70, 120, 70),
        (30, 120, 0),
        (900, 800, 800),  # a quarter of a slow one is about the same, too
        (1_000, 800, 1_000),
        (600, 800, 600),
        (2_000, 0, 2_000),
        (60_000, 0, 2_000),  # whoever answers late gains no more than the most
        (60_000, 1_900, 1_900),
        (-5, 100, 0),
    ],
)
def test_a_table_keeps_the_lag_of_a_line_and_what_differs_little_is_nothing_new(
    measured: int, kept: int, keeps: int
) -> None:
    assert lag_to_keep(measured_ms=measured, kept_ms=kept) == keeps


@pytest.mark.rule("PT-H.43")
@pytest.mark.parametrize(
    ("lag", "left", "forgiven"),
    [(0, 1_000, 0), (230, 1_000, 230), (1_000, 1_000, 1_000), (1_400, 1_000, 1_000), (2_000, 0, 0)],
)
def test_a_line_is_forgiven_what_it_takes_of_what_is_left(lag: int, left: int, forgiven: int) -> None:
    assert lag_forgiven(lag_ms=lag, left_ms=left) == forgiven


@pytest.mark.rule("PT-H.43")
@pytest.mark.parametrize(
    ("left", "used", "after"),
    [(1_000, 0, 1_300), (1_000, 1_000, 300), (1_800, 0, 2_000), (2_000, 0, 2_000), (2_000, 100, 2_000), (0, 0, 300)],
)  # fmt: skip
def test_each_decision_gives_three_tenths_back_up_to_two_seconds(left: int, used: int, after: int) -> None:
    assert lag_left(left_ms=left, used_ms=used) == after


@given(st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 100_000)), max_size=80))
def test_whoever_answers_late_gains_two_seconds_at_once_and_three_tenths_a_decision(
    decisions: list[tuple[int, int]],
) -> None:
    """Each decision: what the house measured before it, and how late the act came."""
    left, kept, used = LAG_AT_START_MS, 0, 0
    for count, (measured, late) in enumerate(decisions, start=1):
        kept = lag_to_keep(measured_ms=measured, kept_ms=kept)
        assert 0 <= kept <= LAG_CAP_MS
        assert lag_to_keep(measured_ms=measured, kept_ms=kept) == kept
        forgiven = lag_forgiven(lag_ms=kept, left_ms=left)
        assert 0 <= forgiven <= min(kept, left)
        spent = min(late, forgiven)
        used += spent
        assert used <= LAG_AT_START_MS + LAG_GAIN_MS * (count - 1)
        left = lag_left(left_ms=left, used_ms=spent)
        assert 0 <= left <= LAG_CAP_MS


@given(st.integers(0, 3_000), st.integers(0, 3_000), st.integers(0, 2_000), st.integers(0, 2_000))
def test_a_slower_line_and_more_that_is_left_never_give_less(
    lag: int, more_lag: int, left: int, more_left: int
) -> None:
    least = lag_forgiven(lag_ms=lag, left_ms=left)
    assert least <= lag_forgiven(lag_ms=lag + more_lag, left_ms=left)
    assert least <= lag_forgiven(lag_ms=lag, left_ms=left + more_left)
    assert lag_left(left_ms=left, used_ms=0) <= lag_left(left_ms=left + more_left, used_ms=0)


def meant(ahead: Ahead, facing: int = 100) -> PreAct:
    return PreAct(ahead=ahead, hand=7, street="flop", facing_chips=facing)


@pytest.mark.rule("PT-H.34", "PT-H.43")
@pytest.mark.parametrize("ahead", list(Ahead))
def test_what_was_decided_ahead_holds_for_its_hand_street_and_price(ahead: Ahead) -> None:
    assert still_stands(meant(ahead), hand=7, street="flop", facing_chips=100)
    assert not still_stands(meant(ahead), hand=7, street="turn", facing_chips=100)
    assert not still_stands(meant(ahead), hand=8, street="flop", facing_chips=100)
    # a fold is one at any price of the street; what puts chips in, or costs nothing, is for its own
    assert still_stands(meant(ahead), hand=7, street="flop", facing_chips=101) is (ahead is Ahead.FOLD)


@pytest.mark.rule("PT-H.35")
def test_a_check_is_for_nothing_and_a_call_for_something() -> None:
    assert [may_be_ahead(ahead=ahead, facing_chips=0) for ahead in Ahead] == [True, True, False]
    assert [may_be_ahead(ahead=ahead, facing_chips=50) for ahead in Ahead] == [True, False, True]


@pytest.mark.rule("PT-H.35", "PT-H.45")
def test_nobody_folds_ahead_what_is_free() -> None:
    assert act_of(meant(Ahead.FOLD), may_check=True) is Act.CHECK
    assert act_of(meant(Ahead.FOLD), may_check=False) is Act.FOLD
    assert act_of(meant(Ahead.CHECK, 0), may_check=True) is Act.CHECK
    assert act_of(meant(Ahead.CALL), may_check=False) is Act.CALL


@pytest.mark.rule("PT-H.34", "PT-H.35")
def test_the_price_is_known_to_who_waits_and_to_nobody_else() -> None:
    state = begin(
        limit=Limit.NO_LIMIT,
        players=[
            Bettor(seat=1, stack_chips=1_000),
            Bettor(seat=2, stack_chips=950, street_chips=50),
            Bettor(seat=3, stack_chips=900, street_chips=100),
            Bettor(seat=4, stack_chips=0, street_chips=80),
        ],
        minimum_bet_chips=100,
        bet_chips=100,
    )
    assert [price_ahead(state, seat=seat) for seat in (1, 2, 3, 4, 9)] == [None, 50, 0, None, None]
    state = play(state, seat=1, act=Act.RAISE, to_chips=300)
    assert [price_ahead(state, seat=seat) for seat in (1, 2, 3)] == [0, None, 200]
    state = play(state, seat=2, act=Act.FOLD)
    assert [price_ahead(state, seat=seat) for seat in (1, 2, 3)] == [0, None, None]


@pytest.mark.rule("PT-H.44", "PT-T.42")
def test_at_the_last_table_the_bank_is_all_that_one_holds():
    assert bank_at_last_table(policy=TimePolicy()) == 90_000
    assert bank_at_last_table(policy=policy_of_event(longest_level_seconds=60)) == 45_000
    assert bank_at_last_table(policy=TimePolicy(bank_seconds=0, bank_gain_seconds=0, bank_cap_seconds=0)) == 0
