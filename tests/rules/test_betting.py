"""Betting law: amounts, reopening and the betting round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.betting import (
    Act,
    BettingRound,
    Bettor,
    Limit,
    Wager,
    all_chips_needed,
    begin,
    half_pot_maximum_chips,
    is_substantial,
    may_raise_again,
    minimum_raise_to_chips,
    options,
    play,
    pot_limit_maximum_chips,
    weigh,
)
from rules.refusals import Refused

DEEP = 1_000_000


def round_of(*stacks: int, big_blind: int = 100, limit: Limit = Limit.NO_LIMIT, **kw: int) -> BettingRound:
    """A street after the flop: seats 1, 2, 3 … with these stacks, nobody has bet."""
    players = [Bettor(seat=i, stack_chips=n) for i, n in enumerate(stacks, start=1)]
    return begin(limit=limit, players=players, minimum_bet_chips=big_blind, **kw)


def preflop(
    stacks: list[int], *, small: int, big: int, limit: Limit = Limit.NO_LIMIT, cap: int | None = None
) -> BettingRound:
    """Before the flop: the last two players are the small and the big blind."""
    count = len(stacks)
    players = []
    missing = 0
    for i, stack in enumerate(stacks):
        due = {count - 2: small, count - 1: big}.get(i, 0)
        posted = min(due, stack)
        missing += due - posted
        players.append(Bettor(seat=i + 1, stack_chips=stack - posted, street_chips=posted))
    return begin(
        limit=limit,
        players=players,
        minimum_bet_chips=big,
        bet_chips=big,
        missing_blind_chips=missing,
        cap=cap,
    )


class TestMinimumRaise:
    @pytest.mark.rule("ADTP.43A", "43-a")
    def test_bet_600_to_1600_to_3600_makes_5600(self) -> None:
        state = round_of(DEEP, DEEP, DEEP, DEEP, big_blind=200)
        for seat, total in ((1, 600), (2, 1600), (3, 3600)):
            state = play(state, seat=seat, act=Act.RAISE, to_chips=total)
        assert options(state).raise_from_chips == 5600

    @pytest.mark.rule("ADTP.43A", "43-b")
    def test_all_in_150_over_100_makes_250(self) -> None:
        state = preflop([150, DEEP, DEEP, DEEP], small=50, big=100)
        state = play(state, seat=1, act=Act.RAISE, to_chips=150)
        assert options(state).raise_from_chips == 250

    @pytest.mark.rule("ADTP.43A")
    def test_opening_bet_is_at_least_the_big_blind(self) -> None:
        state = round_of(DEEP, DEEP)
        with pytest.raises(Refused) as no:
            play(state, seat=1, act=Act.BET, to_chips=99)
        assert (no.value.code, no.value.rule, no.value.params) == (
            "raise_too_small",
            "ADTP.43A",
            {"least": 100},
        )
        assert options(state).raise_from_chips == 100

    @pytest.mark.rule("ADTP.43A")
    def test_formula(self) -> None:
        assert minimum_raise_to_chips(bet_chips=3600, raise_chips=2000) == 5600
        assert minimum_raise_to_chips(bet_chips=0, raise_chips=100) == 100


class TestReopening:
    @pytest.mark.rule("ADTP.47A", "47-a")
    def test_two_short_all_ins_add_up_for_the_bettor_but_not_for_the_caller(self) -> None:
        state = round_of(DEEP, 125, DEEP, 200, DEEP)
        state = play(state, seat=1, act=Act.BET, to_chips=100)
        state = play(state, seat=2, act=Act.RAISE, to_chips=125)
        state = play(state, seat=3, act=Act.CALL)
        state = play(state, seat=4, act=Act.RAISE, to_chips=200)
        state = play(state, seat=5, act=Act.CALL)
        a = options(state)
        assert (a.seat, a.facing_chips, a.raise_from_chips) == (1, 100, 300)
        c = options(play(state, seat=1, act=Act.CALL))
        assert (c.seat, c.facing_chips, c.may_raise, c.call_to_chips) == (3, 75, False, 200)

    @pytest.mark.rule("ADTP.47A", "47-b")
    def test_short_all_in_before_the_flop(self) -> None:
        state = preflop([DEEP, DEEP, 7500, DEEP, DEEP], small=2000, big=4000)
        state = play(state, seat=1, act=Act.CALL)
        state = play(state, seat=2, act=Act.FOLD)
        state = play(state, seat=3, act=Act.RAISE, to_chips=7500)
        state = play(state, seat=4, act=Act.FOLD)
        big_blind = options(state)
        assert (big_blind.seat, big_blind.raise_from_chips) == (5, 11_500)
        a = options(play(state, seat=5, act=Act.CALL))
        assert (a.seat, a.may_raise, a.call_to_chips) == (1, False, 7500)
        raised = options(play(state, seat=5, act=Act.RAISE, to_chips=11_500))
        assert (raised.seat, raised.raise_from_chips) == (1, 15_500)

    @pytest.mark.rule("ADTP.47A")
    def test_who_may_not_raise_is_told_so_and_nothing_changes(self) -> None:
        state = round_of(DEEP, 130, DEEP)
        state = play(state, seat=1, act=Act.BET, to_chips=100)
        state = play(state, seat=2, act=Act.RAISE, to_chips=130)
        state = play(state, seat=3, act=Act.CALL)
        before = state
        with pytest.raises(Refused) as no:
            play(state, seat=1, act=Act.RAISE, to_chips=500)
        assert (no.value.code, no.value.rule) == ("may_not_raise", "ADTP.47A")
        assert state == before

    @pytest.mark.rule("ADTP.47A")
    def test_checker_facing_an_all_in_below_the_minimum_bet_may_not_raise(self) -> None:
        state = round_of(DEEP, 60, DEEP)
        state = play(state, seat=1, act=Act.CHECK)
        state = play(state, seat=2, act=Act.BET, to_chips=60)
        assert options(state).raise_from_chips == 160
        state = play(state, seat=3, act=Act.CALL)
        assert options(state).may_raise is False

    @pytest.mark.rule("ADTP.47B")
    @pytest.mark.parametrize(
        ("facing", "no_limit", "limit"),
        [(49, False, False), (50, False, True), (99, False, True), (100, True, True)],
    )
    def test_half_a_bet_reopens_in_limit_only(self, facing: int, no_limit: bool, limit: bool) -> None:
        assert may_raise_again(acted=True, facing_chips=facing, raise_chips=100) is no_limit
        assert may_raise_again(acted=True, facing_chips=facing, raise_chips=100, half_reopens=True) is limit

    def test_who_has_not_acted_may_always_raise(self) -> None:
        assert may_raise_again(acted=False, facing_chips=1, raise_chips=100)


class TestFixedLimit:
    @pytest.mark.rule("ADTP.47B")
    def test_less_than_half_is_completed_more_than_half_is_raised(self) -> None:
        less = round_of(DEEP, 145, DEEP, limit=Limit.FIXED_LIMIT)
        less = play(less, seat=1, act=Act.BET, to_chips=100)
        less = play(less, seat=2, act=Act.RAISE, to_chips=145)
        assert options(less).raise_from_chips == 200
        assert options(play(less, seat=3, act=Act.CALL)).may_raise is False
        more = round_of(DEEP, 150, DEEP, limit=Limit.FIXED_LIMIT)
        more = play(more, seat=1, act=Act.BET, to_chips=100)
        more = play(more, seat=2, act=Act.RAISE, to_chips=150)
        assert options(more).raise_from_chips == 250
        assert options(play(more, seat=3, act=Act.CALL)).raise_from_chips == 250

    @pytest.mark.rule("ADTP.48")
    def test_cap_holds_until_it_is_lifted(self) -> None:
        def raised(cap: int | None) -> BettingRound:
            state = round_of(DEEP, DEEP, limit=Limit.FIXED_LIMIT, cap=cap)  # type: ignore[arg-type]
            for i, total in enumerate((100, 200, 300, 400)):
                state = play(state, seat=1 + i % 2, act=Act.RAISE, to_chips=total)
            return state

        assert options(raised(4)).may_raise is False
        assert options(raised(None)).raise_from_chips == 500


class TestPotLimit:
    @pytest.mark.rule("ADTP.54A", "54-a")
    def test_largest_opening_of_100_200_is_700(self) -> None:
        state = preflop([DEEP] * 4, small=100, big=200, limit=Limit.POT_LIMIT)
        assert options(state).raise_to_chips == 700
        assert pot_limit_maximum_chips(pot_chips=300, bet_chips=200, mine_chips=0) == 700

    @pytest.mark.rule("ADTP.54B")
    def test_short_big_blind_counts_whole_before_the_flop(self) -> None:
        state = preflop([DEEP, DEEP, DEEP, 60], small=100, big=200, limit=Limit.POT_LIMIT)
        assert options(state).raise_to_chips == 700
        flop = round_of(DEEP, DEEP, limit=Limit.POT_LIMIT, big_blind=200, pot_chips=460)
        assert options(flop).raise_to_chips == 460

    @pytest.mark.rule("ADTP.54A")
    def test_raise_beyond_the_pot_is_refused(self) -> None:
        state = preflop([DEEP] * 4, small=100, big=200, limit=Limit.POT_LIMIT)
        with pytest.raises(Refused) as no:
            play(state, seat=1, act=Act.RAISE, to_chips=701)
        assert (no.value.code, no.value.rule, no.value.params) == (
            "raise_too_large",
            "ADTP.54A",
            {"most": 700},
        )

    @pytest.mark.rule("ADTP.54A")
    def test_after_a_raise_the_call_counts_first(self) -> None:
        state = preflop([DEEP] * 4, small=100, big=200, limit=Limit.POT_LIMIT)
        state = play(state, seat=1, act=Act.RAISE, to_chips=700)
        # in the pot 700 + 300, call 700 makes 1700, raise by that
        assert options(state).raise_to_chips == 2400


class TestHalfPot:
    @pytest.mark.rule("PT-H.24")
    def test_half_of_what_lies_in_the_pot_after_the_call(self) -> None:
        state = preflop([DEEP] * 4, small=100, big=200, limit=Limit.HALF_POT)
        # in the pot 300, call 200 makes 500, raise by 250
        assert (options(state).raise_from_chips, options(state).raise_to_chips) == (400, 450)
        assert half_pot_maximum_chips(pot_chips=300, bet_chips=200, mine_chips=0) == 450
        flop = round_of(DEEP, DEEP, limit=Limit.HALF_POT, big_blind=200, pot_chips=901)
        assert options(flop).raise_to_chips == 450

    @pytest.mark.rule("PT-H.23", "PT-H.24")
    def test_where_half_the_pot_is_below_the_minimum_the_minimum_may_be_bet(self) -> None:
        flop = round_of(DEEP, DEEP, limit=Limit.HALF_POT, big_blind=200, pot_chips=300)
        assert (options(flop).raise_from_chips, options(flop).raise_to_chips) == (200, 200)

    @pytest.mark.rule("PT-H.24")
    def test_more_is_refused(self) -> None:
        state = preflop([DEEP] * 4, small=100, big=200, limit=Limit.HALF_POT)
        with pytest.raises(Refused) as no:
            play(state, seat=1, act=Act.RAISE, to_chips=451)
        assert (no.value.code, no.value.rule, no.value.params) == (
            "raise_too_large",
            "PT-H.24",
            {"most": 450},
        )


class TestCap:
    @pytest.mark.rule("PT-H.38", "ADTP.48")
    @pytest.mark.parametrize("limit", list(Limit))
    def test_a_house_may_cap_the_raises_of_any_limit(self, limit: Limit) -> None:
        state = preflop([DEEP] * 3, small=50, big=100, limit=limit, cap=3)
        for _ in range(2):
            assert (least := options(state).raise_from_chips)
            state = play(state, seat=options(state).seat, act=Act.RAISE, to_chips=least)
        assert state.capped and not options(state).may_raise
        with pytest.raises(Refused) as no:
            play(state, seat=options(state).seat, act=Act.RAISE, to_chips=state.bet_chips * 2)
        assert no.value.code == "may_not_raise"


class TestRound:
    @pytest.mark.rule("PT-H.52", "PT-H.39")
    def test_a_big_blind_all_in_for_less_is_called_whole(self) -> None:
        state = preflop([DEEP, DEEP, DEEP, 30], small=50, big=100)
        assert (options(state).call_to_chips, options(state).raise_from_chips) == (100, 200)
        state = play(play(state, seat=1, act=Act.CALL), seat=2, act=Act.CALL)
        assert (options(state).seat, options(state).call_to_chips) == (3, 100)

    @pytest.mark.rule("PT-H.39", "ADTP.47A")
    def test_nobody_matches_more_than_the_last_opponents_have(self) -> None:
        state = preflop([DEEP, DEEP, 30], small=50, big=100)
        assert play(state, seat=1, act=Act.FOLD).over  # the small blind covers the 30 already

    @pytest.mark.rule("ADTP.47A")
    def test_a_short_all_in_that_is_the_first_raise_of_its_street_reopens_nothing(self) -> None:
        state = preflop([DEEP, 115, DEEP, DEEP], small=50, big=100)
        state = play(state, seat=1, act=Act.CALL)
        state = play(state, seat=2, act=Act.RAISE, to_chips=115)
        state = play(play(state, seat=3, act=Act.CALL), seat=4, act=Act.CALL)
        assert (options(state).seat, options(state).facing_chips, options(state).may_raise) == (1, 15, False)

    @pytest.mark.rule("ADTP.48")
    def test_in_limit_the_big_blind_is_the_first_of_the_bets_and_raises(self) -> None:
        state = preflop([DEEP] * 3, small=50, big=100, limit=Limit.FIXED_LIMIT, cap=4)
        for seat, total in ((1, 200), (2, 300), (3, 400)):
            state = play(state, seat=seat, act=Act.RAISE, to_chips=total)
        assert options(state).may_raise is False

    def test_big_blind_has_the_option(self) -> None:
        state = preflop([DEEP, DEEP, DEEP], small=50, big=100)
        state = play(state, seat=1, act=Act.CALL)
        state = play(state, seat=2, act=Act.CALL)
        assert (options(state).seat, options(state).may_check) == (3, True)
        assert play(state, seat=3, act=Act.CHECK).over

    def test_ends_when_all_but_one_fold(self) -> None:
        state = preflop([DEEP, DEEP, DEEP], small=50, big=100)
        state = play(state, seat=1, act=Act.FOLD)
        assert play(state, seat=2, act=Act.FOLD).over

    def test_nobody_can_answer_a_raise_so_there_is_none(self) -> None:
        state = round_of(DEEP, 300)
        state = play(state, seat=1, act=Act.CHECK)
        state = play(state, seat=2, act=Act.BET, to_chips=300)
        assert options(state).may_raise is False
        assert play(state, seat=1, act=Act.CALL).over

    @pytest.mark.rule("ADTP.42", "ADTP.47A", "REGULATIONS 8.1")
    @pytest.mark.parametrize(
        ("behind", "offered"),
        [(200, False), (300, False), (301, True)],  # all-in for less, exactly the bet, one chip beyond it
    )
    def test_a_raise_is_offered_only_where_an_opponent_has_chips_beyond_the_bet(
        self, behind: int, offered: bool
    ) -> None:
        state = round_of(DEEP, behind, DEEP)
        state = play(state, seat=1, act=Act.CHECK)
        state = play(state, seat=2, act=Act.CHECK)
        state = play(state, seat=3, act=Act.BET, to_chips=300)
        state = play(state, seat=1, act=Act.FOLD)
        assert (options(state).seat, options(state).may_raise) == (2, behind > 300)
        # seat 1 bets, seat 3 is gone, seat 2 has so much: may seat 1 raise again after being raised? Only over chips
        other = round_of(DEEP, 300, behind)
        other = play(other, seat=1, act=Act.CHECK)
        other = play(other, seat=2, act=Act.BET, to_chips=300)
        other = play(other, seat=3, act=Act.FOLD)
        assert options(other).may_raise is False
        third = round_of(DEEP, 300, behind)
        third = play(third, seat=1, act=Act.CHECK)
        third = play(third, seat=2, act=Act.BET, to_chips=300)
        third = play(third, seat=3, act=Act.CALL)
        assert options(third).may_raise is offered
        if not offered:
            with pytest.raises(Refused) as no:
                play(third, seat=1, act=Act.RAISE, to_chips=600)
            assert no.value.code == "may_not_raise"

    def test_no_decision_against_players_who_are_all_in_and_covered(self) -> None:
        players = [Bettor(seat=1, stack_chips=0, street_chips=0), Bettor(seat=2, stack_chips=500)]
        assert begin(limit=Limit.NO_LIMIT, players=players, minimum_bet_chips=100).over

    def test_call_for_less(self) -> None:
        state = round_of(DEEP, 70)
        state = play(state, seat=1, act=Act.BET, to_chips=100)
        assert options(state).call_to_chips == 70
        after = play(state, seat=2, act=Act.CALL)
        assert after.over and after.players[1].stack_chips == 0

    @pytest.mark.rule("ADTP.50A")
    def test_only_in_turn(self) -> None:
        state = round_of(DEEP, DEEP)
        with pytest.raises(Refused) as no:
            play(state, seat=2, act=Act.CHECK)
        assert (no.value.code, no.value.params) == ("not_to_act", {"seat": 1})

    @pytest.mark.rule("ADTP.55", "ADTP.55A")
    def test_no_check_facing_a_bet_and_no_call_facing_none(self) -> None:
        state = round_of(DEEP, DEEP)
        with pytest.raises(Refused, match="nothing_to_call"):
            play(state, seat=1, act=Act.CALL)
        state = play(state, seat=1, act=Act.BET, to_chips=100)
        with pytest.raises(Refused, match="may_not_check"):
            play(state, seat=2, act=Act.CHECK)

    def test_nothing_after_the_end(self) -> None:
        state = play(round_of(DEEP, DEEP), seat=1, act=Act.FOLD)
        with pytest.raises(Refused, match="betting_round_over"):
            options(state)

    @pytest.mark.parametrize(
        "players",
        [
            [Bettor(seat=1, stack_chips=5)],
            [Bettor(seat=1, stack_chips=5), Bettor(seat=1, stack_chips=5)],
            [Bettor(seat=1, stack_chips=-5), Bettor(seat=2, stack_chips=5)],
        ],
    )
    def test_bad_rounds_are_refused(self, players: list[Bettor]) -> None:
        with pytest.raises(Refused, match="bad_betting_round"):
            begin(limit=Limit.NO_LIMIT, players=players, minimum_bet_chips=100)


@st.composite
def played_rounds(draw: st.DrawFn) -> list[BettingRound]:
    """A round played to its end by lawful acts, every state on the way."""
    limit = draw(st.sampled_from(list(Limit)))
    stacks = draw(st.lists(st.integers(1, 3000), min_size=2, max_size=7))
    if draw(st.booleans()):
        state = preflop(stacks, small=50, big=100, limit=limit, cap=draw(st.sampled_from([None, 4])))
    else:
        state = round_of(*stacks, limit=limit, pot_chips=draw(st.integers(0, 1000)))
    states = [state]
    while not state.over and len(states) < 200:
        may = options(state)
        acts = [Act.FOLD]
        acts += [Act.CHECK] if may.may_check else []
        acts += [Act.CALL] * 3 if may.call_to_chips is not None else []
        acts += [Act.RAISE] * 2 if may.may_raise else []
        act = draw(st.sampled_from(acts))
        total = 0
        if act is Act.RAISE:
            assert may.raise_from_chips is not None and may.raise_to_chips is not None
            total = draw(st.integers(may.raise_from_chips, may.raise_to_chips))
        state = play(state, seat=may.seat, act=act, to_chips=total)
        states.append(state)
    return states


@settings(max_examples=120, deadline=None)
@given(played_rounds())
def test_a_round_ends_and_keeps_every_chip(states: list[BettingRound]) -> None:
    assert states[-1].over
    chips = {s.total_chips + sum(p.stack_chips for p in s.players) for s in states}
    assert len(chips) == 1
    live = [p for p in states[-1].players if not p.folded]
    assert live
    matched = max(p.street_chips for p in live)
    if len(live) > 1:
        assert all(p.street_chips == matched or p.stack_chips == 0 for p in live)


@settings(max_examples=120, deadline=None)
@given(played_rounds())
def test_bets_only_rise_and_raises_are_whole_unless_all_in(states: list[BettingRound]) -> None:
    for before, after in zip(states, states[1:], strict=False):
        risen = after.bet_chips - before.bet_chips
        assert risen >= 0
        if risen and before.limit is not Limit.FIXED_LIMIT:
            actor = after.players[before.to_act or 0]
            assert risen >= before.raise_chips or actor.stack_chips == 0
            assert after.raise_chips == max(before.raise_chips, risen)


class TestWeigh:
    @pytest.mark.rule("ADTP.43A", "43-c", "CASES settled 1")
    @pytest.mark.parametrize(
        ("total", "wager", "to"),
        [
            (1000, Wager.CALL, 1000),
            (1400, Wager.CALL, 1000),
            (1499, Wager.CALL, 1000),
            (1500, Wager.RAISE, 2000),
            (1999, Wager.RAISE, 2000),
            (2000, Wager.RAISE, 2000),
            (2001, Wager.RAISE, 2001),
            (999, Wager.UNDERCALL, 999),
        ],
    )
    def test_half_the_minimum_raise_over_a_bet_of_1000(self, total: int, wager: Wager, to: int) -> None:
        found = weigh(total_chips=total, bet_chips=1000, raise_chips=1000)
        assert (found.wager, found.total_chips) == (wager, to)

    @pytest.mark.rule("ADTP.43A")
    def test_declared_raise_is_completed(self) -> None:
        found = weigh(total_chips=1100, bet_chips=1000, raise_chips=1000, raise_declared=True)
        assert (found.wager, found.total_chips, found.completed) == (Wager.RAISE, 2000, True)

    @pytest.mark.rule("ADTP.43A")
    def test_completing_never_takes_more_than_there_is(self) -> None:
        found = weigh(total_chips=1600, bet_chips=1000, raise_chips=1000, available_chips=1700)
        assert (found.wager, found.total_chips) == (Wager.ALL_IN, 1700)

    @pytest.mark.rule("ADTP.52A")
    def test_too_small_an_opening_is_the_minimum_bet(self) -> None:
        assert weigh(total_chips=60, bet_chips=0, raise_chips=100).total_chips == 100
        assert weigh(total_chips=60, bet_chips=0, raise_chips=100, all_in=True).total_chips == 60

    @pytest.mark.rule("ADTP.54A")
    def test_pot_limit_maximum_binds(self) -> None:
        found = weigh(total_chips=900, bet_chips=200, raise_chips=200, maximum_chips=700)
        assert (found.wager, found.total_chips, found.capped) == (Wager.RAISE, 700, True)

    @settings(max_examples=200)
    @given(
        total=st.integers(1, 10_000),
        bet=st.integers(0, 5000),
        raise_=st.integers(1, 5000),
        declared=st.booleans(),
        available=st.none() | st.integers(1, 10_000),
    )
    def test_what_binds_is_lawful(
        self, total: int, bet: int, raise_: int, declared: bool, available: int | None
    ) -> None:
        found = weigh(
            total_chips=total,
            bet_chips=bet,
            raise_chips=raise_,
            raise_declared=declared,
            available_chips=available,
        )
        if available is not None:
            assert found.total_chips <= available or found.wager is Wager.CALL
        if found.wager in (Wager.RAISE, Wager.BET):
            assert found.total_chips >= bet + raise_
            assert (found.wager is Wager.BET) == (bet == 0)
        if found.wager is Wager.CALL:
            assert found.total_chips == bet
            assert 2 * (total - bet) < raise_


class TestChipsNeeded:
    @pytest.mark.rule("ADTP.45A", "45-a", "45-b", "46-b")
    def test_cases(self) -> None:
        assert all_chips_needed(chips=[1000, 1000], bet_chips=1200)
        assert all_chips_needed(chips=[500, 1000], bet_chips=1100)
        assert not all_chips_needed(chips=[1000, 100, 100, 100], bet_chips=1100)
        assert all_chips_needed(chips=[500, 500], bet_chips=600, beside_chips=50)


class TestSubstantialAction:
    @pytest.mark.rule("ADTP.36", "36-a")
    @pytest.mark.parametrize("acts", ["", "f", "r", "ff", "cc", "cf", "fc"])
    def test_not_yet(self, acts: str) -> None:
        assert not is_substantial([_ACTS[a] for a in acts])

    @pytest.mark.rule("ADTP.36", "36-b")
    @pytest.mark.parametrize("acts", ["fp", "pf", "pp", "br", "cb", "fff", "ccc", "fcf", "fffp"])
    def test_substantial(self, acts: str) -> None:
        assert is_substantial([_ACTS[a] for a in acts])


_ACTS = {"f": Act.FOLD, "c": Act.CHECK, "p": Act.CALL, "b": Act.BET, "r": Act.RAISE}
