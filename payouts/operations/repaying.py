"""What a cancelled tournament put into a balance is handed back, or stays there."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from dispatch.facts import CommandId
from ledger.operations import account, lock_wallet, post, reverse
from ledger.operations.transfers import NewTransfer
from ledger.queries import method_account
from payouts.facts import GivingBackUndone, MoneyGivenBack, RepaymentFact
from payouts.models import Repayment, RepaymentState
from payouts.queries.reserved import check_held_stays, left_the_balance
from rules.accounts import AccountKind, TransferId
from rules.entries import PaymentMethod
from rules.refusals import N_, Refused


def repayment_reference(repayment_id: int) -> str:
    """Return what money handed back after a cancellation is booked under."""
    return f"repayment:{repayment_id}"


def hand_back(row: Repayment, *, method: str, at: datetime, command_id: CommandId) -> None:
    """Hand a locked repayment back out of the balance, or settle that it stays there (`balance`).

    Refusals: ``already_given_back``, ``bad_method``, ``insufficient_funds``, ``prize_held``, ``prize_refused``.
    Rule: PT-T.36, SCPT.D, PT-T.21
    """
    if row.state != RepaymentState.OPEN:
        raise Refused(
            "already_given_back",
            N_("What %(player)s gets back is settled already. Reload the page."),
            rule="PT-T.36",
            player=row.player.public_name,
        )
    tournament = row.tournament
    if method != PaymentMethod.BALANCE:
        unit = tournament.currency
        left = lock_wallet(row.player_id, unit=unit) - row.amount_cents
        if left < 0:
            raise left_the_balance(row.player.public_name)
        check_held_stays(row.player_id, unit=unit, left_cents=left, at=at)
        [transfer] = post(
            [
                NewTransfer(
                    debit=account(AccountKind.PLAYER, unit=tournament.currency, player_id=row.player_id),
                    credit=account(
                        method_account(method), unit=tournament.currency, venue_id=tournament.venue_id
                    ),
                    amount_cents=row.amount_cents,
                    unit=tournament.currency,
                    kind="repayment",
                    at=at,
                    command_id=command_id,
                    reference=repayment_reference(row.pk),
                    tournament_id=tournament.pk,
                    method=method,
                )
            ]
        )
        row.transfer_id = transfer
    row.state = RepaymentState.KEPT if method == PaymentMethod.BALANCE else RepaymentState.GIVEN
    row.given_method, row.settled_at = method, at
    row.save(update_fields=["state", "given_method", "settled_at", "transfer_id"])
    _tell(MoneyGivenBack, row)


def take_hand_back_back(row: Repayment, *, at: datetime, command_id: CommandId) -> None:
    """Take back that a locked repayment was handed over: the money is in the balance, and it waits again.

    Refusals: ``not_given_back``. Rule: PT-T.36
    """
    by_a_person = row.state == RepaymentState.GIVEN or (
        row.state == RepaymentState.KEPT and row.method != PaymentMethod.BALANCE
    )
    if not by_a_person:
        raise Refused(
            "not_given_back",
            N_("Nothing was handed back here that could be undone. Reload the page."),
            rule="PT-T.36",
        )
    if row.transfer_id is not None:
        reverse([TransferId(row.transfer_id)], at=at, command_id=command_id)
    _tell(GivingBackUndone, row)
    row.state, row.given_method, row.settled_at, row.transfer_id = RepaymentState.OPEN, "", None, None
    row.save(update_fields=["state", "given_method", "settled_at", "transfer_id"])


def _tell(fact: type[RepaymentFact], row: Repayment) -> None:
    for to_player in (False, True):
        record(
            fact(
                tournament_id=row.tournament_id,
                to_player=to_player,
                repayment_id=row.pk,
                player_id=row.player_id,
                name=row.player.public_name,
                amount_cents=row.amount_cents,
                currency=row.tournament.currency,
                method=row.given_method,
            )
        )
