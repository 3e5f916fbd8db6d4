"""What an entry costs at which time, and how each price is divided."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.announcing import FIELDS, read
from rules.entries import (
    SCPT_350,
    SCPT_450,
    Component,
    PricePeriod,
    at_price,
    check_price_shown,
    in_order,
    periods_left,
    periods_of,
    periods_put_off,
    simple_split,
    split_at,
    split_of_price,
)
from rules.findings import findings
from rules.policies import shipped
from rules.presets import TEMPLATES
from rules.refusals import Refused

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
ORDINARY = simple_split(name="300 + 50", prize_cents=30_000, fee_cents=5_000)
FRIDAY = PricePeriod(split=at_price(ORDINARY, price_cents=30_000), minutes_before_start=24 * 60)
DOORS = PricePeriod(split=at_price(ORDINARY, price_cents=32_000), minutes_before_start=0)
EARLY_LEVELS = PricePeriod(split=at_price(ORDINARY, price_cents=34_000), until_level=4)
ALL = in_order([EARLY_LEVELS, DOORS, FRIDAY])


@pytest.mark.rule("SCPT.L")
@pytest.mark.parametrize(
    ("minutes", "level", "price"),
    [
        (-10_000, 0, 30_000),
        (-24 * 60 - 1, 0, 30_000),
        (-24 * 60, 0, 32_000),  # at the very moment the next price holds
        (-1, 0, 32_000),
        (0, 0, 34_000),  # late with the start: the price of the levels, none has begun
        (5, 1, 34_000),
        (90, 4, 34_000),  # the break after level 4 included: level 5 has not begun
        (95, 5, 35_000),
        (900, 12, 35_000),
    ],
)
def test_the_price_is_that_of_the_first_period_that_has_not_ended(
    minutes: int, level: int, price: int
) -> None:
    at = START + timedelta(minutes=minutes)
    split = split_at(ALL, ordinary=ORDINARY, starts_at=START, at=at, level=level)
    assert split.price_cents == price == sum(cents for _, cents in split.amounts())
    # put off by a day: the periods go with the start
    later = START + timedelta(days=1)
    moved = split_at(ALL, ordinary=ORDINARY, starts_at=later, at=at + timedelta(days=1), level=level)
    assert moved == split


def test_periods_stand_in_the_order_of_their_ends() -> None:
    assert ALL == (FRIDAY, DOORS, EARLY_LEVELS)
    assert periods_left(ALL, starts_at=START, at=START, level=0) == (EARLY_LEVELS,)
    assert split_at((), ordinary=ORDINARY, starts_at=START, at=START, level=3) == ORDINARY
    assert periods_of([p.as_dict() for p in ALL]) == ALL
    assert FRIDAY.ends_at(START) == START - timedelta(days=1)
    assert EARLY_LEVELS.ends_at(START) is None


@pytest.mark.rule("SCPT.L")
def test_a_start_put_off_takes_what_has_not_ended_along() -> None:
    hour = timedelta(hours=1)
    before = periods_put_off(ALL, starts_at=START, later=hour, at=FRIDAY.ends_at(START) - hour)  # type: ignore[operator]
    assert before == ALL
    moved = periods_put_off(ALL, starts_at=START, later=hour, at=START - hour)
    assert [p.minutes_before_start for p in moved] == [24 * 60 + 60, 0, None]
    assert moved[0].ends_at(START + hour) == FRIDAY.ends_at(START)


@pytest.mark.rule("SCPT.D", "SCPT.L")
def test_a_price_that_was_told_keeps_its_split() -> None:
    for period in ALL:
        assert split_of_price(ALL, ordinary=ORDINARY, price_cents=period.split.price_cents) == period.split
    assert split_of_price(ALL, ordinary=ORDINARY, price_cents=35_000) == ORDINARY


@pytest.mark.rule("SCPT.E")
def test_nobody_pays_another_price_than_was_shown() -> None:
    check_price_shown(None, now_cents=35_000, currency="BRL")
    check_price_shown(35_000, now_cents=35_000, currency="BRL")
    with pytest.raises(Refused) as no:
        check_price_shown(30_000, now_cents=35_000, currency="BRL")
    assert (no.value.code, no.value.params["now_cents"]) == ("price_changed", 35_000)


@pytest.mark.rule("SCPT.L", "CASES split-1")
def test_percentages_stay_percentages_and_fixed_parts_stay_fixed() -> None:
    assert dict(at_price(SCPT_450, price_cents=40_000).amounts()) == {
        Component.PRIZE_POOL: 29_200,  # 79 % less 3 % and 3 %
        Component.HOUSE_FEE: 8_400,
        Component.STAFF_FUND: 1_200,
        Component.RANKING_FUND: 1_200,
    }
    assert dict(at_price(SCPT_350, price_cents=30_000).amounts()) == {
        Component.PRIZE_POOL: 19_000,
        Component.HOUSE_FEE: 6_000,
        Component.ADMINISTRATIVE_FEE: 5_000,
    }
    # what comes off the pool at the end is the tournament's
    assert at_price(SCPT_350, price_cents=30_000).pool_deductions == ()
    assert dict(at_price(SCPT_450, price_cents=40_000, fee_cents=4_000).amounts()) == {
        Component.PRIZE_POOL: 33_600,
        Component.HOUSE_FEE: 4_000,
        Component.STAFF_FUND: 1_200,
        Component.RANKING_FUND: 1_200,
    }
    head = simple_split(name="", prize_cents=5_000, fee_cents=2_000, bounty_cents=5_000)
    assert at_price(head, price_cents=10_000).cents(Component.BOUNTY) == 5_000
    with pytest.raises(Refused) as no:
        at_price(ORDINARY, price_cents=4_999)
    assert no.value.code == "split_does_not_sum"


@given(
    price=st.integers(1, 10_000_000),
    fee=st.none() | st.integers(0, 10_000_000),
    base=st.sampled_from([SCPT_450, SCPT_350, ORDINARY]),
)
def test_every_price_is_divided_to_the_cent_or_refused(price: int, fee: int | None, base: Any) -> None:
    try:
        split = at_price(base, price_cents=price, fee_cents=fee)
    except Refused as no:
        assert no.code in ("split_does_not_sum", "bad_split") and (fee or 0) + 11_000 > price * 94 // 100
        return
    parts = dict(split.amounts())
    assert sum(parts.values()) == price == split.price_cents
    assert all(cents >= 0 for cents in parts.values())
    if fee is not None:
        assert parts.get(Component.HOUSE_FEE, 0) == fee


# ------------------------------------------------------------------------------------------ announcing


def line(price: int, **end: int) -> dict[str, Any]:
    return {"price_cents": price, "split": at_price(ORDINARY, price_cents=price).as_dict(), **end}


def codes(*lines: dict[str, Any], **changes: Any) -> list[str]:
    values = {
        **TEMPLATES["turbo-8max"].values(),
        "price_cents": 35_000,
        "split": ORDINARY.as_dict(),
        "late_registration_level": 6,
        **read({"price_periods": list(lines)}),
        **changes,
    }
    return [f.code for f in findings(values, policies=shipped()["h2"])]


@pytest.mark.rule("SCPT.L", "SCPT.H", "SCPT.P")
def test_what_stands_against_prices_by_period() -> None:
    assert codes() == []
    assert codes(line(30_000, minutes_before_start=60), line(32_000, until_level=5)) == []
    assert codes(line(30_000, minutes_before_start=60), line(30_000, until_level=5)) == [
        "period_prices_equal"
    ]
    assert codes(line(35_000, until_level=5)) == ["period_prices_equal"]
    assert codes(line(30_000, until_level=5), line(32_000, until_level=5)) == ["periods_end_together"]
    assert codes(line(30_000, until_level=6)) == ["period_never_ends"]
    by_time = {"late_registration_level": 0, "late_registration_minutes": 60}
    assert codes(line(30_000, until_level=2), **by_time) == []
    assert codes(line(30_000, until_level=40), **by_time) == ["period_never_ends"]
    free = simple_split(name="", prize_cents=0)
    assert codes(line(30_000, minutes_before_start=60), split=free.as_dict(), price_cents=0) == [
        "periods_of_a_free_entry"
    ]
    head = simple_split(name="", prize_cents=10_000, fee_cents=5_000, bounty_cents=20_000)
    assert codes(line(30_000, minutes_before_start=60), split=head.as_dict()) == ["period_bounty_differs"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("", "bad_periods"),
        ([line(1_000 * n + 10_000, minutes_before_start=n) for n in range(6)], "bad_periods"),
        (["x"], "bad_split"),
        ([line(30_000)], "period_without_end"),
        ([line(30_000, minutes_before_start=5, until_level=2)], "period_without_end"),
        ([line(30_000, minutes_before_start=-1)], "number_too_small"),
        ([line(30_000, minutes_before_start=10**9)], "number_too_large"),
        ([line(30_000, until_level=0)], "number_too_small"),
        ([{**line(30_000, until_level=1), "price_cents": 29_999}], "split_does_not_sum"),
        ([{**line(30_000, until_level=1), "price_cents": 0}], "number_too_small"),
        ([{**line(30_000, until_level=1), "split": None}], "bad_split"),
        ([{**line(35_000, until_level=1), "split": SCPT_350.as_dict()}], "deductions_in_period"),
    ],
)
def test_what_cannot_be_read(lines: Any, code: str) -> None:
    with pytest.raises(Refused) as no:
        FIELDS["price_periods"]("price_periods", lines)
    assert no.value.code == code
