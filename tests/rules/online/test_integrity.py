"""What stands out between two players, and over which days hands are looked through."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.online import (
    Alert,
    FieldFigures,
    IntegrityPolicy,
    PairFigures,
    PlayerFigures,
    Spread,
    alerts_of_pair,
    alerts_of_player,
    period,
)
from rules.online.field import lies_far
from rules.refusals import Refused

QUIET = PairFigures(
    hands=20,
    there_bb=12_500,
    back_bb=2_500,
    all_in_bb=(10_000, 0),
    all_in_hands=(2, 9),
    percent=(0, 0),
    large_hands=(0, 0),
    large_folded=(0, 0),
    same_browser=0,
    faced=(19, 20),
    folded=(19, 17),
    alone=20,
    checked=13,
)
TODAY = date(2026, 3, 31)


@pytest.mark.rule("PT-H.11", "PT-O.11")
@pytest.mark.parametrize(
    ("change", "alerts"),
    [
        ({}, (Alert.ONE_WAY,)),
        ({"there_bb": 2_500, "back_bb": 12_500}, (Alert.ONE_WAY,)),
        ({"hands": 19}, ()),
        ({"there_bb": 12_499}, ()),
        ({"there_bb": 22_600, "back_bb": 4_600}, ()),  # much, but not five times as much
        ({"there_bb": 9_999, "back_bb": 0}, ()),
        ({"there_bb": 0, "back_bb": 0, "folded": (19, 18)}, (Alert.SOFT,)),
        ({"folded": (19, 18)}, (Alert.ONE_WAY, Alert.SOFT)),
        # three hands all-in that went one way are enough, however few were played together
        ({"hands": 3, "all_in_hands": (3, 9)}, (Alert.ALL_IN,)),
        ({"hands": 3, "all_in_bb": (0, 10_000), "all_in_hands": (9, 3)}, (Alert.ALL_IN,)),
        ({"hands": 3, "all_in_bb": (0, 10_000), "all_in_hands": (9, 2)}, ()),
        ({"hands": 3, "all_in_bb": (9_999, 0), "all_in_hands": (3, 0)}, ()),
        ({"hands": 3, "all_in_bb": (12_400, 2_500), "all_in_hands": (3, 1)}, ()),
        ({"hands": 19, "checked": 14}, (Alert.CHECKED_DOWN,)),
        ({"hands": 19, "checked": 19, "alone": 19}, ()),
    ],
)
def test_what_stands_out(change, alerts):
    assert alerts_of_pair(replace(QUIET, **change), policy=IntegrityPolicy()) == alerts


# a buy-in of 50 big blinds, lost to the same player in thirteen hands
QUICK = replace(
    QUIET,
    hands=13,
    there_bb=5_000,
    back_bb=1_000,
    all_in_bb=(0, 0),
    percent=(110, 10),
    large_hands=(3, 0),
)


@pytest.mark.rule("PT-H.11", "PT-O.11")
@pytest.mark.parametrize(
    ("change", "alerts"),
    [
        ({}, (Alert.QUICKLY,)),
        (
            {"there_bb": 1_000, "back_bb": 5_000, "percent": (10, 110), "large_hands": (0, 3)},
            (Alert.QUICKLY,),
        ),
        ({"hands": 40}, (Alert.QUICKLY,)),
        ({"hands": 41}, ()),
        ({"large_hands": (2, 9)}, ()),  # one hand or two are a hand like any other
        ({"there_bb": 4_999}, ()),
        ({"back_bb": 1_001, "there_bb": 5_004}, ()),  # much came back
        ({"percent": (109, 10)}, ()),
        ({"large_hands": (0, 0), "large_folded": (3, 0)}, (Alert.FOLDED,)),
        ({"large_hands": (0, 0), "large_folded": (1, 5)}, (Alert.FOLDED,)),
        ({"large_hands": (0, 0), "large_folded": (2, 0)}, ()),
        ({"large_hands": (0, 0), "large_folded": (3, 1)}, ()),
        ({"large_hands": (0, 0), "same_browser": 1}, (Alert.SAME_BROWSER,)),
        ({"large_folded": (3, 0), "same_browser": 2}, (Alert.SAME_BROWSER, Alert.QUICKLY, Alert.FOLDED)),
    ],
)
def test_a_buy_in_given_away_in_a_few_hands_and_two_in_one_browser_stand_out(change, alerts):
    assert alerts_of_pair(replace(QUICK, **change), policy=IntegrityPolicy()) == alerts


def test_a_period_is_a_month_to_today_unless_asked_for_and_never_longer_than_a_quarter():
    assert period(first=None, last=None, today=TODAY) == (date(2026, 3, 2), TODAY)
    assert period(first=None, last=date(2026, 2, 1), today=TODAY) == (date(2026, 1, 3), date(2026, 2, 1))
    assert period(first=date(2025, 12, 30), last=None, today=TODAY) == (date(2025, 12, 30), TODAY)
    for first in (date(2025, 12, 29), date(2026, 4, 1)):
        with pytest.raises(Refused) as no:
            period(first=first, last=None, today=TODAY)
        assert no.value.code == "bad_period" and no.value.params["days"] == 92


USUAL = PlayerFigures(
    hands=2_500,
    net_bb=200_000,
    deviation_bb=1_000,
    decisions=200,
    mean_ms=4_000,
    deviation_ms=601,
    entropy=150,
    same_tenth=49,
    days=7,
    quiet_hands=374,
    longest_minutes=1_439,
    entered=2_500,
    raised=2_500,
    aggression=250,
)
NOBODY = FieldFigures(
    **dict.fromkeys(("entered", "raised", "aggression"), Spread(players=0, total=0, squares=0))
)


def alike(value, players=9):
    """Others who all have the same figure."""
    return Spread(players=players, total=players * value, squares=players * value**2)


@pytest.mark.rule("PT-H.11", "PT-O.11")
@pytest.mark.parametrize(
    ("change", "alerts"),
    [
        ({}, ()),  # exactly four standard deviations: 4 · 10 · √2,500 = 2,000 big blinds
        ({"net_bb": 200_001}, (Alert.WINS,)),
        ({"net_bb": -200_001}, (Alert.LOSES,)),
        ({"net_bb": 200_001, "hands": 999, "quiet_hands": 0}, ()),
        ({"deviation_ms": 600}, (Alert.EVEN,)),
        ({"deviation_ms": 600, "decisions": 199}, ()),
        ({"net_bb": 200_001, "deviation_ms": 0}, (Alert.WINS, Alert.EVEN)),
        ({"entropy": 149}, (Alert.FEW_TIMES,)),
        ({"entropy": 149, "decisions": 199, "same_tenth": 199}, ()),
        ({"same_tenth": 50}, (Alert.SAME_TENTH,)),
        ({"longest_minutes": 1_440}, (Alert.NO_REST,)),
        ({"quiet_hands": 375}, (Alert.ROUND_THE_CLOCK,)),
        ({"quiet_hands": 375, "days": 6}, ()),
        ({"quiet_hands": 75, "hands": 499, "net_bb": 0}, ()),
        ({"quiet_hands": 75, "hands": 500, "net_bb": 0}, (Alert.ROUND_THE_CLOCK,)),
    ],
)
def test_what_stands_out_of_a_player(change, alerts):
    assert alerts_of_player(replace(USUAL, **change), others=NOBODY, policy=IntegrityPolicy()) == alerts


@pytest.mark.rule("PT-H.11", "PT-O.11")
@pytest.mark.parametrize(
    ("change", "alerts"),
    [
        # others who are all alike: three times three per cent of the hands, and three times 0.30, are no difference
        ({}, ()),
        ({"entered": 3_400, "raised": 1_600, "aggression": 340}, ()),
        ({"entered": 3_401}, (Alert.ENTERED,)),
        ({"raised": 1_599}, (Alert.RAISED,)),
        ({"aggression": 341}, (Alert.AGGRESSION,)),
        ({"entered": 9_000, "hands": 999, "net_bb": 0, "quiet_hands": 0}, ()),
    ],
)
def test_who_plays_far_from_the_others_stands_out(change, alerts):
    field = FieldFigures(entered=alike(2_500), raised=alike(2_500), aggression=alike(250))
    assert alerts_of_player(replace(USUAL, **change), others=field, policy=IntegrityPolicy()) == alerts
    few = FieldFigures(entered=alike(2_500, 8), raised=alike(2_500, 8), aggression=alike(250, 8))
    assert alerts_of_player(replace(USUAL, **change), others=few, policy=IntegrityPolicy()) == ()


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=30), st.integers(0, 10_000))
def test_others_are_compared_as_by_their_mean_and_deviation(values, one):
    spread = Spread(
        players=len(values) + 1, total=sum(values) + one, squares=sum(v * v for v in values) + one * one
    ).without(one)
    assert spread.mean == sum(values) // len(values)
    away = abs(Fraction(one) - Fraction(sum(values), len(values)))
    variance = Fraction(sum(v * v for v in values), len(values)) - Fraction(sum(values), len(values)) ** 2
    far = lies_far(one, others=spread, deviations=3, least_deviation=300)
    assert far == (away**2 > 9 * max(variance, 300**2))
