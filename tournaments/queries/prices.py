"""What an entry costs now, and from when on it costs something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules import levels
from rules.entries import BuyInSplit, periods_left, periods_of, split_of_price
from tournaments.models import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceStep:
    """A price of an entry and its end: a moment, or a level with the break after it; without either the last one."""

    price_cents: int
    until: datetime | None
    until_level: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What an entry costs now (`split`), and all prices that are still to come: the first is that of now."""

    split: BuyInSplit
    steps: tuple[PriceStep, ...]

    @property
    def now_cents(self) -> int:
        return self.split.price_cents


def prices_at(settings: Mapping[str, Any], *, at: datetime) -> Prices:
    """Return the prices of a tournament, from its settings (`announcements.settings_of`) or its values by the same
    names.
    """
    ordinary = BuyInSplit.from_dict(settings["split"])
    last = PriceStep(price_cents=ordinary.price_cents, until=None, until_level=None)
    periods = periods_of(settings["price_periods"])
    if not periods:
        return Prices(split=ordinary, steps=(last,))
    starts_at = settings["starts_at"]
    left = periods_left(periods, starts_at=starts_at, at=at, level=_level(settings))
    return Prices(
        split=left[0].split if left else ordinary,
        steps=(
            *(
                PriceStep(
                    price_cents=p.split.price_cents, until=p.ends_at(starts_at), until_level=p.until_level
                )
                for p in left
            ),
            last,
        ),
    )


def _level(settings: Mapping[str, Any]) -> int:
    """The level that began last; 0 before the start."""
    index = Clock.objects.filter(pk=settings["tournament_id"]).values_list("level_index", flat=True).first()
    return 0 if index is None else levels.from_dict(settings["structure"]).level_number(index)


def split_paid(settings: Mapping[str, Any], *, price_cents: int | None) -> BuyInSplit:
    """Return where a price went, or will go, that was told or paid before; None: the ordinary one."""
    ordinary = BuyInSplit.from_dict(settings["split"])
    if price_cents is None:
        return ordinary
    return split_of_price(periods_of(settings["price_periods"]), ordinary=ordinary, price_cents=price_cents)
