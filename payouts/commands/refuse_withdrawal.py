"""Refuse a withdrawal that is not paid."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from payouts.facts.bank import WithdrawalRefused
from payouts.operations.withdrawals import (
    SeenTakenUp,
    bring_amount_back,
    check_nobody_else_pays,
    routing_of,
    settle_withdrawal,
    withdrawal_for,
)
from payouts.results import WithdrawalResult
from rules.paying import WithdrawalState, check_withdrawal_step
from rules.permissions import Permission
from rules.validation import text


@command(
    "payouts.refuse_withdrawal",
    Card(permission=Permission.WITHDRAW, address="bank-withdrawals/<id:withdrawal_id>/refuse"),
)
def refuse_withdrawal(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    withdrawal_id: int,
    reason: Reason,
    taken_up_at: SeenTakenUp = None,
) -> WithdrawalResult:
    """Refuse a withdrawal that is not paid: the amount is in the balance again, and the player reads why.

    Refusals: ``not_found``, ``forbidden``, ``withdrawal_settled``, ``withdrawal_taken_up``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21
    """
    one = withdrawal_for(withdrawal_id, by=by)
    why = text("reason", reason, at_most=300)
    check_withdrawal_step("refuse", state=WithdrawalState(one.state))
    check_nobody_else_pays(one, by=by, seen_at=taken_up_at)
    bring_amount_back(one, at=at)
    result = settle_withdrawal(one, state=WithdrawalState.REFUSED, at=at, by=by, reason=why)
    record(WithdrawalRefused(**routing_of(one), was_paid=False))
    return result
