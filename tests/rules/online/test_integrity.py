"""What stands out between two players, and over which days hands are looked through."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from rules.online import (
    Alert,
    IntegrityPolicy,
    PairFigures,
    PlayerFigures,
    alerts_of_pair,
    alerts_of_player,
    period,
)
from rules.refusals import Refused

QUIET = PairFigures(hands=20, there_bb=12_500, back_bb=2_500, faced=(19, 20), folded=(19, 17))
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
    ],
)
def test_what_stands_out(change, alerts):
    assert alerts_of_pair(replace(QUIET, **change), policy=IntegrityPolicy()) == alerts


def test_a_period_is_a_month_to_today_unless_asked_for_and_never_longer_than_a_quarter():
    assert period(first=None, last=None, today=TODAY) == (date(2026, 3, 2), TODAY)
    assert period(first=None, last=date(2026, 2, 1), today=TODAY) == (date(2026, 1, 3), date(2026, 2, 1))
    assert period(first=date(2025, 12, 30), last=None, today=TODAY) == (date(2025, 12, 30), TODAY)
    for first in (date(2025, 12, 29), date(2026, 4, 1)):
        with pytest.raises(Refused) as no:
            period(first=first, last=None, today=TODAY)
        assert no.value.code == "bad_period" and no.value.params["days"] == 92


USUAL = PlayerFigures(
    hands=2_500, net_bb=200_000, deviation_bb=1_000, decisions=200, mean_ms=4_000, deviation_ms=601
)


@pytest.mark.rule("PT-H.11", "PT-O.11")
@pytest.mark.parametrize(
    ("change", "alerts"),
    [
        ({}, ()),  # exactly four standard deviations: 4 · 10 · √2,500 = 2,000 big blinds
        ({"net_bb": 200_001}, (Alert.WINS,)),
        ({"net_bb": -200_001}, (Alert.LOSES,)),
        ({"net_bb": 200_001, "hands": 999}, ()),
        ({"deviation_ms": 600}, (Alert.EVEN,)),
        ({"deviation_ms": 600, "decisions": 199}, ()),
        ({"net_bb": 200_001, "deviation_ms": 0}, (Alert.WINS, Alert.EVEN)),
    ],
)
def test_what_stands_out_of_a_player(change, alerts):
    assert alerts_of_player(replace(USUAL, **change), policy=IntegrityPolicy()) == alerts
