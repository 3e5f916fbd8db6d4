"""Bank holidays: published dates."""

from __future__ import annotations

from datetime import date

import pytest

from rules.holidays import Country, country_of, easter, holidays
from rules.prizes import due_on


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(1961, 4, 2), (2000, 4, 23), (2019, 4, 21), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2027, 3, 28), (2038, 4, 25)],
)  # fmt: skip
def test_easter(year, month, day):
    assert easter(year) == date(year, month, day)


@pytest.mark.rule("SCPT.L-B", "REGULATIONS 1.4")
def test_the_years_of_brazil_and_portugal():
    brazil = holidays(Country.BRAZIL, year=2026)
    assert {date(2026, 2, 16), date(2026, 2, 17), date(2026, 4, 3), date(2026, 6, 4)} <= brazil
    assert len(brazil) == 13 and date(2026, 11, 20) in brazil
    assert date(2023, 11, 20) not in holidays(Country.BRAZIL, year=2023)
    portugal = holidays(Country.PORTUGAL, year=2026)
    assert {date(2026, 4, 3), date(2026, 4, 5), date(2026, 6, 4), date(2026, 12, 8)} <= portugal
    assert len(portugal) == 13 and date(2026, 2, 17) not in portugal
    assert holidays(None, year=2026) == frozenset()


def test_the_country_of_a_venue():
    assert country_of(currency="BRL", timezone="America/Manaus") is Country.BRAZIL
    assert country_of(currency="EUR", timezone="Atlantic/Azores") is Country.PORTUGAL
    assert country_of(currency="EUR", timezone="Europe/Madrid") is None


@pytest.mark.rule("SCPT.L-B")
def test_a_prize_of_the_22nd_of_december_is_due_after_the_holidays():
    """The audit's example: 25 December and 1 January count as no business days."""
    days = holidays(Country.BRAZIL, year=2026) | holidays(Country.BRAZIL, year=2027)
    assert due_on(decided_on=date(2026, 12, 22), business_days=7, holidays=days) == date(2027, 1, 4)
    assert due_on(decided_on=date(2026, 12, 22), business_days=7) == date(2026, 12, 31)
