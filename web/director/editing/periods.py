"""Read the prices that hold for a time as the rows of the form, and the price as it is told beside it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http.request import QueryDict

from rules.entries import (
    HIGHEST_LEVEL,
    LONGEST_MINUTES_BEFORE_START,
    MOST_PERIODS,
    BuyInSplit,
    Component,
    PricePeriod,
    at_price,
    periods_of,
)
from rules.refusals import N_, Refused
from web import forms
from web.director.editing.split import in_money, split_typed
from web.director.editing.typed import amount_typed
from web.staffing import StaffTournament


def split_shown(scope: StaffTournament, *, post: QueryDict | None) -> dict[str, Any] | None:
    """Return the price and what goes where, of what is typed or stored; None where it cannot be read."""
    try:
        split = scope.settings["split"] if post is None else split_typed(post, now=scope.settings["split"])
        return {
            "price": split["price_cents"],
            "parts": BuyInSplit.from_dict(split).amounts(),
            "periods": _periods_shown(scope, post, split),
        }
    except Refused:
        return None


def _periods_shown(
    scope: StaffTournament, post: QueryDict | None, split: Mapping[str, Any]
) -> list[tuple[int, Any]]:
    """The prices that hold for a time, each with what goes where."""
    now = scope.settings
    lines = now["price_periods"]
    if post is not None and "period_price_0" in post:
        starts_at = forms.date_time(post, name="starts_at", zone=scope.timezone)
        lines = periods_typed(post, now=now, split=split, starts_at=starts_at, zone=scope.timezone)
    return [(p.split.price_cents, p.split.amounts()) for p in periods_of(lines)]


def _fee_shown(period: PricePeriod, ordinary: BuyInSplit) -> str:
    """The house's fee of a price where it is another than the ordinary split would make it; "" where it is that."""
    try:
        if at_price(ordinary, price_cents=period.split.price_cents).amounts() == period.split.amounts():
            return ""
    except Refused:
        pass
    return amount_typed(period.split.cents(Component.HOUSE_FEE))


def period_lines(now: Mapping[str, Any], *, zone: str) -> list[dict[str, Any]]:
    """Return the prices that hold for a time as the rows of the form."""
    ordinary = BuyInSplit.from_dict(now["split"])
    return [
        {
            "price": amount_typed(period.split.price_cents),
            "fee": _fee_shown(period, ordinary),
            "until": ends_at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")
            if (ends_at := period.ends_at(now["starts_at"])) is not None
            else "",
            "level": period.until_level or "",
        }
        for period in periods_of(now["price_periods"])
    ]


def periods_typed(
    post: QueryDict, *, now: Mapping[str, Any], split: Mapping[str, Any], starts_at: datetime, zone: str
) -> list[dict[str, Any]]:
    """Return the prices that hold for a time: typed by date and time or by level, kept by minutes before the start. A
    fee left empty divides the price as the ordinary one is.
    Refusals: those of the fields, all at once.
    """
    reading = forms.Reading()
    ordinary = BuyInSplit.from_dict(split)
    # what the page showed and nobody changed stays as it is, to the part
    kept = {}
    if split == now["split"]:
        for line, period in zip(period_lines(now, zone=zone), periods_of(now["price_periods"]), strict=True):
            kept[(period.split.price_cents, line["fee"])] = period.split
    found: list[dict[str, Any]] = []
    for row in range(MOST_PERIODS):
        names = {what: f"period_{what}_{row}" for what in ("price", "fee", "until", "level")}
        if not any(forms.text(post, name=name) for name in names.values()):
            continue
        minutes = level = fee = None
        with reading.field(names["until"]):
            if forms.text(post, name=names["until"]):
                minutes = _minutes_before(starts_at, forms.date_time(post, name=names["until"], zone=zone))
            level = forms.number_or_none(post, name=names["level"], low=1, high=HIGHEST_LEVEL)
            if (minutes is None) == (level is None):
                raise Refused(
                    "period_without_end",
                    N_(
                        "Each price that holds for a time ends at a date and time before the start, or with a level:"
                        " one of the two."
                    ),
                    rule="SCPT.L",
                )
        with reading.field(names["fee"]):
            if typed := forms.text(post, name=names["fee"], most=20):
                fee = forms.amount(post, name=names["fee"])
        with reading.field(names["price"]):
            price = forms.amount(post, name=names["price"], allow_zero=False)
            try:
                divided = kept.get((price, typed)) or at_price(ordinary, price_cents=price, fee_cents=fee)
            except Refused as refused:
                raise in_money(refused) from None
            found.append(
                PricePeriod(split=divided, minutes_before_start=minutes, until_level=level).as_dict()
            )
    reading.done()
    return found


def _minutes_before(starts_at: datetime, until: datetime) -> int:
    minutes = int((starts_at.astimezone(UTC) - until.astimezone(UTC)).total_seconds() // 60)
    if minutes < 0:
        raise Refused(
            "period_after_start",
            N_("This is after the start: from there on a price ends with a level."),
            rule="SCPT.L",
        )
    if minutes > LONGEST_MINUTES_BEFORE_START:
        raise Refused("bad_date", N_("Give the day and the time."))
    return minutes
