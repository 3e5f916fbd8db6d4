"""A player leaves money with the house."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from ledger.operations import over_the_counter
from people.queries import exclusion_of, require
from rules.permissions import Action
from rules.refusals import N_, Refused


@command("ledger.deposit")
def deposit(
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
    """Cash, card or bank transfer into the wallet. Returns {transfer_id, balance_cents}.

    Refusals: ``forbidden``, ``excluded``, ``unknown_player``, ``bad_amount``, ``bad_method``, ``reference_missing``.
    Rule: SCPT.E, PT-T.21
    """
    require(by, Action.DEPOSIT, venue_id=venue_id)
    if exclusion_of(player_id, venue_id=venue_id, at=at) is not None:
        raise Refused(
            "excluded",
            N_("This player is excluded from playing and pays nothing in. Paying out is possible."),
            rule="PT-T.21",
        )
    return over_the_counter(
        kind="deposit",
        into_wallet=True,
        venue_id=venue_id,
        player_id=player_id,
        unit=unit,
        amount_cents=amount_cents,
        method=method,
        reference=reference,
        at=at,
        command_id=command_id,
    )
