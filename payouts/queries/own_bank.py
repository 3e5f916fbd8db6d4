"""How a player's pay-ins and withdrawals stand, for a page of theirs that is open."""

from __future__ import annotations

from typing import Any

from payouts.models import PayIn, Withdrawal
from payouts.queries.found import ON_A_PAGE


def bank_payload(player_id: int) -> dict[str, Any]:
    """Return the last pay-ins and withdrawals of a player, each with its state and what came. Rule: PT-T.21"""
    pay_ins = PayIn.objects.filter(player_id=player_id).order_by("-id")[:ON_A_PAGE]
    withdrawals = Withdrawal.objects.filter(player_id=player_id).order_by("-id")[:ON_A_PAGE]
    return {
        "standing": [
            *([one.reference, one.state, one.arrived_cents] for one in pay_ins),
            *([one.reference, one.state, one.amount_cents] for one in withdrawals),
        ]
    }


def bank_venues(player_id: int) -> set[int]:
    """Return the houses that a player paid in at or withdrew from."""
    pay_ins = PayIn.objects.filter(player_id=player_id).values_list("venue_id")
    withdrawals = Withdrawal.objects.filter(player_id=player_id).values_list("venue_id")
    return {venue_id for (venue_id,) in pay_ins.union(withdrawals)}
