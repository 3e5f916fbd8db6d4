"""Say that one is paying a withdrawal just now, or no longer."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from payouts.facts.bank import WithdrawalTakenUp
from payouts.operations.withdrawals import (
    SeenTakenUp,
    check_nobody_else_pays,
    routing_of,
    withdrawal_for,
    withdrawal_result,
)
from payouts.results import WithdrawalResult
from rules.paying import WithdrawalState, check_withdrawal_step
from rules.permissions import Permission


@command(
    "payouts.take_up_withdrawal",
    Card(permission=Permission.WITHDRAW, address="bank-withdrawals/<id:withdrawal_id>/take-up"),
)
def take_up_withdrawal(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    withdrawal_id: int,
    begun: bool,
    taken_up_at: SeenTakenUp = None,
) -> WithdrawalResult:
    """Say that one is paying a withdrawal just now, so that its player does not take it back and nobody pays it twice; or no longer.

    Refusals: ``not_found``, ``forbidden``, ``withdrawal_settled``, ``withdrawal_taken_up``. Rule: PT-T.21
    """
    one = withdrawal_for(withdrawal_id, by=by)
    check_withdrawal_step("begin" if begun else "leave", state=WithdrawalState(one.state))
    if not begun:
        check_nobody_else_pays(one, by=by, seen_at=taken_up_at)
    one.state = WithdrawalState.PAYING if begun else WithdrawalState.ASKED
    one.taken_up_at, one.taken_up_by = (at, by.user_id) if begun else (None, None)
    one.save()
    record(WithdrawalTakenUp(**routing_of(one), begun=begun))
    return withdrawal_result(one)
