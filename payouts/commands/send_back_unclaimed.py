"""Say that money which nobody claimed has gone back."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from ledger.operations import reverse
from payouts.facts.bank import UnclaimedSentBack
from payouts.operations.unclaimed import lock_unclaimed, routing_of, settle_unclaimed, unclaimed_for
from payouts.results import UnclaimedResult
from rules.accounts import TransferId
from rules.paying import UnclaimedState
from rules.permissions import Permission
from rules.validation import text


@command(
    "payouts.send_back_unclaimed",
    Card(permission=Permission.CONFIRM_PAYMENT, address="unclaimed/<id:unclaimed_id>/send-back"),
)
def send_back_unclaimed(
    *, command_id: CommandId, at: datetime, by: Actor, unclaimed_id: int, reason: Reason
) -> UnclaimedResult:
    """Say that money which nobody claimed has gone back to where it came from, or was noted by mistake. reason: which, and what the bank says of it.

    Refusals: ``not_found``, ``forbidden``, ``unclaimed_settled``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21
    """
    unclaimed_for(unclaimed_id, by=by)
    why = text("reason", reason, at_most=300)
    one = lock_unclaimed(unclaimed_id)
    reverse([TransferId(one.held_id)], at=at, command_id=command_id)
    result = settle_unclaimed(one, state=UnclaimedState.SENT_BACK, at=at, by=by, reason=why)
    record(UnclaimedSentBack(**routing_of(one)))
    return result
