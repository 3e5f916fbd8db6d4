"""The price of a tournament on a card."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from tournaments.queries.prices import PriceStep
from web import prices

register = template.Library()


@register.simple_tag
def next_price(steps: Sequence[PriceStep], currency: str, zone: str) -> str:
    """Return until when the price of now holds, and what comes then; "" where there is one price only."""
    return prices.next_price(steps, currency=currency, zone=zone)
