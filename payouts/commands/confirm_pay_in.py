"""Confirm that the money of a pay-in came."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from ledger.fields import Cents
from ledger.operations import lock_wallet, reverse
from payouts.operations.pay_ins import check_may_be_taken, confirm, lock_pay_in, note_of, pay_in_for
from payouts.results import PayInResult
from people.operations import lock_player
from people.queries import check_not_ones_own
from rules.accounts import TransferId
from rules.paying import NOTE_LETTERS, PayInState, check_arrived, check_pay_in_seen, check_pay_in_step
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
    bank_note: Annotated[str, Text(max_length=NOTE_LETTERS, allow_blank=True)] = "",
    seen: Annotated[
        str,
        Text(
            max_length=10,
            allow_blank=True,
            help_text="The state of the pay-in on the page that asks: refused or taken back meanwhile, it is asked once more.",
        ),
    ] = "",
) -> PayInResult:
    """Confirm that the money of a pay-in came: it is in the balance, as a deposit by transfer.

    amount_cents: what came, which may be another amount than was asked for, but not more than ten times it. Money comes late, too, and after the pay-in was refused or taken back. What
    was asked of the player at asking is asked anew, of what came: where that says no, the money is set aside (`hold_pay_in`).
    Refusals: ``not_found``, ``forbidden``, ``own_money``, ``pay_in_settled``, ``pay_in_over_meanwhile``, ``other_amount_held``, ``far_more_than_asked``, ``bad_amount``, ``unknown_player``, ``player_anonymised``, ``excluded``,
    ``deposit_limit_reached``, ``surcharged_deposit``, ``identity_not_checked``, ``under_age``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-T.21, PT-T.22, REGULATIONS 2.10
    """
    found = pay_in_for(pay_in_id, by=by, permission=Permission.CONFIRM_PAYMENT)
    check_not_ones_own(found.player_id, by=by)
    note = note_of(bank_note)
    # the player first, as at every deposit; then what somebody else may be doing with this pay-in
    lock_player(found.player_id)
    one = lock_pay_in(pay_in_id)
    check_pay_in_step("confirm", state=PayInState(one.state))
    check_pay_in_seen(state=PayInState(one.state), seen=seen)
    if one.state == PayInState.HELD and amount_cents != one.arrived_cents:
        raise Refused(
            "other_amount_held",
            N_("%(held_cents)s of this deposit is set aside: confirm exactly that."),
            rule="PT-T.21",
            held_cents=one.arrived_cents,
            currency=one.unit,
            field="amount_cents",
        )
    if one.state != PayInState.HELD:
        check_arrived(asked_cents=one.amount_cents, arrived_cents=amount_cents, currency=one.unit)
    check_may_be_taken(one, amount_cents=amount_cents, at=at)
    if one.state == PayInState.HELD and one.held_id is not None:
        # before what is set aside, as whoever brings a withdrawal back does
        lock_wallet(one.player_id, unit=one.unit)
        reverse([TransferId(one.held_id)], at=at, command_id=command_id)
    return confirm(one, amount_cents=amount_cents, note=note or one.note, at=at, by=by)
