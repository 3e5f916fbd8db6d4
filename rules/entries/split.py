"""How the price of an entry is divided, to the cent, and what comes off the pool later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rules.money import BASIS_POINTS, MAX_CENTS, share_bp, split_by_weights
from rules.refusals import N_, Refused


class Component(StrEnum):
    """What a part of a price is for.

    Rule: SCPT.L, REGULATIONS 2.3
    """

    PRIZE_POOL = "prize_pool"
    HOUSE_FEE = "house_fee"
    ADMINISTRATIVE_FEE = "administrative_fee"
    STAFF_FUND = "staff_fund"
    RANKING_FUND = "ranking_fund"
    BOUNTY = "bounty"


class Base(StrEnum):
    """What a percentage is a percentage of.

    PRICE: the whole price of an entry. PRIZE_SHARE: the prize part of one entry before anything is withheld
    from it. POOL: the prize pool of the whole tournament when prizes are computed (only for pool deductions).
    """

    PRICE = "price"
    PRIZE_SHARE = "prize_share"
    POOL = "pool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One line of a split: an amount in cents, or a share in basis points of a named base, never both.

    `withheld`: the part is taken out of the prize part instead of standing beside it.
    """

    component: Component
    amount_cents: int | None = None
    share_bp: int | None = None
    base: Base = Base.PRICE
    withheld: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolDeduction:
    """What comes off the tournament's pool when prizes are computed: an amount, or a share of the pool."""

    component: Component
    amount_cents: int | None = None
    share_bp: int | None = None

    def on(self, pool_cents: int) -> int:
        """Return the deduction in cents, rounded down: the odd part of a cent stays with the players."""
        if self.share_bp is not None:
            return share_bp(pool_cents, bp=self.share_bp)
        return min(self.amount_cents or 0, pool_cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyInSplit:
    """How one price is divided, and what is taken off the pool later.

    `guarantee_deductions` are the deductions foreseen for a guarantee that the entries already carry one by
    one (SCPT 450: 3 % staff and 3 % ranking); deductions of the pool need no repeating there.
    """

    name: str
    price_cents: int
    parts: tuple[Part, ...]
    pool_deductions: tuple[PoolDeduction, ...] = ()
    guarantee_deductions: tuple[PoolDeduction, ...] = ()

    def amounts(self) -> tuple[tuple[Component, int], ...]:
        """Return the exact cents per component for one entry, in the order of the parts; they sum to the price.

        Percentages beside each other are rounded by largest remainder (ties: the earlier part). A withheld
        percentage is rounded down; its odd cent stays in the prize part. Same components are added up.
        Refusals: ``split_does_not_sum``, ``bad_split``.
        Rule: SCPT.L, CASES split-1, CASES split-2
        """
        _check_parts(self)
        beside = [p for p in self.parts if not p.withheld]
        exact = [_exact(p, self.price_cents) for p in beside]
        if sum(exact) != self.price_cents:
            raise Refused(
                "split_does_not_sum",
                N_("The parts add up to %(sum_cents)s, the price is %(price_cents)s."),
                rule="SCPT.L",
                sum_cents=float(sum(exact)) if sum(exact).denominator != 1 else int(sum(exact)),
                price_cents=self.price_cents,
            )
        # every exact part is a multiple of 1/10,000 cent, so as weights they sum to the price and whole cents
        # stay whole
        whole = split_by_weights(self.price_cents, weights=[int(value * BASIS_POINTS) for value in exact])
        found: dict[Component, int] = {}
        for part, cents in zip(beside, whole, strict=True):
            found[part.component] = found.get(part.component, 0) + cents
        prize_share = found.get(Component.PRIZE_POOL, 0)
        for part in self.parts:
            if not part.withheld:
                continue
            base = self.price_cents if part.base is Base.PRICE else prize_share
            cents = (
                part.amount_cents if part.amount_cents is not None else share_bp(base, bp=part.share_bp or 0)
            )
            found[part.component] = found.get(part.component, 0) + cents
            found[Component.PRIZE_POOL] = found.get(Component.PRIZE_POOL, 0) - cents
        if found.get(Component.PRIZE_POOL, 0) < 0:
            raise _bad_split("prize_pool")
        return tuple(found.items())

    def cents(self, component: Component) -> int:
        """Return the cents of one component of one entry; 0 when the split has no such part."""
        return dict(self.amounts()).get(component, 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the split as JSON-able values."""
        return {
            "name": self.name,
            "price_cents": self.price_cents,
            "parts": [
                {
                    "component": p.component.value,
                    "amount_cents": p.amount_cents,
                    "share_bp": p.share_bp,
                    "base": p.base.value,
                    "withheld": p.withheld,
                }
                for p in self.parts
            ],
            "pool_deductions": [_deduction_dict(d) for d in self.pool_deductions],
            "guarantee_deductions": [_deduction_dict(d) for d in self.guarantee_deductions],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> BuyInSplit:
        """Return the split from stored or posted values, checked. Refusals: ``bad_split``,
        ``split_does_not_sum``.
        """
        try:
            split = cls(
                name=str(values["name"])[:60],
                price_cents=values["price_cents"],
                parts=tuple(
                    Part(
                        component=Component(p["component"]),
                        amount_cents=p.get("amount_cents"),
                        share_bp=p.get("share_bp"),
                        base=Base(p.get("base", "price")),
                        withheld=p.get("withheld", False) is True,
                    )
                    for p in values["parts"]
                ),
                pool_deductions=tuple(_deduction(d) for d in values.get("pool_deductions", ())),
                guarantee_deductions=tuple(_deduction(d) for d in values.get("guarantee_deductions", ())),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as wrong:
            raise _bad_split(str(wrong)[:60]) from None
        split.amounts()
        return split


def simple_split(*, name: str, prize_cents: int, fee_cents: int = 0, bounty_cents: int = 0) -> BuyInSplit:
    """Return the plain "100 + 20" (or "50 + 50 + 20" with a bounty) split; the price is the sum."""
    lines = (
        (Component.PRIZE_POOL, prize_cents),
        (Component.BOUNTY, bounty_cents),
        (Component.HOUSE_FEE, fee_cents),
    )
    return BuyInSplit(
        name=name,
        price_cents=prize_cents + bounty_cents + fee_cents,
        parts=tuple(Part(component=c, amount_cents=a) for c, a in lines if a or c is Component.PRIZE_POOL),
    )


def _exact(part: Part, price_cents: int) -> Fraction:
    if part.amount_cents is not None:
        return Fraction(part.amount_cents)
    return Fraction(price_cents * (part.share_bp or 0), BASIS_POINTS)


def _check_parts(split: BuyInSplit) -> None:
    if not _whole(split.price_cents) or not 0 <= split.price_cents <= MAX_CENTS:
        raise _bad_split("price_cents")
    if not 1 <= len(split.parts) <= 20 or len(split.pool_deductions) + len(split.guarantee_deductions) > 20:
        raise _bad_split("parts")
    for part in split.parts:
        _check_one(part.component, part.amount_cents, part.share_bp)
        if part.base is Base.POOL or (part.base is Base.PRIZE_SHARE and not part.withheld):
            raise _bad_split(part.component)  # not known when one entry is paid
        if part.withheld and part.component is Component.PRIZE_POOL:
            raise _bad_split(part.component)
    for deduction in (*split.pool_deductions, *split.guarantee_deductions):
        _check_one(deduction.component, deduction.amount_cents, deduction.share_bp)


def _check_one(component: Component, amount: int | None, share: int | None) -> None:
    if (amount is None) == (share is None):
        raise _bad_split(component)
    if amount is not None and (not _whole(amount) or not 0 <= amount <= MAX_CENTS):
        raise _bad_split(component)
    if share is not None and (not _whole(share) or not 0 <= share <= BASIS_POINTS):
        raise _bad_split(component)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _deduction_dict(deduction: PoolDeduction) -> dict[str, Any]:
    return {
        "component": deduction.component.value,
        "amount_cents": deduction.amount_cents,
        "share_bp": deduction.share_bp,
    }


def _deduction(values: Mapping[str, Any]) -> PoolDeduction:
    return PoolDeduction(
        component=Component(values["component"]),
        amount_cents=values.get("amount_cents"),
        share_bp=values.get("share_bp"),
    )


def _bad_split(part: str) -> Refused:
    return Refused(
        "bad_split",
        N_(
            "The part %(part)s of the buy-in is not one that can be computed: give an amount or a percentage."
        ),
        rule="SCPT.L",
        part=str(part),
    )


# R$ 400 + 50: 79 % prize and 21 % house of the whole 450; staff and ranking, 3 % of 450 each, come out of the
# prize.
SCPT_450 = BuyInSplit(
    name="SCPT 450",
    price_cents=45_000,
    parts=(
        Part(component=Component.PRIZE_POOL, share_bp=7900),
        Part(component=Component.HOUSE_FEE, share_bp=2100),
        Part(component=Component.STAFF_FUND, share_bp=300, withheld=True),
        Part(component=Component.RANKING_FUND, share_bp=300, withheld=True),
    ),
    guarantee_deductions=(
        PoolDeduction(component=Component.STAFF_FUND, share_bp=300),
        PoolDeduction(component=Component.RANKING_FUND, share_bp=300),
    ),
)

# 240 + 60 + 50 per entry; staff 3 % of the pool, R$ 500 and one raffled buy-in of R$ 120 per stage off the
# pool.
SCPT_350 = BuyInSplit(
    name="SCPT 350",
    price_cents=35_000,
    parts=(
        Part(component=Component.PRIZE_POOL, amount_cents=24_000),
        Part(component=Component.HOUSE_FEE, amount_cents=6_000),
        Part(component=Component.ADMINISTRATIVE_FEE, amount_cents=5_000),
    ),
    pool_deductions=(
        PoolDeduction(component=Component.STAFF_FUND, share_bp=300),
        PoolDeduction(component=Component.RANKING_FUND, amount_cents=50_000),
        PoolDeduction(component=Component.RANKING_FUND, amount_cents=12_000),
    ),
)

SPLIT_PRESETS: Mapping[str, BuyInSplit] = {"scpt_450": SCPT_450, "scpt_350": SCPT_350}
