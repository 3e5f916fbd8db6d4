"""Topics of money that goes by the bank."""

from __future__ import annotations


def own_bank_topic(player_id: int) -> str:
    """Return the topic of one player: how the own pay-ins and withdrawals stand."""
    return f"player/{player_id}/bank"
