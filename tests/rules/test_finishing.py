"""Places do not depend on who was quicker to report."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.finishing import (
    BustInHand,
    Placing,
    form_a_permutation,
    out_before_from,
    place_from,
    place_group,
    places,
    places_by_chips,
    winner_of,
)
from rules.policies import SimultaneousBust
from rules.policies.adtp import ADTP
from rules.policies.pt_online import PT_ONLINE
from rules.policies.scpt import SCPT
from rules.refusals import Refused

LIVE = ADTP.simultaneous_bust
PT = PT_ONLINE.simultaneous_bust


def out(entry: int, table: int, stack: int, moment: int = 1) -> BustInHand:
    return BustInHand(entry=entry, moment=moment, table=table, stack_chips_start=stack)


def spans(got: tuple[Placing, ...]) -> dict[int, tuple[int, int]]:
    return {p.entry: (p.place, p.last_place) for p in got}


@pytest.mark.rule("ADTP.P16", "p16-a")
def test_two_at_one_table_the_smaller_stack_is_out_of_the_money() -> None:
    got = place_group(players_before=40, busts=[out(1, 5, 900), out(2, 5, 700)], simultaneous=LIVE)
    assert spans(got) == {1: (39, 39), 2: (40, 40)}


@pytest.mark.rule("ADTP.P16", "p16-b")
def test_one_at_each_of_two_tables_tie_whatever_their_stacks() -> None:
    got = place_group(players_before=40, busts=[out(1, 5, 900), out(2, 6, 700)], simultaneous=LIVE)
    assert spans(got) == {1: (39, 40), 2: (39, 40)}


@pytest.mark.rule("ADTP.P16", "p16-c", "REGULATIONS 5.1")
def test_one_and_two_out_all_three_tie() -> None:
    busts = [out(1, 5, 900), out(2, 6, 700), out(3, 6, 100)]
    got = place_group(players_before=40, busts=busts, simultaneous=SCPT.simultaneous_bust)
    assert spans(got) == {1: (38, 40), 2: (38, 40), 3: (38, 40)}


@pytest.mark.rule("PT-T.50", "pt-50")
def test_portuguese_rules_place_by_stack_at_any_table() -> None:
    got = place_group(players_before=40, busts=[out(1, 5, 700), out(2, 6, 900)], simultaneous=PT)
    assert spans(got) == {2: (39, 39), 1: (40, 40)}


@pytest.mark.rule("PT-T.51", "pt-51")
def test_portuguese_rules_tie_equal_stacks() -> None:
    busts = [out(1, 5, 700), out(2, 6, 700), out(3, 7, 100)]
    got = place_group(players_before=40, busts=busts, simultaneous=PT)
    assert spans(got) == {1: (38, 39), 2: (38, 39), 3: (40, 40)}


@pytest.mark.rule("ADTP.P16")
def test_equal_stacks_at_one_table_tie() -> None:
    got = place_group(players_before=9, busts=[out(1, 5, 700), out(2, 5, 700)], simultaneous=LIVE)
    assert spans(got) == {1: (8, 9), 2: (8, 9)}


def test_a_whole_tournament() -> None:
    busts = [out(1, 1, 100, 1), out(2, 1, 50, 2), out(3, 1, 60, 2), out(4, 2, 10, 3)]
    got = places(entries=5, busts=busts, simultaneous=LIVE)
    assert {e: p.place for e, p in got.items()} == {1: 5, 2: 4, 3: 3, 4: 2}
    assert winner_of(entry=5) == Placing(entry=5, place=1)
    # one more entry while registration is open moves everybody who is out down by one
    later = places(entries=6, busts=busts, simultaneous=LIVE)
    assert {e: p.place for e, p in later.items()} == {1: 6, 2: 5, 3: 4, 4: 3}


def test_impossible_busts_are_errors() -> None:
    with pytest.raises(ValueError):
        place_group(players_before=1, busts=[out(1, 1, 1), out(2, 1, 1)], simultaneous=LIVE)
    with pytest.raises(ValueError):
        places(entries=9, busts=[out(1, 1, 1, 1), out(1, 1, 1, 2)], simultaneous=LIVE)


@pytest.mark.rule("PT-T.33", "PT-T.52", "REGULATIONS 4.6")
def test_a_timed_tournament_places_by_chips() -> None:
    got = places_by_chips(stacks={1: 500, 2: 900, 3: 500, 4: 10})
    assert {e: (p.place, p.last_place) for e, p in got.items()} == {
        2: (1, 1),
        1: (2, 3),
        3: (2, 3),
        4: (4, 4),
    }
    with pytest.raises(Refused) as refusal:
        places_by_chips(stacks={1: 0})
    assert refusal.value.code == "stack_without_chips"


bust_lists = st.lists(
    st.tuples(st.integers(1, 12), st.integers(1, 3), st.integers(1, 4)), min_size=1, max_size=40
)


@pytest.mark.rule("ADTP.P16", "PT-T.50", "PT-T.51")
@settings(max_examples=150, deadline=None)
@given(
    rows=bust_lists, still=st.integers(0, 5), seed=st.integers(0, 10**6), policy=st.sampled_from([LIVE, PT])
)
def test_every_order_of_arrival_gives_the_same_places(
    rows: list[tuple[int, int, int]], still: int, seed: int, policy: SimultaneousBust
) -> None:
    busts = [
        BustInHand(entry=i, moment=moment, table=table, stack_chips_start=stack * 100)
        for i, (moment, table, stack) in enumerate(rows, start=1)
    ]
    entries = len(busts) + still
    got = places(entries=entries, busts=busts, simultaneous=policy)
    shuffled = list(busts)
    random.Random(seed).shuffle(shuffled)
    assert places(entries=entries, busts=shuffled, simultaneous=policy) == got
    assert form_a_permutation(placings=got.values())
    assert min(p.place for p in got.values()) == still + 1
    assert max(p.last_place for p in got.values()) == entries
    moment_of = {b.entry: b.moment for b in busts}
    for a in got.values():
        for b in got.values():
            if moment_of[a.entry] < moment_of[b.entry]:
                assert a.place > b.last_place


def test_what_is_no_permutation() -> None:
    assert not form_a_permutation(placings=[Placing(entry=1, place=1), Placing(entry=2, place=3)])
    assert not form_a_permutation(placings=[Placing(entry=1, place=1), Placing(entry=2, place=1)])
    assert not form_a_permutation(placings=[Placing(entry=1, place=1, tied=2)])
    assert form_a_permutation(placings=[])


@pytest.mark.rule("PT-T.31", "PT-T.44", "ADTP.P16")
@pytest.mark.parametrize(
    ("entries_total", "out_before", "tied", "place"),
    [(100, 0, 1, 100), (100, 0, 3, 98), (100, 98, 1, 2), (101, 98, 1, 3), (9, 4, 2, 4)],
)
def test_a_place_from_how_it_is_kept(entries_total: int, out_before: int, tied: int, place: int) -> None:
    assert place_from(entries_total=entries_total, out_before=out_before, tied=tied) == place
    assert out_before_from(entries_total=entries_total, place=place, tied=tied) == out_before


@given(entries_total=st.integers(1, 20_000), tied=st.integers(1, 10), out_before=st.integers(0, 20_000))
def test_a_place_and_how_it_is_kept_undo_each_other(entries_total: int, tied: int, out_before: int) -> None:
    place = place_from(entries_total=entries_total, out_before=out_before, tied=tied)
    assert out_before_from(entries_total=entries_total, place=place, tied=tied) == out_before
    # the worst of the places shared is that of the one who would have gone out first of them
    assert place + tied - 1 == place_from(entries_total=entries_total, out_before=out_before, tied=1)
