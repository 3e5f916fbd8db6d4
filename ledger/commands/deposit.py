"""Put money into a player's wallet: cash, card or bank transfer."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Text
from ledger.fields import METHODS_AT_THE_COUNTER, Cents
from ledger.operations import MOST_NOTE, check_deposit, over_the_counter
from ledger.operations.counter import CounterResult
from ledger.queries import check_amount
from people.queries import check_not_ones_own, require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models.circuit import CURRENCIES


@command(
    "ledger.deposit",
    Card(
        permission=Permission.DEPOSIT,
        address="venues/<id:venue_id>/deposits",
        buttons=(
            Button(
                page="desk",
                name="deposit",
                said=N_("%(amount)s paid in: the player's balance is %(balance)s now."),
            ),
        ),
    ),
)
def deposit(
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
) -> CounterResult:
    """Put money into a player's wallet: cash, card or bank transfer.

    Refusals: ``forbidden``, ``own_money``, ``excluded``, ``unknown_player``, ``bad_amount``, ``other_currency``, ``bad_method``, ``reference_missing``,
    ``surcharged_deposit``, ``deposit_limit_reached``, ``player_anonymised``.
    Rule: SCPT.E, PT-T.21
    """
    require(by, permission=Permission.DEPOSIT, venue_id=venue_id)
    check_not_ones_own(player_id, by=by)
    check_amount(amount_cents)
    check_deposit(
        venue_id=venue_id, player_id=player_id, unit=unit, amount_cents=amount_cents, method=method, at=at
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
