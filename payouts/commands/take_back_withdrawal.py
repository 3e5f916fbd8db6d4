"""Take back a withdrawal that nobody is paying yet."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from payouts.facts.bank import WithdrawalTakenBack
from payouts.models import Withdrawal
from payouts.operations.withdrawals import (
    bring_amount_back,
    lock_withdrawal,
    routing_of,
    settle_withdrawal,
)
from payouts.results import WithdrawalResult
from people.queries import require
from rules.paying import WithdrawalState, check_withdrawal_step
from rules.permissions import Permission


@command(
    "payouts.take_back_withdrawal",
    Card(
        permission=Permission.MOVE_OWN_MONEY,
        own_permission=Permission.MOVE_OWN_MONEY,
        address="bank-withdrawals/<id:withdrawal_id>/take-back",
    ),
)
def take_back_withdrawal(
    *, command_id: CommandId, at: datetime, by: Actor, withdrawal_id: int
) -> WithdrawalResult:
    """Take back a withdrawal that nobody is paying yet: the amount is in the balance again.

    Refusals: ``forbidden``, ``withdrawal_settled``. Rule: PT-T.21
    """
    found = Withdrawal.objects.filter(pk=withdrawal_id).first()
    # of another's and of what does not exist the same: which numbers there are is nobody's business
    require(
        by,
        permission=Permission.MOVE_OWN_MONEY,
        venue_id=None,
        owner_player_id=found.player_id if found is not None else None,
    )
    one = lock_withdrawal(withdrawal_id)
    check_withdrawal_step("take_back", state=WithdrawalState(one.state))
    bring_amount_back(one, at=at)
    result = settle_withdrawal(one, state=WithdrawalState.TAKEN_BACK, at=at, by=by)
    record(WithdrawalTakenBack(**routing_of(one)))
    return result
