"""Limits that a player sets for himself: what they count, and when they hold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from rules.play_limits import (
    COOLING,
    LimitKind,
    applies_from,
    check_deposit_limit,
    check_limit,
    time_within,
    used_up_at,
    window_start,
    without_stops,
)
from rules.refusals import Refused

AT = datetime(2026, 11, 24, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.rule("PT-T.21", "PT-T.22")
@pytest.mark.parametrize(
    ("now", "wanted", "waits"),
    [(None, 100, False), (100, 99, False), (100, 100, False), (100, 101, True), (100, None, True), (None, None, True)],
)  # fmt: skip
def test_a_stricter_limit_holds_at_once_and_a_looser_one_after_a_day(now, wanted, waits):
    assert applies_from(now=now, wanted=wanted, at=AT) == AT + (COOLING if waits else timedelta())


@pytest.mark.parametrize("kind", [LimitKind.SPEND, LimitKind.LOSS])
@pytest.mark.parametrize("period", ["day", "week", "month"])
def test_a_price_passes_to_the_last_cent(kind, period):
    limit = {"kind": kind, "period": period, "limit_cents": 100, "currency": "BRL"}
    check_limit(**limit, spent_cents=60, price_cents=40)
    # what was won may be lost again
    check_limit(**limit, spent_cents=-500, price_cents=600)
    with pytest.raises(Refused) as caught:
        check_limit(**limit, spent_cents=60, price_cents=41)
    assert (caught.value.code, caught.value.rule) == ("play_limit_reached", "PT-T.21")
    # what is left is told, and never less than nothing
    assert caught.value.params == {"period": period, "left_cents": 40, "currency": "BRL"}
    with pytest.raises(Refused) as caught:
        check_limit(**limit, spent_cents=101, price_cents=1)
    assert caught.value.params["left_cents"] == 0


@pytest.mark.rule("PT-T.21", "REGULATIONS 2.10")
def test_a_deposit_is_told_how_much_more_may_come_in():
    limit = {"period": "week", "limit_cents": 100, "currency": "EUR"}
    check_deposit_limit(**limit, deposited_cents=60, amount_cents=40)
    with pytest.raises(Refused) as caught:
        check_deposit_limit(**limit, deposited_cents=60, amount_cents=41, own=True)
    assert caught.value.sentence.startswith("Your deposit limit")
    for deposited, left in ((60, 40), (150, 0)):
        with pytest.raises(Refused) as caught:
            check_deposit_limit(**limit, deposited_cents=deposited, amount_cents=41)
        assert caught.value.code == "deposit_limit_reached"
        assert caught.value.params == {"period": "week", "left_cents": left, "currency": "EUR"}


@pytest.mark.parametrize(
    ("spans", "hours"),
    [
        ([], 0),
        ([(0, 2)], 2),
        ([(0, 2), (1, 3)], 3),
        ([(0, 4), (1, 2)], 4),
        ([(5, 6), (0, 1)], 2),
        ([(-30, -20), (-26, 1)], 25),
    ],
)
def test_time_at_several_tables_counts_once_and_within_the_period_alone(spans, hours):
    found = [(AT + a * HOUR, AT + b * HOUR) for a, b in spans]
    assert time_within(found, since=window_start("day", at=AT)) == hours * HOUR


@pytest.mark.parametrize(
    ("spans", "hours"),
    [
        ([], 2),
        ([(-1, 0)], 1),
        ([(-3, -1)], 0),
        ([(-9, 0)], 0),
        # one of the two hours is played, and begins to count no longer in half an hour
        ([(-23.5, -22.5)], 2),
        # from now on as much stops counting as is played, until that is over
        ([(-24.5, -23), (-0.5, 0)], 1.5),
        ([(-24.5, -23), (-24, -22.5), (-23.75, -23.5)], 2),
    ],
)
def test_a_limit_of_time_is_used_up_when_more_is_played_than_stops_counting(spans, hours):
    found = [(AT + a * HOUR, AT + b * HOUR) for a, b in spans]
    assert used_up_at(found, limit=2 * HOUR, length=24 * HOUR, at=AT) == AT + hours * HOUR


@pytest.mark.rule("PT-H.72", "REGULATIONS 2.10")
@pytest.mark.parametrize(
    ("stops", "played"),
    [
        ([], [(0, 60)]),
        ([(10, 20)], [(0, 10), (20, 60)]),
        ([(50, 90)], [(0, 50)]),
        ([(-10, 5)], [(5, 60)]),
        ([(-20, -10), (60, 70)], [(0, 60)]),
        ([(30, 40), (10, 35), (38, 39)], [(0, 10), (40, 60)]),
        ([(0, 60)], []),
        ([(20, 20)], [(0, 20), (20, 60)]),
    ],
)
def test_time_in_which_a_table_was_held_is_cut_out_of_the_time_at_it(stops, played):
    def at(minute):
        return AT + timedelta(minutes=minute)

    found = without_stops(at(0), ends=at(60), stops=[(at(since), at(until)) for since, until in stops])
    assert found == [(at(since), at(until)) for since, until in played]
