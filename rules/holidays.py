"""Public holidays on which no bank pays: national ones of Brazil and Portugal, those of Easter among them."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum


class Country(StrEnum):
    """Where a venue is, as far as its bank days are known."""

    BRAZIL = "BR"
    PORTUGAL = "PT"


# Month and day, and from which year on. Brazil: Lei 662/1949, 6.802/1980, 10.607/2002, 14.759/2023.
# Portugal: Código do Trabalho, art. 234; the four that were dropped for 2013 to 2015 are in it again since 2016.
_FIXED: dict[Country, tuple[tuple[int, int, int], ...]] = {
    Country.BRAZIL: (
        (1, 1, 0),
        (4, 21, 0),
        (5, 1, 0),
        (9, 7, 0),
        (10, 12, 0),
        (11, 2, 0),
        (11, 15, 0),
        (11, 20, 2024),
        (12, 25, 0),
    ),
    Country.PORTUGAL: (
        (1, 1, 0),
        (4, 25, 0),
        (5, 1, 0),
        (6, 10, 0),
        (8, 15, 0),
        (10, 5, 0),
        (11, 1, 0),
        (12, 1, 0),
        (12, 8, 0),
        (12, 25, 0),
    ),
}
# Days from Easter Sunday. Brazil: Carnival Monday and Tuesday, Good Friday, Corpus Christi (banks are closed on all of
# them, Resolução CMN 4.880/2020). Portugal: Good Friday, Easter, Corpus Christi.
_FROM_EASTER: dict[Country, tuple[int, ...]] = {
    Country.BRAZIL: (-48, -47, -2, 60),
    Country.PORTUGAL: (-2, 0, 60),
}


def easter(year: int) -> date:
    """Easter Sunday of a Gregorian year (Meeus, Jones and Butcher)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def country_of(*, currency: str, timezone: str) -> Country | None:
    """Return the country of a venue by its money and its time; None where its holidays are not known."""
    if currency == "BRL":
        return Country.BRAZIL
    if timezone in ("Europe/Lisbon", "Atlantic/Madeira", "Atlantic/Azores"):
        return Country.PORTUGAL
    return None


def holidays(country: Country | None, *, year: int) -> frozenset[date]:
    """Return the days of a year on which a bank there does not pay, besides Saturdays and Sundays; none where
    unknown.

    Rule: SCPT.L-B, REGULATIONS 1.4
    """
    if country is None:
        return frozenset()
    sunday = easter(year)
    fixed = {date(year, month, day) for month, day, since in _FIXED[country] if year >= since}
    return frozenset(fixed | {sunday + timedelta(days=days) for days in _FROM_EASTER[country]})
