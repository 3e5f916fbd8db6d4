"""Withdrawals: locked, settled, and their money set aside, paid or brought back. Needs an open command."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from dispatch.commands import current_command_id
from dispatch.facts import Actor
from dispatch.fields import About
from ledger.operations import NewTransfer, account, lock_wallet, post, reverse_about
from payouts.models import PayIn, Withdrawal
from payouts.results import WithdrawalResult
from people.queries import require
from rules.accounts import AccountKind
from rules.entries import PaymentMethod
from rules.paying import WithdrawalState, check_taken_up
from rules.permissions import Permission
from rules.refusals import not_found

SeenTakenUp = Annotated[
    datetime | None,
    About(
        help_text="Since when a colleague is paying it (`taken_up_at`): who acts in their stead says so by it."
    ),
]


def withdrawal_for(withdrawal_id: int, *, by: Actor) -> Withdrawal:
    """Return a withdrawal that the house's staff asks for, locked until the command ends. Refusals: ``forbidden``, also of what does not exist."""
    house = Withdrawal.objects.filter(pk=withdrawal_id).values_list("venue_id", flat=True).first()
    require(by, permission=Permission.WITHDRAW, venue_id=house)
    return lock_withdrawal(withdrawal_id)


def lock_withdrawal(withdrawal_id: int) -> Withdrawal:
    """Lock a withdrawal until the command ends: what somebody else did with it is seen. Refusals: ``not_found``."""
    found = Withdrawal.objects.select_for_update(of=("self",)).filter(pk=withdrawal_id).first()
    if found is None:
        raise not_found("withdrawal")
    return found


def check_nobody_else_pays(one: Withdrawal, *, by: Actor, seen_at: datetime | None) -> None:
    """Refuse to act on what a colleague is paying, unless who acts has read that. Refusals: ``withdrawal_taken_up``. Rule: PT-T.21"""
    check_taken_up(taken_up_by=one.taken_up_by, taken_up_at=one.taken_up_at, by=by.user_id, seen_at=seen_at)


def set_amount_aside(one: Withdrawal, *, at: datetime) -> None:
    """Take the amount out of the balance until it is paid or goes back. Refusals: ``insufficient_funds``."""
    post(
        [
            NewTransfer(
                debit=account(AccountKind.PLAYER, unit=one.unit, player_id=one.player_id),
                credit=account(AccountKind.SET_ASIDE, unit=one.unit, venue_id=one.venue_id),
                amount_cents=one.amount_cents,
                unit=one.unit,
                kind="withdrawal_asked",
                at=at,
                command_id=current_command_id(),
                reference=one.about,
                method=PaymentMethod.TRANSFER.value,
            )
        ]
    )


def pay_amount(one: Withdrawal, *, at: datetime) -> None:
    """Let what is set aside leave by the bank."""
    post(
        [
            NewTransfer(
                debit=account(AccountKind.SET_ASIDE, unit=one.unit, venue_id=one.venue_id),
                credit=account(AccountKind.BANK, unit=one.unit, venue_id=one.venue_id),
                amount_cents=one.amount_cents,
                unit=one.unit,
                kind="withdrawal",
                at=at,
                command_id=current_command_id(),
                reference=one.about,
                method=PaymentMethod.TRANSFER.value,
            )
        ]
    )


def bring_amount_back(one: Withdrawal, *, at: datetime) -> None:
    """Bring the amount back into the balance, from where it is set aside or from the bank."""
    # before the posting, which locks by the ids of accounts: what is set aside may stand before the wallet
    lock_wallet(one.player_id, unit=one.unit)
    reverse_about([one.about], at=at, command_id=current_command_id())


def settle_withdrawal(
    one: Withdrawal, *, state: WithdrawalState, at: datetime, by: Actor, **changes: Any
) -> WithdrawalResult:
    """Write what became of a withdrawal, who did it and when."""
    for name, value in changes.items():
        setattr(one, name, value)
    one.state, one.settled_at, one.settled_by = state, at, by.user_id
    one.taken_up_at = one.taken_up_by = None
    one.save()
    return withdrawal_result(one)


def withdrawal_result(one: Withdrawal) -> WithdrawalResult:
    """Return how a withdrawal stands, as its commands answer it."""
    return WithdrawalResult(
        withdrawal_id=one.pk,
        reference=one.reference,
        state=WithdrawalState(one.state),
        amount_cents=one.amount_cents,
    )


def routing_of(one: Withdrawal) -> dict[str, Any]:
    """Return what every fact of a withdrawal says."""
    return {
        "venue_id": one.venue_id,
        "player_id": one.player_id,
        "reference": one.reference,
        "amount_cents": one.amount_cents,
        "unit": one.unit,
        "withdrawal_id": one.pk,
    }


def erase_bank_words(player_id: int) -> None:
    """Erase what a player wrote of accounts, and what the house wrote about pay-ins and withdrawals of theirs. That there were some stays."""
    PayIn.objects.filter(player_id=player_id).update(reason="")
    Withdrawal.objects.filter(player_id=player_id).update(destination="", reason="")
