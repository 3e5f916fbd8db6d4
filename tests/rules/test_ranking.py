import decimal
import math
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ranking import Working, points, score, scoring_place, season_table

ONE = Decimal(1)


@pytest.mark.rule("SCPT.S", "CASES points-1", "CASES points-2", "REGULATIONS 7.1")
@pytest.mark.parametrize(
    ("k", "c", "want"),
    [
        (1, "1", "447.4549"),
        (1, "1.5", "508.6921"),
        (3, "1", "258.3382"),
        (8, "1", "158.1992"),
    ],
)
def test_points_of_the_books_example(k, c, want):
    assert points(n=150, k=k, b_cents=45_000, c=Decimal(c)) == Decimal(want)


@pytest.mark.rule("SCPT.S")
def test_c_is_one_and_a_half_and_side_events_weigh_less():
    assert points(n=150, k=1, b_cents=45_000) == Decimal("508.6921")
    assert points(n=150, k=1, b_cents=45_000, weight_bp=5_000) == Decimal("254.3461")
    assert points(n=1, k=1, b_cents=0, c=Decimal(0)) == 0  # log10(0.25) is below zero
    for wrong in ({"n": 0}, {"k": 0}, {"b_cents": -1}, {"weight_bp": -1}):
        with pytest.raises(ValueError):
            points(**{"n": 1, "k": 1, "b_cents": 1, **wrong})


@pytest.mark.rule("SCPT.S", "SCPT.S-A", "CASES points-3", "REGULATIONS 7.2")
def test_a_deal_that_extends_the_money():
    places = [scoring_place(p, official_itm=8, paid_by_deal=10) for p in range(1, 12)]
    assert places == [8] * 8 + [None] * 3


@pytest.mark.rule("SCPT.S", "SCPT.S-B", "CASES points-3", "REGULATIONS 7.2")
def test_a_deal_inside_the_money_freezes_the_points():
    assert [scoring_place(p, official_itm=8, deal_among=3) for p in range(1, 10)] == [
        *(3, 3, 3, 4, 5, 6, 7, 8),
        None,
    ]
    third = score(place=1, entries=150, b_cents=45_000, official_itm=15, c=ONE, deal_among=3)
    assert third == Working(n=150, k=3, b_cents=45_000, c=ONE, weight_bp=10_000, points=Decimal("258.3382"))


@pytest.mark.rule("SCPT.S")
def test_only_official_places_score():
    assert score(place=16, entries=150, b_cents=45_000, official_itm=15) is None
    assert scoring_place(15, official_itm=15) == 15
    assert scoring_place(9, official_itm=8, paid_by_deal=8) is None
    assert scoring_place(3, official_itm=8, paid_by_deal=8) == 3


def test_a_strange_decimal_context_changes_nothing():
    with decimal.localcontext() as context:
        context.prec = 3
        in_there = points(n=151, k=2, b_cents=45_100)
        table = season_table([("ana", Decimal("1000.0001")), ("ana", Decimal("1000.0001"))])
    want = 10 * math.sqrt(151) / math.sqrt(2) * (1.5 + math.log10(451.25))
    assert in_there == points(n=151, k=2, b_cents=45_100) == Decimal(f"{want:.4f}")
    assert table[0].points == Decimal("2000.0002")


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 300_000), st.integers(1, 300_000), st.integers(0, 10**8))
def test_a_better_place_never_scores_less(n, k, b):
    assert points(n=n, k=k, b_cents=b) >= points(n=n, k=k + 1, b_cents=b) >= 0
    assert points(n=n + 1, k=k, b_cents=b) >= points(n=n, k=k, b_cents=b)


@pytest.mark.rule("SCPT.R", "SCPT.S", "REGULATIONS 7.3")
def test_the_season_table_and_its_tie_breaks():
    results = [
        ("ana", Decimal(60)),
        ("ana", Decimal(40)),
        ("bia", Decimal(70)),
        ("bia", Decimal(30)),
        ("caio", Decimal(100)),
        ("davi", Decimal(50)),
        ("davi", Decimal(25)),
        ("davi", Decimal(25)),
        ("eva", Decimal(50)),
        ("eva", Decimal(50)),
        ("fabio", Decimal(50)),
        ("fabio", Decimal(50)),
    ]
    table = season_table(results)
    assert [(line.rank, line.player) for line in table] == [
        (1, "caio"),
        (2, "bia"),
        (3, "ana"),
        (4, "eva"),
        (4, "fabio"),
        (6, "davi"),
    ]
    assert {line.points for line in table} == {Decimal(100)}
    best_two = {line.player: (line.points, line.scores) for line in season_table(results, best_of=2)}
    assert best_two["davi"] == (Decimal(75), 2)
    assert season_table([]) == ()


def test_a_season_of_247_000_results():
    results = [
        (
            (event * 7919 + place * 104_729) % 40_000,
            points(n=1000 + event, k=place, b_cents=45_000 + event, c=ONE),
        )
        for event in range(247)
        for place in range(1, 1001)
    ]
    table = season_table(results)
    assert sum(line.points for line in table) == sum(p for _, p in results)
    assert [line.rank for line in table] == sorted(line.rank for line in table)
