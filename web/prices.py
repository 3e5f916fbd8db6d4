"""The prices of an entry in words: what it costs now, until when, and what after that."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.queries.prices import PriceStep
from web.templatetags.houses import money_short
from web.templatetags.shuffle import moment, money


def price_words(steps: Sequence[PriceStep], *, currency: str, zone: str) -> str:
    """Say what it costs now and until when, then what: R$ 300 until Friday 20:00, then R$ 350; "" where there is one price only."""
    if len(steps) < 2:
        return ""
    return ", ".join(_step(step, money(step.price_cents, currency), zone) for step in steps)


def _step(step: PriceStep, price: str, zone: str) -> str:
    if step.until is not None:
        return _("%(price)s until %(time)s") % {"price": price, "time": moment(step.until, zone)}
    if step.until_level is not None:
        return _("%(price)s to the end of level %(level)s") % {"price": price, "level": step.until_level}
    return _("then %(price)s") % {"price": price}


def price_list(steps: Sequence[PriceStep], *, zone: str) -> list[tuple[str, int]]:
    """Return until when it costs what, a line each; none where there is one price only."""
    return [(_while(step, zone), step.price_cents) for step in steps] if len(steps) > 1 else []


def _while(step: PriceStep, zone: str) -> str:
    if step.until is not None:
        return _("until %(time)s") % {"time": moment(step.until, zone)}
    if step.until_level is not None:
        return _("to the end of level %(level)s") % {"level": step.until_level}
    return _("after that")


def next_price(steps: Sequence[PriceStep], *, currency: str, zone: str) -> str:
    """Return until when the price of now holds, and what comes then; "" where there is one price only."""
    if len(steps) < 2:
        return ""
    now, then = steps[0], money_short(steps[1].price_cents, currency)
    if now.until is not None:
        return _("until %(time)s, then %(price)s") % {"time": moment(now.until, zone), "price": then}
    return _("to the end of level %(level)s, then %(price)s") % {"level": now.until_level, "price": then}


def price_holds() -> str:
    """Return what becomes of a price when its time ends before the payment. Rule: SCPT.D"""
    return _(
        "The price at which you register, or ask for a re-entry, holds until you pay, while entries are open."
    )
