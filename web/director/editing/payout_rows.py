"""The places of a payout table of one's own as rows: a percentage or an amount is typed, first place gets the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django.http.request import QueryDict

from rules.prizes import PayoutTable, percent_of, rest_for_first
from rules.refusals import N_, Refused, Several
from web import forms
from web.director.editing.typed import amount_typed, decimal_point

MOST_ROWS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutRow:
    """One place, or several with the same prize. shown: the amount as the page showed it; another one was typed."""

    last: str
    percent: str = ""
    amount: str = ""
    shown: str = ""


def percent_typed(value: Decimal) -> str:
    """Return a percentage as one would type it in the page's language: at least two decimals."""
    plain = f"{value:f}"
    whole, _point, rest = plain.partition(".")
    return whole + decimal_point() + rest.rstrip("0").ljust(2, "0")


def rows_of_table(table: PayoutTable, *, prizes: Sequence[int]) -> list[PayoutRow]:
    """Return the rows of a table with what each place gets of the pool."""
    return [
        PayoutRow(
            last=str(tier.last),
            percent=percent_typed(tier.percent_each),
            amount=(cents := amount_typed(prizes[tier.first - 1]) if tier.first <= len(prizes) else ""),
            shown=cents,
        )
        for tier in table.tiers
    ]


def rounded(table: PayoutTable) -> list[PayoutRow]:
    """Return the rows of a computed table as one would write it oneself: to the hundredth of a percent, the rest to first place."""
    hundredth = Decimal("0.01")
    return [
        PayoutRow(last=str(tier.last), percent=percent_typed(tier.percent_each.quantize(hundredth)))
        for tier in table.tiers
    ]


def rows_posted(post: QueryDict) -> list[PayoutRow]:
    """Return the rows as they were typed."""
    count = len(post.getlist("last"))

    def column(name: str) -> list[str]:
        return [value[:30].strip() for value in post.getlist(name)[:count]] + [""] * count

    return [
        PayoutRow(last=last, percent=percent, amount=amount, shown=shown)
        for last, percent, amount, shown in zip(
            column("last")[:count], column("percent"), column("amount"), column("shown"), strict=False
        )
    ]


def tiers_of(rows: Sequence[PayoutRow], *, net_cents: int) -> list[dict[str, Any]]:
    """Return the tiers for rules.announcing.payout_plan; first place gets what the others leave.

    Refusals: those of the fields by row ("percent_2"), all at once; ``nothing_left_for_first``.
    """
    reading = forms.Reading()
    places: list[tuple[int, int]] = []
    percents: list[Decimal] = []
    before = 0
    for number, row in enumerate(rows):
        last = before + 1
        with reading.field(f"last_{number}"):
            last = forms.number({"last": row.last}, name="last", low=before + 1, high=300_000)  # type: ignore[arg-type]
        places.append((before + 1, last))
        before = last
        if number == 0:
            percents.append(Decimal(0))
            continue
        by_amount = bool(net_cents) and row.amount != row.shown and bool(row.amount)
        with reading.field(f"{'amount' if by_amount else 'percent'}_{number}"):
            percents.append(_by_amount(row, net_cents) if by_amount else _percent(row.percent))
    reading.done()
    if rows:
        with reading.field("percent_0"):
            others = [
                (last - first + 1, p) for (first, last), p in list(zip(places, percents, strict=True))[1:]
            ]
            percents[0] = rest_for_first(others, places=places[0][1])
    reading.done()
    for number in range(1, len(percents)):
        if percents[number] > percents[number - 1]:
            refused = Refused(
                "payouts_rise",
                N_("Place %(place)s would get more than the place before it."),
                rule="PT-T.34",
                place=places[number][0],
            )
            raise Several({f"percent_{number}": refused})
    return [
        {"from": first, "to": last, "percent_each": f"{percent:f}"}
        for (first, last), percent in zip(places, percents, strict=True)
    ]


def _by_amount(row: PayoutRow, net_cents: int) -> Decimal:
    cents = forms.amount({"amount": row.amount}, name="amount", allow_zero=False)  # type: ignore[arg-type]
    return percent_of(prize_cents=cents, net_pool_cents=net_cents)


def percent_decimal(typed: str) -> Decimal:
    """Return a percentage as typed, with or without its sign; 0 for what is none."""
    try:
        return Decimal(typed.rstrip("%").strip().replace(",", "."))
    except InvalidOperation:
        return Decimal(0)


def _percent(typed: str) -> Decimal:
    plain = typed.rstrip("%").strip()
    value = percent_decimal(typed)
    if not value.is_finite() or not 0 < value < 100 or len(plain) > 16:
        raise Refused("bad_percent", N_("%(text)s is no percentage, like 5 or 2,5."), text=typed[:40] or "–")
    return value
