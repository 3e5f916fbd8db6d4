"""No chip comes from nowhere and none disappears."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import chips
from rules.chips import ChipBook, Posted, Pot, RaceStack
from rules.draw import DECK
from rules.levels import Recess
from rules.refusals import Refused
from rules.structures import SCPT_MAIN, STRUCTURES, TURBO_8MAX


@pytest.mark.rule("ADTP.24", "24-a")
def test_fifteen_odd_fives_become_three_chips_of_25() -> None:
    odd = {1: 4, 2: 1, 3: 3, 5: 2, 6: 1, 8: 4}
    stacks = [RaceStack(seat=s, retired_pieces=n, other=1000) for s, n in odd.items()]
    assert chips.race_cards_needed(stacks=stacks, retired=5, into=25) == 15
    # seat 1 gets the first four cards, seat 2 the fifth …
    cards = ["2c", "3c", "4c", "5c", "Ah", "2d", "3d", "4d", "As", "Kc", "2h", "6c", "7c", "8c", "Ac"]
    race = chips.chip_race(stacks=list(reversed(stacks)), retired=5, into=25, cards=cards)
    assert race.pieces_raced_for == 3
    assert [o.seat for o in race.outcomes if o.won] == [2, 5, 8]
    assert {o.seat: o.after for o in race.outcomes} == {1: 1000, 2: 1025, 3: 1000, 5: 1025, 6: 1000, 8: 1025}
    assert (race.added, race.removed) == (0, 0)


@pytest.mark.rule("ADTP.24", "ADTP.24A", "REGULATIONS 4.4")
def test_nobody_is_eliminated_by_the_race() -> None:
    stacks = [RaceStack(seat=1, retired_pieces=1, other=0), RaceStack(seat=2, retired_pieces=3, other=0)]
    race = chips.chip_race(stacks=stacks, retired=25, into=100, cards=["2c", "As", "Ks", "Qs"])
    assert [(o.won, o.saved, o.after) for o in race.outcomes] == [(0, 1, 100), (1, 0, 100)]
    assert (race.added, race.removed) == (100, 0)


@pytest.mark.rule("ADTP.24", "ADTP.24C", "REGULATIONS 4.4")
def test_whole_multiples_are_exchanged_and_the_odd_rest_leaves() -> None:
    stacks = [RaceStack(seat=4, retired_pieces=9, other=500), RaceStack(seat=7, retired_pieces=2, other=0)]
    race = chips.chip_race(stacks=stacks, retired=25, into=100, cards=["2c", "3c", "4c"])
    assert [(o.exchanged, o.odd_pieces, o.won, o.saved, o.after) for o in race.outcomes] == [
        (2, 1, 0, 0, 700),
        (0, 2, 0, 1, 100),
    ]
    assert (race.added, race.removed) == (25, 0)  # 775 before, 800 after
    with pytest.raises(Refused) as refusal:
        chips.chip_race(stacks=stacks, retired=25, into=60, cards=[])
    assert refusal.value.code == "race_not_payable"


@pytest.mark.rule("ADTP.24")
@settings(max_examples=100, deadline=None)
@given(
    pieces=st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3)), min_size=1, max_size=10),
    ratio=st.sampled_from([(5, 25), (25, 100), (100, 500), (500, 1000)]),
    seed=st.integers(0, 10**6),
)
def test_a_race_gives_at_most_one_chip_and_accounts_for_the_rest(
    pieces: list[tuple[int, int]], ratio: tuple[int, int], seed: int
) -> None:
    retired, into = ratio
    stacks = [
        RaceStack(seat=i, retired_pieces=n, other=other * into) for i, (n, other) in enumerate(pieces, 1)
    ]
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    race = chips.chip_race(stacks=stacks, retired=retired, into=into, cards=cards)
    for out in race.outcomes:
        assert out.won + out.saved <= 1
        assert out.after % into == 0
        assert (out.after > 0) == (out.before > 0)
        assert out.after - out.before < into + 1
    before = sum(o.before for o in race.outcomes)
    assert sum(o.after for o in race.outcomes) == before + race.added - race.removed
    saved = sum(o.saved for o in race.outcomes)
    assert 0 <= before - (sum(o.after for o in race.outcomes) - saved * into) < into


@pytest.mark.rule("ADTP.24")
def test_a_colour_leaves_when_nothing_needs_it_any_more() -> None:
    for structure in (SCPT_MAIN, TURBO_8MAX):
        printed = {
            i: item.colour_up
            for i, item in enumerate(structure.items)
            if isinstance(item, Recess) and item.colour_up
        }
        plan = dict(chips.colour_up_plan(structure=structure))
        earliest = {piece: index for index, pieces in plan.items() for piece in pieces}
        for index, pieces in printed.items():
            for piece in pieces:
                assert earliest[piece] <= index


@pytest.mark.rule("PT-T.41")
def test_stacks_are_made_up_of_chips() -> None:
    assert chips.stack_makeup(stack=30_000, denominations=(25, 100, 500, 1000, 5000)) == {
        25: 8,
        100: 8,
        500: 8,
        1000: 10,
        5000: 3,
    }
    assert chips.stack_makeup(stack=300, denominations=(100, 500)) == {100: 3}
    for name, structure in STRUCTURES.items():
        made = chips.stack_makeup(stack=structure.starting_stack, denominations=structure.denominations)
        assert sum(p * n for p, n in made.items()) == structure.starting_stack, name
    with pytest.raises(Refused) as refusal:
        chips.stack_makeup(stack=110, denominations=(25, 100))
    assert refusal.value.code == "stack_not_payable"
    for bad in (0, -100):
        with pytest.raises(Refused):
            chips.stack_makeup(stack=bad, denominations=(25,))


def test_chips_issued_less_removed_are_in_play() -> None:
    book = ChipBook(issued=300_000, added_by_race=100, removed=30_000, removed_by_race=50)
    assert book.in_play == 270_050
    assert book.missing(counted=270_000) == 50
    # to the nearest chip, a half upwards: as every page and every display has it
    assert book.average_stack(players_left=9) == 30_006
    assert [chips.average(850_000, players=6), chips.average(850_001, players=2)] == [141_667, 425_001]
    assert book.average_stack(players_left=0) == 0
    chips.must_account(book=book, counted=270_050)
    with pytest.raises(Refused) as refusal:
        chips.must_account(book=book, counted=270_000)
    assert refusal.value.code == "chips_unaccounted"
    assert refusal.value.params["missing"] == 50


@pytest.mark.rule("ADTP.P11", "ante-a", "ante-b")
def test_the_ante_is_posted_before_the_blind() -> None:
    def post(stack: int, *, ante_first: bool = True) -> Posted:
        return chips.big_blind_ante(stack=stack, big_blind=1000, ante=1000, ante_first=ante_first)

    assert post(800) == Posted(ante=800, blind=0)
    assert post(1500) == Posted(ante=1000, blind=500)
    assert post(9000) == Posted(ante=1000, blind=1000)
    assert post(1500, ante_first=False) == Posted(ante=500, blind=1000)


@pytest.mark.rule("ADTP.21", "21-a", "PT-H.41")
def test_a_main_pot_of_three_and_a_side_pot_of_two() -> None:
    pots = chips.side_pots(put_in={1: 1000, 2: 3000, 3: 3000})
    assert pots.pots == (Pot(chips=3000, seats=(1, 2, 3)), Pot(chips=4000, seats=(2, 3)))
    assert pots.returned == {}


@pytest.mark.rule("ADTP.21", "21-b", "PT-H.42")
def test_four_different_amounts() -> None:
    pots = chips.side_pots(put_in={1: 500, 2: 400, 3: 300, 4: 150})
    assert [p.chips for p in pots.pots] == [600, 450, 200]
    assert [p.seats for p in pots.pots] == [(1, 2, 3, 4), (1, 2, 3), (1, 2)]
    assert pots.returned == {1: 100}


@pytest.mark.rule("ADTP.21")
def test_folded_chips_stay_in_the_pots() -> None:
    pots = chips.side_pots(put_in={1: 1000, 2: 500, 3: 300}, folded={2})
    assert pots.pots == (Pot(chips=900, seats=(1, 3)), Pot(chips=400, seats=(1,)))
    assert pots.returned == {1: 500}
    pots = chips.side_pots(put_in={1: 300, 2: 800, 3: 300}, folded={2})
    assert pots.pots == (Pot(chips=1400, seats=(1, 3)),)
    with pytest.raises(ValueError):
        chips.side_pots(put_in={1: 100}, folded={1})


@pytest.mark.rule("ADTP.21", "PT-H.41", "PT-H.42")
@settings(max_examples=150, deadline=None)
@given(
    put_in=st.dictionaries(st.integers(1, 10), st.integers(0, 500), min_size=2),
    folds=st.sets(st.integers(1, 10)),
)
def test_pots_and_returns_are_what_was_put_in(put_in: dict[int, int], folds: set[int]) -> None:
    live = [s for s, n in put_in.items() if n and s not in folds]
    if not live:
        return
    pots = chips.side_pots(put_in=put_in, folded=folds)
    assert sum(p.chips for p in pots.pots) + sum(pots.returned.values()) == sum(put_in.values())
    for pot in pots.pots:
        assert pot.chips > 0 and set(pot.seats) <= set(live)
    for smaller, larger in zip(pots.pots[1:], pots.pots, strict=False):
        assert set(smaller.seats) < set(larger.seats)


@pytest.mark.rule("ADTP.20", "20-a", "PT-H.62")
def test_the_odd_chip_goes_to_the_buttons_left() -> None:
    assert chips.split_pot(pot=101, winners={2, 5}, button=7, seats_per_table=8) == {2: 51, 5: 50}
    assert chips.split_pot(pot=101, winners={2, 5}, button=2, seats_per_table=8) == {5: 51, 2: 50}
    three = chips.split_pot(pot=1100, winners={1, 4, 8}, button=5, seats_per_table=8, smallest=100)
    assert three == {8: 400, 1: 400, 4: 300}


@pytest.mark.rule("ADTP.20B", "ADTP.20C")
def test_odd_chips_of_other_games() -> None:
    assert chips.split_pot_by_card(pot=101, cards={2: "Kh", 5: "Ks"}) == {5: 51, 2: 50}
    assert chips.split_high_low(pot=101) == (51, 50)
    assert chips.split_high_low(pot=500, smallest=100) == (300, 200)
