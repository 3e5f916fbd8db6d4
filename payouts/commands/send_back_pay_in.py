"""Say that money which was set aside has gone back."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from ledger.operations import reverse
from payouts.facts.bank import PayInSentBack
from payouts.operations.pay_ins import (
    lock_pay_in,
    note_of,
    pay_in_for,
    routing_of,
    settle_pay_in,
)
from payouts.results import PayInResult
from rules.accounts import TransferId
from rules.paying import NOTE_LETTERS, PayInState, check_pay_in_step
from rules.permissions import Permission


@command(
    "payouts.send_back_pay_in",
    Card(permission=Permission.CONFIRM_PAYMENT, address="pay-ins/<id:pay_in_id>/send-back"),
)
def send_back_pay_in(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    pay_in_id: int,
    bank_note: Annotated[str, Text(max_length=NOTE_LETTERS)],
) -> PayInResult:
    """Say that money which was set aside has gone back to where it came from. bank_note: what the bank says of that transfer.

    Refusals: ``not_found``, ``forbidden``, ``pay_in_settled``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21
    """
    pay_in_for(pay_in_id, by=by, permission=Permission.CONFIRM_PAYMENT)
    note = note_of(bank_note, may_be_empty=False)
    one = lock_pay_in(pay_in_id)
    check_pay_in_step("send_back", state=PayInState(one.state))
    assert one.held_id is not None  # the database holds it of what is set aside
    reverse([TransferId(one.held_id)], at=at, command_id=command_id)
    result = settle_pay_in(one, state=PayInState.SENT_BACK, at=at, by=by, note=note)
    record(PayInSentBack(**routing_of(one)))
    return result
