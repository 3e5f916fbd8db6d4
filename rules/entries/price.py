"""What an entry costs by each method of payment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.money import Currency, surcharge_on


class PaymentMethod(StrEnum):
    """How an entry is paid.

    Rule: SCPT.E, PT-T.21
    """

    CASH = "cash"
    DEBIT = "debit"
    CREDIT = "credit"
    TRANSFER = "transfer"
    BALANCE = "balance"


# SCPT.E: what the card companies take, about 5 % and 10 %; a venue sets its own
SCPT_SURCHARGES_BP: Mapping[PaymentMethod, int] = {PaymentMethod.DEBIT: 500, PaymentMethod.CREDIT: 1000}


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceLine:
    """One line of the desk's table of prices."""

    method: PaymentMethod
    price_cents: int
    surcharge_bp: int
    surcharge_cents: int
    total_cents: int


def balance_only(*, online: bool, currency: str) -> bool:
    """Return whether entries are paid from the account's balance alone: online, where it is real money. Nobody has a balance of
    practice money.

    Rule: PT-T.21
    """
    return online and currency != Currency.PLAY


def price_line(
    *, price_cents: int, method: PaymentMethod, surcharges_bp: Mapping[PaymentMethod, int]
) -> PriceLine:
    """Return what one method costs: the price, the venue's surcharge (nearest cent, halves up) and the sum.

    Rule: SCPT.E, REGULATIONS 2.2
    """
    bp = surcharges_bp.get(method, 0)
    extra = surcharge_on(price_cents, bp=bp)
    return PriceLine(
        method=method,
        price_cents=price_cents,
        surcharge_bp=bp,
        surcharge_cents=extra,
        total_cents=price_cents + extra,
    )


def price_table(
    *,
    price_cents: int,
    surcharges_bp: Mapping[PaymentMethod, int],
    methods: Sequence[PaymentMethod] = tuple(PaymentMethod),
) -> tuple[PriceLine, ...]:
    """Return the table the desk shows: one line per method.

    Rule: SCPT.E
    """
    return tuple(price_line(price_cents=price_cents, method=m, surcharges_bp=surcharges_bp) for m in methods)
