"""Say that a withdrawal was paid."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from payouts.facts.bank import WithdrawalPaid
from payouts.operations.pay_ins import note_of
from payouts.operations.withdrawals import (
    SeenTakenUp,
    check_nobody_else_pays,
    pay_amount,
    routing_of,
    settle_withdrawal,
    withdrawal_for,
)
from payouts.results import WithdrawalResult
from people.queries import check_not_ones_own
from rules.paying import NOTE_LETTERS, WithdrawalState, check_withdrawal_step
from rules.permissions import Permission


@command(
    "payouts.pay_withdrawal",
    Card(permission=Permission.WITHDRAW, address="bank-withdrawals/<id:withdrawal_id>/pay"),
)
def pay_withdrawal(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    withdrawal_id: int,
    bank_note: Annotated[str, Text(max_length=NOTE_LETTERS)],
    taken_up_at: SeenTakenUp = None,
) -> WithdrawalResult:
    """Say that a withdrawal was paid by the bank. bank_note: what the bank says of that transfer.

    Refusals: ``not_found``, ``forbidden``, ``own_money``, ``withdrawal_settled``, ``withdrawal_taken_up``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21
    """
    one = withdrawal_for(withdrawal_id, by=by)
    check_not_ones_own(one.player_id, by=by)
    note = note_of(bank_note, may_be_empty=False)
    check_withdrawal_step("pay", state=WithdrawalState(one.state))
    check_nobody_else_pays(one, by=by, seen_at=taken_up_at)
    pay_amount(one, at=at)
    result = settle_withdrawal(one, state=WithdrawalState.PAID, at=at, by=by, note=note)
    record(WithdrawalPaid(**routing_of(one)))
    return result
