"""What a player decided before the turn: it stands in the player's seat and is told to that player alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import hands
from rules.betting import price_ahead
from rules.hands import Hand
from rules.online import Ahead, PreAct, still_stands


def decided_ahead(kept: Mapping[str, Any], *, hand: Hand, number: int) -> PreAct | None:
    """Return what a player decided ahead, where it still stands in the hand of this number. Rule: PT-H.34, PT-H.43"""
    if not kept.get("ahead") or kept["away_since"] or kept["leaves"]:
        return None
    ahead, of_hand, street, facing_chips = kept["ahead"]
    meant = PreAct(ahead=Ahead(ahead), hand=of_hand, street=street, facing_chips=facing_chips)
    price = _price(hand, seat=kept["seat"])
    if price is None or not still_stands(meant, hand=number, street=hand.street.value, facing_chips=price):
        return None
    return meant


def _price(hand: Hand, *, seat: int) -> int | None:
    if hand.betting.over:
        return None
    now = hands.options(hand)
    return now.facing_chips if now.seat == seat else price_ahead(hand.betting, seat=seat)
