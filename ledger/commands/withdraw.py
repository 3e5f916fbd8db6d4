"""A player takes money out of the wallet."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Text
from ledger.fields import METHODS_AT_THE_COUNTER, Cents
from ledger.operations import MOST_NOTE, over_the_counter
from people.queries import require
from rules.permissions import Permission
from tournaments.models.circuit import CURRENCIES


@command("ledger.withdraw", Card(permission=Permission.WITHDRAW, address="venues/<id:venue_id>/withdrawals"))
def withdraw(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    player_id: int,
    unit: Annotated[str, Choice(choices=CURRENCIES)],
    amount_cents: Cents,
    method: Annotated[str, Choice(choices=METHODS_AT_THE_COUNTER)],
    reference: Annotated[str, Text(max_length=MOST_NOTE, allow_blank=True)] = "",
) -> dict[str, Any]:
    """Out of the wallet, by cash or bank transfer or back to the card. Returns {transfer_id, balance_cents}.

    Refusals: ``forbidden``, ``unknown_player``, ``bad_amount``, ``bad_method``, ``reference_missing``, ``insufficient_funds``.
    Rule: SCPT.L
    """
    require(by, Permission.WITHDRAW, venue_id=venue_id)
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
