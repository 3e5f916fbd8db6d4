"""Take money out of a player's wallet: by cash or bank transfer, or back to the card."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Text
from ledger.fields import METHODS_AT_THE_COUNTER, Cents
from ledger.operations import MOST_NOTE, lock_wallet, over_the_counter
from ledger.operations.counter import CounterResult
from ledger.queries import card_money_of, check_amount
from payouts.queries.reserved import check_withdrawal
from people.queries import check_not_ones_own, may, require
from rules.card_money import check_hand_out
from rules.entries import PaymentMethod
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models.circuit import CURRENCIES


@command(
    "ledger.withdraw",
    Card(
        permission=Permission.WITHDRAW,
        address="venues/<id:venue_id>/withdrawals",
        buttons=(
            Button(
                page="desk",
                name="withdraw",
                said=N_("%(amount)s paid out: the player's balance is %(balance)s now."),
            ),
        ),
    ),
)
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
) -> CounterResult:
    """Take money out of a player's wallet: by cash or bank transfer, or back to the card.

    What came by card goes back to the card, or out in cash by the director, with the reason in the reference.
    A prize that is owed, and what is to be handed back after a cancellation, are paid by their own acts: they stay.

    Refusals: ``forbidden``, ``own_money``, ``unknown_player``, ``bad_amount``, ``other_currency``, ``bad_method``, ``reference_missing``,
    ``insufficient_funds``, ``prize_first``, ``entry_paid``, ``card_money``, ``reason_missing``, and of who is excluded ``prize_held``, ``prize_refused``.
    Rule: SCPT.L, SCPT.E, PT-T.36, PT-T.21
    """
    require(by, permission=Permission.WITHDRAW, venue_id=venue_id)
    check_not_ones_own(player_id, by=by)
    check_amount(amount_cents)
    # locked: of two withdrawals at once the second sees what the first has left
    balance_cents = lock_wallet(player_id, unit=unit)
    check_withdrawal(player_id, unit=unit, balance_cents=balance_cents, amount_cents=amount_cents, at=at)
    if method in (PaymentMethod.CASH, PaymentMethod.TRANSFER):
        check_hand_out(
            balance_cents=balance_cents,
            amount_cents=amount_cents,
            card_cents=card_money_of(player_id, unit=unit),
            by_director=may(by, permission=Permission.AWARD_PRIZES, venue_id=venue_id),
            reason=reference,
            currency=unit,
        )
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
