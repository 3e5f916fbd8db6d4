"""Refuse a pay-in whose money has not come."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from payouts.facts.bank import PayInRefused
from payouts.operations.pay_ins import lock_pay_in, pay_in_for, routing_of, settle_pay_in
from payouts.results import PayInResult
from rules.paying import PayInState, check_pay_in_step
from rules.permissions import Permission
from rules.validation import text


@command(
    "payouts.refuse_pay_in",
    Card(permission=Permission.CONFIRM_PAYMENT, address="pay-ins/<id:pay_in_id>/refuse"),
)
def refuse_pay_in(
    *, command_id: CommandId, at: datetime, by: Actor, pay_in_id: int, reason: Reason
) -> PayInResult:
    """Refuse a pay-in whose money has not come: the house waits for it no longer, and the player reads why.

    Refusals: ``not_found``, ``forbidden``, ``pay_in_settled``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21
    """
    pay_in_for(pay_in_id, by=by, permission=Permission.CONFIRM_PAYMENT)
    why = text("reason", reason, at_most=300)
    one = lock_pay_in(pay_in_id)
    check_pay_in_step("refuse", state=PayInState(one.state))
    result = settle_pay_in(one, state=PayInState.REFUSED, at=at, by=by, reason=why)
    record(PayInRefused(**routing_of(one)))
    return result
