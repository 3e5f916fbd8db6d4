"""A player takes money out of the wallet."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from ledger.operations import over_the_counter
from people.queries import require
from rules.permissions import Action


@command("ledger.withdraw")
def withdraw(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    player_id: int,
    unit: str,
    amount_cents: int,
    method: str,
    reference: str = "",
) -> dict[str, Any]:
    """Out of the wallet, by cash or bank transfer or back to the card. Returns {transfer_id, balance_cents}.

    Refusals: ``forbidden``, ``unknown_player``, ``bad_amount``, ``bad_method``, ``reference_missing``, ``insufficient_funds``.
    Rule: SCPT.L
    """
    require(by, Action.WITHDRAW, venue_id=venue_id)
    return over_the_counter(
        kind="withdrawal",
        into_wallet=False,
        venue_id=venue_id,
        player_id=player_id,
        unit=unit,
        amount_cents=amount_cents,
        method=method,
        reference=reference,
        at=at,
        command_id=command_id,
    )
