"""Say that the bank sent a paid withdrawal back."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from payouts.facts.bank import WithdrawalRefused
from payouts.operations.withdrawals import bring_amount_back, routing_of, settle_withdrawal, withdrawal_for
from payouts.results import WithdrawalResult
from people.queries import check_not_ones_own
from rules.paying import WithdrawalState, check_withdrawal_step
from rules.permissions import Permission
from rules.validation import text


@command(
    "payouts.return_withdrawal",
    Card(permission=Permission.WITHDRAW, address="bank-withdrawals/<id:withdrawal_id>/return"),
)
def return_withdrawal(
    *, command_id: CommandId, at: datetime, by: Actor, withdrawal_id: int, reason: Reason
) -> WithdrawalResult:
    """Say that the bank sent a paid withdrawal back: the amount is in the balance again, and the player reads why.

    Refusals: ``not_found``, ``forbidden``, ``own_money``, ``withdrawal_settled``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21
    """
    one = withdrawal_for(withdrawal_id, by=by)
    check_not_ones_own(one.player_id, by=by)
    why = text("reason", reason, at_most=300)
    check_withdrawal_step("return", state=WithdrawalState(one.state))
    bring_amount_back(one, at=at)
    result = settle_withdrawal(one, state=WithdrawalState.REFUSED, at=at, by=by, reason=why)
    record(WithdrawalRefused(**routing_of(one), was_paid=True))
    return result
