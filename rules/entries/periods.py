"""What an entry costs at which time: cheaper until a moment before the start, dearer from a level on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from rules.entries.split import BuyInSplit, Component, Part
from rules.refusals import N_, Refused

MOST_PERIODS = 5
LONGEST_MINUTES_BEFORE_START = 366 * 24 * 60
HIGHEST_LEVEL = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PricePeriod:
    """A price that holds until so many minutes before the announced start, or through a level and the break after it:
    one of the two. A start that is put off takes its periods with it."""

    split: BuyInSplit
    minutes_before_start: int | None = None
    until_level: int | None = None

    def ends_at(self, starts_at: datetime) -> datetime | None:
        """Return the moment from which this price holds no more; None where a level ends it."""
        if self.minutes_before_start is None:
            return None
        return starts_at - timedelta(minutes=self.minutes_before_start)

    def holds(self, *, starts_at: datetime, at: datetime, level: int) -> bool:
        """Return whether this period has not ended. level: the one that began last, 0 before the start."""
        ends_at = self.ends_at(starts_at)
        return at < ends_at if ends_at is not None else level <= (self.until_level or 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the period as JSON-able values."""
        return {
            "minutes_before_start": self.minutes_before_start,
            "until_level": self.until_level,
            "price_cents": self.split.price_cents,
            "split": self.split.as_dict(),
        }


def in_order(periods: Iterable[PricePeriod]) -> tuple[PricePeriod, ...]:
    """Return the periods as they follow one another: those that end before the start, then those that end with a
    level.
    """
    return tuple(sorted(periods, key=lambda p: (p.until_level or 0, -(p.minutes_before_start or 0))))


def periods_of(values: Iterable[Mapping[str, Any]]) -> tuple[PricePeriod, ...]:
    """Return the periods from stored values."""
    return tuple(
        PricePeriod(
            split=BuyInSplit.from_dict(line["split"]),
            minutes_before_start=line["minutes_before_start"],
            until_level=line["until_level"],
        )
        for line in values
    )


def periods_left(
    periods: Iterable[PricePeriod], *, starts_at: datetime, at: datetime, level: int
) -> tuple[PricePeriod, ...]:
    """Return the periods that have not ended, the one in force first."""
    return tuple(p for p in periods if p.holds(starts_at=starts_at, at=at, level=level))


def split_at(
    periods: Iterable[PricePeriod], *, ordinary: BuyInSplit, starts_at: datetime, at: datetime, level: int
) -> BuyInSplit:
    """Return what an entry costs at a moment, and how it is divided: the first period that has not ended, then the
    ordinary price.
    Rule: SCPT.L
    """
    left = periods_left(periods, starts_at=starts_at, at=at, level=level)
    return left[0].split if left else ordinary


def periods_put_off(
    periods: Iterable[PricePeriod], *, starts_at: datetime, later: timedelta, at: datetime
) -> tuple[PricePeriod, ...]:
    """Return the periods of a start that is put off: those still to end go with it, one that has ended keeps its end,
    so that nobody who paid the next price sees the old one come back.
    Rule: SCPT.L
    """
    minutes = int(later.total_seconds() // 60)
    return tuple(
        period
        if period.minutes_before_start is None or period.holds(starts_at=starts_at, at=at, level=0)
        else replace(period, minutes_before_start=max(0, period.minutes_before_start + minutes))
        for period in periods
    )


def split_of_price(periods: Iterable[PricePeriod], *, ordinary: BuyInSplit, price_cents: int) -> BuyInSplit:
    """Return the split of a price that was told before: it holds though its period has ended. Two prices are never
    equal, and none changes once somebody has registered.
    Rule: SCPT.D, SCPT.L
    """
    return next((p.split for p in periods if p.split.price_cents == price_cents), ordinary)


def check_price_shown(shown_cents: int | None, *, now_cents: int, currency: str) -> None:
    """Check whether a price is still the one that was shown when it was accepted; nobody pays more unasked.

    Refusal: ``price_changed``. Rule: SCPT.E"""
    if shown_cents is not None and shown_cents != now_cents:
        raise Refused(
            "price_changed",
            N_(
                "The price has changed meanwhile: it is %(now_cents)s now. Nothing was taken. Look at it and choose again."
            ),
            rule="SCPT.E",
            now_cents=now_cents,
            currency=currency,
        )


def at_price(split: BuyInSplit, *, price_cents: int, fee_cents: int | None = None) -> BuyInSplit:
    """Return the split of another price of the same tournament: percentages stay percentages, fixed parts stay what
    they are, and the prize part takes the difference; `fee_cents`: the house's fee, where it is another one.

    What comes off the pool at the end belongs to the tournament and not to a price. Refusals: ``split_does_not_sum``
    where the other parts are more than the price, ``bad_split`` where what is withheld is more than the prize part. Rule: SCPT.L
    """
    same = replace(split, price_cents=price_cents, pool_deductions=(), guarantee_deductions=())
    beside = [p for p in split.parts if not p.withheld]
    if fee_cents is None and all(p.share_bp is not None for p in beside):
        return same
    # a percentage beside fixed parts is an amount of this price from here on
    fixed: dict[Component, int] = {}
    for part in beside:
        if part.component is not Component.PRIZE_POOL:
            cents = (
                part.amount_cents
                if part.amount_cents is not None
                else price_cents * (part.share_bp or 0) // 10_000
            )
            fixed[part.component] = fixed.get(part.component, 0) + cents
    if fee_cents is not None:
        fixed[Component.HOUSE_FEE] = fee_cents
    rest = price_cents - sum(fixed.values())
    if rest < 0:
        raise Refused(
            "split_does_not_sum",
            N_("The parts add up to %(sum_cents)s, the price is %(price_cents)s."),
            rule="SCPT.L",
            sum_cents=sum(fixed.values()),
            price_cents=price_cents,
        )
    parts = [Part(component=Component.PRIZE_POOL, amount_cents=rest)]
    parts += [Part(component=c, amount_cents=cents) for c, cents in fixed.items() if cents]
    made = replace(same, parts=(*parts, *(p for p in split.parts if p.withheld)))
    made.amounts()
    return made
