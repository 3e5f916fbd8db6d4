"""Pay-ins: locked, settled, their money put into the balance, and the money that may not be taken. Needs an open command."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import current_command_id, record
from dispatch.facts import Actor
from ledger.operations import NewTransfer, account, check_deposit, over_the_counter, post
from payouts.facts.bank import PayInConfirmed, PayInHeld
from payouts.models import PayIn
from payouts.queries.pay_ins import check_known
from payouts.results import PayInResult
from people.queries import require
from rules.accounts import AccountKind, TransferId
from rules.entries import PaymentMethod
from rules.paying import NOTE_LETTERS, PayInState
from rules.permissions import Permission
from rules.refusals import not_found
from rules.validation import text

IN_THE_BOOKS = 40  # of the note, beside the reference, in what the books keep of a transfer


def pay_in_for(pay_in_id: int, *, by: Actor, permission: Permission) -> PayIn:
    """Return a pay-in of a house whose staff asks, not locked: what never changes of it. Refusals: ``forbidden``, also of what does not exist: which
    numbers there are is told to nobody else."""
    found = PayIn.objects.filter(pk=pay_in_id).first()
    require(by, permission=permission, venue_id=found.venue_id if found is not None else None)
    if found is None:
        raise not_found("pay-in")
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
    return " ".join(text("bank_note", typed, at_most=NOTE_LETTERS, may_be_empty=may_be_empty).split())


def check_may_be_taken(one: PayIn, *, amount_cents: int, at: datetime) -> None:
    """Ask of the player, whose row is locked, what is asked at every deposit, and that the house knows who it is.

    Refusals: ``unknown_player``, ``player_anonymised``, ``excluded``, ``deposit_limit_reached``, ``surcharged_deposit``, ``identity_not_checked``, ``under_age``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    player = check_deposit(
        venue_id=one.venue_id,
        player_id=one.player_id,
        unit=one.unit,
        amount_cents=amount_cents,
        method=PaymentMethod.TRANSFER,
        at=at,
    )
    check_known(player, at=at)


def deposit_of(one: PayIn, *, amount_cents: int, note: str, at: datetime) -> TransferId:
    """Put what came into the balance, under the reference and as much of the bank's words as the books keep."""
    words = note if len(note) <= IN_THE_BOOKS else note[: IN_THE_BOOKS - 1] + "…"
    done = over_the_counter(
        kind="deposit",
        into_wallet=True,
        venue_id=one.venue_id,
        player_id=one.player_id,
        unit=one.unit,
        amount_cents=amount_cents,
        method=PaymentMethod.TRANSFER,
        reference=f"{one.reference} {words}".strip(),
        at=at,
        command_id=current_command_id(),
    )
    return TransferId(done.transfer_id)


def confirm(one: PayIn, *, amount_cents: int, note: str, at: datetime, by: Actor) -> PayInResult:
    """Put the money of a pay-in into the balance; it may be taken, and is nowhere else any more."""
    deposit_id = deposit_of(one, amount_cents=amount_cents, note=note, at=at)
    result = settle_pay_in(
        one,
        state=PayInState.CONFIRMED,
        at=at,
        by=by,
        arrived_cents=amount_cents,
        note=note,
        reason="",
        deposit_id=deposit_id,
    )
    record(PayInConfirmed(**routing_of(one), transfer_id=deposit_id))
    return result


def set_money_aside(
    one: PayIn, *, amount_cents: int, note: str, reason: str, at: datetime, by: Actor
) -> PayInResult:
    """Keep money that came and may not be taken apart from all balances, until it is sent back."""
    held_id = hold(
        venue_id=one.venue_id, unit=one.unit, amount_cents=amount_cents, about=f"pay_in:{one.pk}", at=at
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


def hold(*, venue_id: int, unit: str, amount_cents: int, about: str, at: datetime) -> TransferId:
    """Book money that came and is in nobody's balance."""
    [held_id] = post(
        [
            NewTransfer(
                debit=account(AccountKind.BANK, unit=unit, venue_id=venue_id),
                credit=account(AccountKind.SET_ASIDE, unit=unit, venue_id=venue_id),
                amount_cents=amount_cents,
                unit=unit,
                kind="pay_in_held",
                at=at,
                command_id=current_command_id(),
                reference=about,
                method=PaymentMethod.TRANSFER.value,
            )
        ]
    )
    return held_id


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
