"""Put right a pay-in that was confirmed with another amount than came."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer, Reason
from ledger.operations import lock_wallet, reverse
from payouts.facts.bank import PayInCorrected
from payouts.operations.pay_ins import (
    check_may_be_taken,
    deposit_of,
    lock_pay_in,
    pay_in_for,
    routing_of,
    settle_pay_in,
)
from payouts.operations.unclaimed import lock_matched, open_again
from payouts.queries.withdrawable import withdrawable_of
from payouts.results import PayInResult
from people.operations import lock_player
from people.queries import check_not_ones_own
from rules.accounts import MOST_CENTS, TransferId
from rules.paying import PayInState, check_correction, check_pay_in_step
from rules.permissions import Permission
from rules.validation import integer, text


@command(
    "payouts.correct_pay_in",
    Card(permission=Permission.ADJUST_LEDGER, address="pay-ins/<id:pay_in_id>/correct"),
)
def correct_pay_in(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    pay_in_id: int,
    amount_cents: Annotated[
        int, Integer(min_value=0, max_value=MOST_CENTS, help_text="What came; 0: nothing did.")
    ],
    reason: Reason,
) -> PayInResult:
    """Put right a pay-in that was confirmed with another amount than came, or though nothing came: its deposit is taken back, and what came is a new one.

    Only so far as the money is still in the balance. More than was confirmed is asked for as at a deposit. Of nothing the pay-in is refused, and may be
    confirmed once its money comes; what had named no reference and was said to be its money waits again to be said whose it is. The player is told, and reads why.
    Refusals: ``not_found``, ``forbidden``, ``own_money``, ``pay_in_settled``, ``same_amount``, ``far_more_than_asked``, ``money_played``, ``unknown_player``, ``player_anonymised``, ``excluded``,
    ``deposit_limit_reached``, ``surcharged_deposit``, ``identity_not_checked``, ``under_age``, ``out_of_range``, ``text_missing``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    found = pay_in_for(pay_in_id, by=by, permission=Permission.ADJUST_LEDGER)
    check_not_ones_own(found.player_id, by=by)
    why = text("reason", reason, at_most=300)
    integer("amount_cents", amount_cents, high=MOST_CENTS)
    lock_player(found.player_id)
    one = lock_pay_in(pay_in_id)
    check_pay_in_step("correct", state=PayInState(one.state))
    assert (
        one.deposit_id is not None and one.arrived_cents is not None
    )  # the database holds both of what is confirmed
    unclaimed = None if amount_cents else lock_matched(one)
    was, first_id = one.arrived_cents, TransferId(one.deposit_id)
    balance = lock_wallet(one.player_id, unit=one.unit)
    free = withdrawable_of(one.player_id, unit=one.unit, balance_cents=balance, at=at).free_cents
    check_correction(
        asked_cents=one.amount_cents,
        was_cents=was,
        is_cents=amount_cents,
        free_cents=free,
        currency=one.unit,
    )
    if amount_cents > was:
        check_may_be_taken(one, amount_cents=amount_cents - was, at=at)
    # the right one first: of both together no more is asked of the balance than the difference
    deposit_id = deposit_of(one, amount_cents=amount_cents, note=one.note, at=at) if amount_cents else None
    reverse([first_id], at=at, command_id=command_id)
    if unclaimed is not None:
        open_again(unclaimed, at=at)
    result = settle_pay_in(
        one,
        state=PayInState.CONFIRMED if amount_cents else PayInState.REFUSED,
        at=at,
        by=by,
        arrived_cents=amount_cents or None,
        reason=why,
        deposit_id=deposit_id,
    )
    record(
        PayInCorrected(
            **routing_of(one) | {"amount_cents": amount_cents}, was_cents=was, transfer_id=first_id
        )
    )
    return result
