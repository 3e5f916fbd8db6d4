"""How much a player lets himself spend, asked before the balance is touched.

Periods are running ones: the day that ends now, not since midnight, so that no one waits for the clock to strike.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from rules.refusals import N_, Refused

PERIODS: Mapping[str, timedelta] = {
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
}

# A stricter limit holds at once, a looser one only after a night's sleep.
COOLING = timedelta(hours=24)

_REACHED: Mapping[str, str] = {
    "day": N_("This would pass the limit you set for 24 hours. Choose what costs less or come back later."),
    "week": N_("This would pass the limit you set for 7 days. Choose what costs less or come back later."),
    "month": N_("This would pass the limit you set for 30 days. Choose what costs less or come back later."),
}


def window_start(period: str, *, at: datetime) -> datetime:
    """Since when spending counts towards a limit of `period` ("day", "week", "month") at the moment `at`."""
    return at - PERIODS[period]


def applies_from(*, now_cents: int | None, wanted_cents: int | None, at: datetime) -> datetime:
    """Return when a new limit begins to hold; None means no limit. Cents per period."""
    if wanted_cents is not None and (now_cents is None or wanted_cents <= now_cents):
        return at
    return at + COOLING


def check_limit(*, period: str, limit_cents: int, spent_cents: int, price_cents: int) -> None:
    """Refuse what would pass the limit; spending it to the last cent is allowed.

    Refusals: ``play_limit_reached``.
    Rule: PT-T.21, PT-T.22
    """
    if spent_cents + price_cents > limit_cents:
        raise Refused("play_limit_reached", _REACHED[period], rule="PT-T.21", period=period)
