"""Set money aside that came and may not be taken."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import SYSTEM, Actor, CommandId
from dispatch.fields import Reason, Text
from ledger.fields import Cents
from ledger.queries import check_amount
from payouts.models import PayIn
from payouts.operations.pay_ins import lock_pay_in, note_of, pay_in_for, set_money_aside
from payouts.results import PayInResult
from rules.paying import NOTE_LETTERS, PayInState, check_arrived, check_pay_in_step, money_is_here
from rules.permissions import Permission
from rules.validation import text


@command(
    "payouts.hold_pay_in",
    Card(permission=Permission.CONFIRM_PAYMENT, address="pay-ins/<id:pay_in_id>/hold"),
)
def hold_pay_in(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    pay_in_id: int,
    amount_cents: Cents,
    reason: Reason,
    bank_note: Annotated[str, Text(max_length=NOTE_LETTERS, allow_blank=True)] = "",
    again: bool = False,
) -> PayInResult:
    """Set money aside that came and may not be taken: a limit was lowered meanwhile, the player is excluded, or it came twice.

    It is in no balance and goes back (`send_back_pay_in`), or is confirmed when it may be. Of money that came once more a pay-in of its own is made.
    again: it is other money than what came under this reference before; said of the first, or not said of the second, it is refused, since the same
    money would be booked twice. Not more than ten times what was announced; the rest is noted without a reference. A provider tells payments apart itself, so that nothing is asked of it.
    Refusals: ``not_found``, ``forbidden``, ``pay_in_settled``, ``far_more_than_asked``, ``bad_amount``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21, REGULATIONS 2.10
    """
    pay_in_for(pay_in_id, by=by, permission=Permission.CONFIRM_PAYMENT)
    check_amount(amount_cents)
    why, note = text("reason", reason, at_most=300), note_of(bank_note)
    one = lock_pay_in(pay_in_id)
    state = PayInState(one.state)
    if by != SYSTEM:
        check_pay_in_step("hold_again" if again else "hold", state=state)
        # a provider counts what comes itself; what is set aside is confirmed as it is later
        check_arrived(asked_cents=one.amount_cents, arrived_cents=amount_cents, currency=one.unit)
    if money_is_here(state):  # so this is other money
        one = PayIn.objects.create(
            venue_id=one.venue_id,
            player_id=one.player_id,
            unit=one.unit,
            method=one.method,
            amount_cents=amount_cents,
            asked_at=at,
            open_until=at,
            second_of=one,
        )
    return set_money_aside(one, amount_cents=amount_cents, note=note, reason=why, at=at, by=by)
