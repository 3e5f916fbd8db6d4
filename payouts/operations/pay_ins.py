"""Pay-ins: locked, settled, and the money that may not be taken. Needs an open command."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import current_command_id, record
from dispatch.facts import Actor
from ledger.operations import NewTransfer, account, post
from payouts.facts.bank import PayInHeld
from payouts.models import PayIn
from payouts.results import PayInResult
from people.queries import require
from rules.accounts import AccountKind
from rules.entries import PaymentMethod
from rules.paying import PayInState
from rules.permissions import Permission
from rules.refusals import not_found
from rules.validation import text

MOST_NOTE = 40  # beside the reference, in what the books keep of a transfer


def pay_in_for(pay_in_id: int, *, by: Actor, permission: Permission) -> PayIn:
    """Return a pay-in of a house whose staff asks, not locked: what never changes of it. Refusals: ``not_found``, ``forbidden``."""
    found = PayIn.objects.filter(pk=pay_in_id).first()
    if found is None:
        raise not_found("pay-in")
    require(by, permission=permission, venue_id=found.venue_id)
    return found


def lock_pay_in(pay_in_id: int) -> PayIn:
    """Lock a pay-in until the command ends: what somebody else did with it is seen. Refusals: ``not_found``."""
    found = PayIn.objects.select_for_update(of=("self",)).filter(pk=pay_in_id).first()
    if found is None:
        raise not_found("pay-in")
    return found


def settle_pay_in(one: PayIn, *, state: PayInState, at: datetime, by: Actor, **changes: Any) -> PayInResult:
    """Write what became of a pay-in, who did it and when."""
    for name, value in changes.items():
        setattr(one, name, value)
    one.state, one.settled_at, one.settled_by = state, at, by.user_id
    one.save()
    return pay_in_result(one)


def pay_in_result(one: PayIn) -> PayInResult:
    """Return how a pay-in stands, as its commands answer it."""
    return PayInResult(
        pay_in_id=one.pk,
        reference=one.reference,
        state=PayInState(one.state),
        amount_cents=one.arrived_cents or one.amount_cents,
    )


def note_of(typed: str, *, may_be_empty: bool = True) -> str:
    """Return what the bank said of a transfer, in one line. Refusals: ``text_missing``, ``text_too_long``, ``text_unreadable``."""
    return " ".join(text("bank_note", typed, at_most=MOST_NOTE, may_be_empty=may_be_empty).split())


def set_money_aside(
    one: PayIn, *, amount_cents: int, note: str, reason: str, at: datetime, by: Actor
) -> PayInResult:
    """Keep money that came and may not be taken apart from all balances, until it is sent back."""
    [held_id] = post(
        [
            NewTransfer(
                debit=account(AccountKind.BANK, unit=one.unit, venue_id=one.venue_id),
                credit=account(AccountKind.SET_ASIDE, unit=one.unit, venue_id=one.venue_id),
                amount_cents=amount_cents,
                unit=one.unit,
                kind="pay_in_held",
                at=at,
                command_id=current_command_id(),
                reference=f"pay_in:{one.pk}",
                method=PaymentMethod.TRANSFER.value,
            )
        ]
    )
    result = settle_pay_in(
        one,
        state=PayInState.HELD,
        at=at,
        by=by,
        arrived_cents=amount_cents,
        note=note,
        reason=reason,
        held_id=held_id,
    )
    record(PayInHeld(**routing_of(one), transfer_id=held_id))
    return result


def routing_of(one: PayIn) -> dict[str, Any]:
    """Return what every fact of a pay-in says."""
    return {
        "venue_id": one.venue_id,
        "player_id": one.player_id,
        "reference": one.reference,
        "amount_cents": one.arrived_cents or one.amount_cents,
        "unit": one.unit,
        "pay_in_id": one.pk,
    }
