"""Confirm that the money of a pay-in came."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from ledger.fields import Cents
from ledger.operations import check_deposit, over_the_counter, reverse
from payouts.facts.bank import PayInConfirmed
from payouts.operations.pay_ins import (
    MOST_NOTE,
    lock_pay_in,
    note_of,
    pay_in_for,
    routing_of,
    settle_pay_in,
)
from payouts.queries.pay_ins import check_known
from payouts.results import PayInResult
from people.operations import lock_player
from rules.accounts import TransferId
from rules.entries import PaymentMethod
from rules.paying import PayInState, check_pay_in_step
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "payouts.confirm_pay_in",
    Card(permission=Permission.CONFIRM_PAYMENT, address="pay-ins/<id:pay_in_id>/confirm"),
)
def confirm_pay_in(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    pay_in_id: int,
    amount_cents: Cents,
    bank_note: Annotated[str, Text(max_length=MOST_NOTE, allow_blank=True)] = "",
) -> PayInResult:
    """Confirm that the money of a pay-in came: it is in the balance, as a deposit by transfer.

    amount_cents: what came, which may be another amount than was asked for. Money comes late, too, and after the pay-in was refused or taken back. What
    was asked of the player at asking is asked anew, of what came: where that says no, the money is set aside (`hold_pay_in`).
    Refusals: ``not_found``, ``forbidden``, ``pay_in_settled``, ``other_amount_held``, ``bad_amount``, ``unknown_player``, ``player_anonymised``, ``excluded``,
    ``deposit_limit_reached``, ``surcharged_deposit``, ``identity_not_checked``, ``under_age``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-T.21, PT-T.22, REGULATIONS 2.10
    """
    found = pay_in_for(pay_in_id, by=by, permission=Permission.CONFIRM_PAYMENT)
    note = note_of(bank_note)
    # the player first, as at every deposit; then what somebody else may be doing with this pay-in
    lock_player(found.player_id)
    one = lock_pay_in(pay_in_id)
    check_pay_in_step("confirm", state=PayInState(one.state))
    if one.state == PayInState.HELD and amount_cents != one.arrived_cents:
        raise Refused(
            "other_amount_held",
            N_("%(held_cents)s of this pay-in is set aside: confirm exactly that."),
            rule="PT-T.21",
            held_cents=one.arrived_cents,
            currency=one.unit,
            field="amount_cents",
        )
    player = check_deposit(
        venue_id=one.venue_id,
        player_id=one.player_id,
        unit=one.unit,
        amount_cents=amount_cents,
        method=PaymentMethod.TRANSFER,
        at=at,
    )
    check_known(player, at=at)
    if one.state == PayInState.HELD and one.held_id is not None:
        reverse([TransferId(one.held_id)], at=at, command_id=command_id)
    done = over_the_counter(
        kind="deposit",
        into_wallet=True,
        venue_id=one.venue_id,
        player_id=one.player_id,
        unit=one.unit,
        amount_cents=amount_cents,
        method=PaymentMethod.TRANSFER,
        reference=" ".join(part for part in (one.reference, note or one.note) if part),
        at=at,
        command_id=command_id,
    )
    result = settle_pay_in(
        one,
        state=PayInState.CONFIRMED,
        at=at,
        by=by,
        arrived_cents=amount_cents,
        note=note or one.note,
        reason="",
        deposit_id=done.transfer_id,
    )
    record(PayInConfirmed(**routing_of(one), transfer_id=done.transfer_id))
    return result
