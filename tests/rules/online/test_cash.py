"""Hands for money: what the house takes, what a player brings and may add."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import hands
from rules.betting import Act
from rules.cards import Card
from rules.hands import CardsDue, Decision, Hand, Settlement, Stakes, TablePolicies
from rules.online import (
    RAKE_BOUNDS,
    CashTerms,
    Rake,
    RakeManner,
    bounds_of_buy_in,
    bounds_of_top_up,
    check_buy_in,
    check_terms,
    check_top_up,
    rake_of_buy_in,
    rake_taken,
    take_rake,
)
from rules.refusals import Refused

POT5 = Rake(manner=RakeManner.POT, basis_points=500)
BUY10 = Rake(manner=RakeManner.BUY_IN, basis_points=1000)
DECK = [Card.of(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]


def terms(
    rake: Rake = POT5, *, small: int = 50, big: int = 100, least: int = 2000, most: int = 10_000
) -> CashTerms:
    return CashTerms(
        currency="EUR",
        small_blind_cents=small,
        big_blind_cents=big,
        least_cents=least,
        most_cents=most,
        rake=rake,
    )


def begin(stacks: dict[int, int], *, button: int = 1) -> Hand:
    stakes = Stakes(small_blind_chips=50, big_blind_chips=100)
    return hands.begin(seats=stacks, button=button, stakes=stakes, policies=TablePolicies())


def play(hand: Hand, *acts: tuple[str, int] | str) -> tuple[Hand, Settlement]:
    """Do these acts in turn, with the cards between them, and settle."""
    deck = list(DECK)
    random.Random(7).shuffle(deck)
    holes = {seat.seat: [deck.pop(), deck.pop()] for seat in hand.seats}
    rest = list(acts)
    while True:
        needed = hands.needs(hand)
        if isinstance(needed, CardsDue):
            hand = hands.open_street(hand, cards=[deck.pop() for _ in range(needed.count)])
        elif isinstance(needed, Decision):
            done = rest.pop(0)
            word, to = (done, 0) if isinstance(done, str) else done
            hand = hands.act(hand, turn=hand.turn, seat=needed.seat, act=Act(word), to_chips=to)
        else:
            assert not rest
            shown = {seat: holes[seat] for seat in hand.live} if needed.showdown else {}
            return hand, hands.settle(hand, holes=shown)


@pytest.mark.rule("PT-H.17", "PT-H.16")
@pytest.mark.parametrize(
    ("manner", "basis_points", "lawful"),
    [
        ("pot", 99, False), ("pot", 100, True), ("pot", 500, True), ("pot", 501, False), ("pot", 0, False),
        ("buy_in", 499, False), ("buy_in", 500, True), ("buy_in", 2000, True), ("buy_in", 2001, False),
    ],
)  # fmt: skip
def test_the_commission_has_two_manners_with_their_bounds(
    manner: str, basis_points: int, lawful: bool
) -> None:
    found = terms(Rake(manner=RakeManner(manner), basis_points=basis_points))
    if lawful:
        check_terms(found)
        return
    with pytest.raises(Refused) as no:
        check_terms(found)
    assert (no.value.code, no.value.rule) == ("bad_rake", "PT-H.17")


@pytest.mark.rule("PT-H.14", "PT-H.22")
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"small": 101}, "bad_stakes"),
        ({"small": 0}, "bad_stakes"),
        ({"least": 999}, "bad_buy_in_range"),
        ({"least": 10_001}, "bad_buy_in_range"),
        ({"most": 10**15}, "bad_buy_in_range"),
    ],
)
def test_stakes_and_the_range_of_buy_ins_fit(more: dict[str, int], code: str) -> None:
    check_terms(terms(least=1000, most=1000))
    with pytest.raises(Refused) as no:
        check_terms(terms(**more))
    assert no.value.code == code


@pytest.mark.rule("PT-H.18")
@pytest.mark.parametrize(
    ("acts", "taken"),
    [
        # all fold to a raise: no flop
        ((("raise", 300), "fold", "fold"), 0),
        # limped, and on the flop everybody checks to the turn, where it is bet
        (("call", "call", "check", "check", "check", "check", ("bet", 200), "fold", "fold"), 15),
        # a bet on the flop that nobody calls: bet of his own will, so the pot of 300 pays
        (("call", "call", "check", ("bet", 100), "fold", "fold"), 15),
        # checked by one and left by the others without a bet: the flop round ends without one
        (("call", "call", "check", "check", "fold", "fold"), 0),
    ],
)
def test_no_flop_and_no_bet_on_it_no_commission(acts: tuple[tuple[str, int] | str, ...], taken: int) -> None:
    hand, ended = play(begin({1: 5000, 2: 5000, 3: 5000}), *acts)
    after = take_rake(ended, hand=hand, rake=POT5)
    assert rake_taken(after) == taken
    assert sum(after.stacks.values()) == 15_000 - taken
    assert rake_taken(ended) == 0 and sum(ended.stacks.values()) == 15_000


@pytest.mark.rule("PT-H.18", "PT-H.19")
def test_all_in_before_the_flop_pays_where_the_turn_card_lies() -> None:
    hand, ended = play(begin({1: 5000, 2: 1000, 3: 3000}), ("raise", 5000), "call", "call")
    after = take_rake(ended, hand=hand, rake=POT5)
    # the 2,000 that nobody matched go back whole; of the two pots 150 and 200 are taken
    assert dict(after.returned) == {1: 2000}
    assert [pot.chips for pot in after.pots] == [3000, 4000]
    assert [sum(pot.rake.values()) for pot in after.pots] == [150, 200]
    assert rake_taken(after) == 350 and sum(after.stacks.values()) == 9000 - 350


@pytest.mark.rule("PT-H.19")
def test_of_each_payment_whole_cents_only() -> None:
    # three pots' worth of 33 cents: a twentieth of each share is 1.65
    pot = hands.PotWon(chips=99, seats=(1, 2, 3), shares={1: 33, 2: 33, 3: 33})
    ended = Settlement(pots=(pot,), returned={}, shown=(), stacks={1: 133, 2: 133, 3: 133}, busts=())
    hand, _ = play(begin({1: 100, 2: 100, 3: 100}), "call", "call")
    after = take_rake(ended, hand=hand, rake=POT5)
    assert dict(after.pots[0].rake) == {1: 1, 2: 1, 3: 1}
    assert dict(after.pots[0].shares) == {1: 32, 2: 32, 3: 32}
    assert after.as_dict()["pots"][0]["rake"] == [[1, 1], [2, 1], [3, 1]]
    assert "rake" not in ended.as_dict()["pots"][0]


@pytest.mark.rule("PT-H.17", "PT-H.18", "PT-H.19")
@given(
    stacks=st.lists(st.integers(1, 9000), min_size=2, max_size=6),
    basis_points=st.integers(100, 500),
    seed=st.integers(0, 10**6),
)
def test_whatever_is_played_the_house_takes_its_share_and_no_cent_besides(
    stacks: list[int], basis_points: int, seed: int
) -> None:
    chance = random.Random(seed)
    deck = list(DECK)
    chance.shuffle(deck)
    hand = begin(dict(enumerate(stacks, 1)))
    holes = {one.seat: [deck.pop(), deck.pop()] for one in hand.seats}
    bet_on_flop = False
    while not isinstance(needed := hands.needs(hand), hands.HandOver):
        if isinstance(needed, CardsDue):
            hand = hands.open_street(hand, cards=[deck.pop() for _ in range(needed.count)])
            continue
        may = needed.options
        choices: list[tuple[Act, int]] = [(Act.FOLD, 0), (Act.CHECK if may.may_check else Act.CALL, 0)]
        if may.may_raise:
            to = chance.choice([may.raise_from_chips or 0, may.raise_to_chips or 0])
            choices.append((Act.RAISE if may.facing_chips else Act.BET, to))
        act, to = chance.choice(choices)
        bet_on_flop |= len(hand.board) == 3 and act in (Act.BET, Act.RAISE)
        hand = hands.act(hand, turn=hand.turn, seat=needed.seat, act=act, to_chips=to)
    ended = hands.settle(hand, holes=holes if needed.showdown else {})
    after = take_rake(ended, hand=hand, rake=Rake(manner=RakeManner.POT, basis_points=basis_points))
    due = len(hand.board) > 3 or (len(hand.board) == 3 and bet_on_flop)
    shares = [share for pot in ended.pots for share in pot.shares.values()]
    assert rake_taken(after) == (sum(share * basis_points // 10_000 for share in shares) if due else 0)
    assert sum(after.stacks.values()) + rake_taken(after) == sum(stacks)
    assert after.returned == ended.returned and after.busts == ended.busts
    for seat, chips in after.stacks.items():
        assert 0 <= chips <= ended.stacks[seat]
    assert take_rake(ended, hand=hand, rake=BUY10) == ended


@pytest.mark.rule("PT-H.17")
def test_of_a_buy_in_the_house_takes_whole_cents_before_it_reaches_the_table() -> None:
    assert rake_of_buy_in(2000, rake=BUY10) == 200
    assert rake_of_buy_in(2009, rake=BUY10) == 200
    assert rake_of_buy_in(9, rake=BUY10) == 0
    assert rake_of_buy_in(2000, rake=POT5) == 0


@pytest.mark.rule("PT-H.8", "PT-H.14")
def test_a_buy_in_is_within_the_tables_range() -> None:
    for cents in (2000, 10_000):
        check_buy_in(cents, terms=terms())
    for cents in (1999, 10_001):
        with pytest.raises(Refused) as no:
            check_buy_in(cents, terms=terms())
        assert (no.value.code, no.value.rule) == ("bad_buy_in", "PT-H.8")
        assert no.value.params["least_cents"] == 2000 and no.value.params["most_cents"] == 10_000


@pytest.mark.rule("PT-H.11")
@pytest.mark.parametrize(
    ("left", "rake", "bounds"),
    [
        (0, POT5, (2000, 10_000)),
        (1500, POT5, (2000, 10_000)),
        (7000, POT5, (7000, 10_000)),
        (25_000, POT5, (25_000, 25_000)),
        # nine tenths of what is brought reach the table
        (9000, BUY10, (9999, 10_000)),
        (9001, BUY10, (10_001, 10_001)),
    ],
)
def test_who_comes_back_brings_at_least_what_he_left_with(
    left: int, rake: Rake, bounds: tuple[int, int]
) -> None:
    assert bounds_of_buy_in(terms(rake), left_cents=left) == bounds
    if bounds[0] > 2000:
        with pytest.raises(Refused) as no:
            check_buy_in(bounds[0] - 1, terms=terms(rake), left_cents=left)
        assert no.value.rule == "PT-H.11"


@given(left=st.integers(0, 10**7), basis_points=st.integers(500, 2000))
def test_what_is_brought_back_reaches_the_stack_that_was_left_and_is_the_least_that_does(
    left: int, basis_points: int
) -> None:
    rake = Rake(manner=RakeManner.BUY_IN, basis_points=basis_points)
    assert RAKE_BOUNDS[rake.manner] == (500, 2000)
    least, _ = bounds_of_buy_in(terms(rake, least=1000, most=10**8), left_cents=left)
    assert least - rake_of_buy_in(least, rake=rake) >= left
    assert least == 1000 or least - 1 - rake_of_buy_in(least - 1, rake=rake) < left


@pytest.mark.rule("PT-H.12", "PT-H.14", "PT-H.15")
@pytest.mark.parametrize(
    ("stack", "cents", "code"),
    [
        (5000, 5000, ""),
        (5000, 1, ""),
        (5000, 5001, "bad_top_up"),
        (5000, 0, "bad_top_up"),
        (40, 59, "bad_top_up"),
        (40, 60, ""),
        (0, 100, ""),
        (10_000, 1, "stack_is_full"),
        (23_000, 1, "stack_is_full"),
    ],
)
def test_a_stack_is_filled_up_to_the_largest_buy_in_and_to_one_big_blind_at_least(
    stack: int, cents: int, code: str
) -> None:
    if not code:
        check_top_up(cents, stack_cents=stack, terms=terms())
        return
    with pytest.raises(Refused) as no:
        check_top_up(cents, stack_cents=stack, terms=terms())
    assert no.value.code == code


@given(stack=st.integers(0, 12_000), basis_points=st.integers(500, 2000))
def test_the_most_that_is_added_fills_the_stack_exactly(stack: int, basis_points: int) -> None:
    rake = Rake(manner=RakeManner.BUY_IN, basis_points=basis_points)
    _least, most = bounds_of_top_up(stack, terms=terms(rake))
    if stack >= 10_000:
        assert most == 0
    else:
        assert stack + most - rake_of_buy_in(most, rake=rake) == 10_000
        check_top_up(most, stack_cents=stack, terms=terms(rake))
