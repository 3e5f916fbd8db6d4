"""Rebuys announced at the table: chips in play at once, the price owed until the desk has it. Needs an open command."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from dispatch.commands import record
from ledger.operations import account, post, reverse_about
from ledger.operations.transfers import NewTransfer
from rules.accounts import METHOD_ACCOUNT, AccountId, AccountKind
from rules.entries import PaymentMethod, price_line
from rules.refusals import N_, Refused
from tournaments.facts.purchases import (
    DebtFact,
    RebuyDebtPaid,
    RebuyDebtWrittenOff,
    RebuyOwed,
    RebuyOwedAgain,
)
from tournaments.models import Debt, DebtState, Purchase, TournamentState
from tournaments.queries.debts import DebtHome, debt_reference, lent_reference
from tournaments.queries.entry_context import EntryContext

OWED = "owed"


def advance(desk: EntryContext, *, purchase: Purchase, at: datetime) -> Debt:
    """Lend the price into the wallet, from which it is paid at once: pool and chips agree, the books are level."""
    if purchase.price_cents:
        post(
            [
                NewTransfer(
                    debit=_owed(desk.venue_id, desk.tournament_id, desk.offer.currency),
                    credit=account(AccountKind.PLAYER, unit=desk.offer.currency, player_id=desk.player_id),
                    amount_cents=purchase.price_cents,
                    unit=desk.offer.currency,
                    kind="lent",
                    at=at,
                    command_id=purchase.command_id,
                    reference=lent_reference(purchase.pk),
                    tournament_id=desk.tournament_id,
                )
            ]
        )
    debt = Debt.objects.create(
        purchase=purchase,
        tournament_id=desk.tournament_id,
        player_id=desk.player_id,
        amount_cents=purchase.price_cents,
        at=at,
    )
    _tell(RebuyOwed, debt, name=desk.public_name)
    return debt


def forget(purchase: Purchase, *, hand_back: bool, at: datetime, command_id: UUID) -> int | None:
    """Take a loan back whose rebuy was taken back: its price is in the wallet again, nothing is owed.

    What was paid meanwhile stays in the wallet, or goes out of it the way it came (`hand_back`); what was written off
    was the house's and is again. The cents that came from the player; None where nothing had been lent."""
    debt = Debt.objects.select_for_update().filter(pk=purchase.pk).first()
    if debt is None:
        return None
    paid = debt.state == DebtState.PAID
    references = [_fee(purchase.pk)] if paid else []
    if not paid or hand_back:
        references += [lent_reference(purchase.pk), debt_reference(purchase.pk)]
    reverse_about(references, at=at, command_id=command_id)
    # its receipt says when it was paid
    _settle(debt, state=DebtState.TAKEN_BACK, at=debt.settled_at if paid and debt.settled_at else at)
    return purchase.price_cents + purchase.surcharge_cents if paid else 0


def pay(debt: Debt, *, method: str, home: DebtHome, at: datetime, command_id: UUID) -> int:
    """Take what was owed by a method, with its surcharge; return the cents taken. Refusals: ``not_owed``,
    ``insufficient_funds``, ``entry_paid``. Rule: ADTP.27, SCPT.E, SCPT.F
    """
    _must_be_owed(debt)
    line = price_line(
        price_cents=debt.amount_cents,
        method=PaymentMethod(method),
        surcharges_bp={PaymentMethod(m): int(v) for m, v in home.surcharges_bp.items()},
    )
    venue_id, currency = home.venue_id, home.currency
    wallet = account(AccountKind.PLAYER, unit=currency, player_id=debt.player_id)
    transfers = []

    def move(
        debit: AccountId,
        credit: AccountId,
        cents: int,
        *,
        kind: str,
        method_of: str = "",
        reference: str = "",
    ) -> None:
        if cents:
            transfers.append(
                NewTransfer(
                    debit=debit,
                    credit=credit,
                    amount_cents=cents,
                    unit=currency,
                    kind=kind,
                    at=at,
                    command_id=command_id,
                    reference=reference or debt_reference(debt.pk),
                    tournament_id=debt.tournament_id,
                    method=method_of,
                )
            )

    if method != PaymentMethod.BALANCE:
        place = account(METHOD_ACCOUNT[PaymentMethod(method)], unit=currency, venue_id=venue_id)
        move(place, wallet, line.total_cents, kind="deposit", method_of=method)
    move(wallet, _owed(venue_id, debt.tournament_id, currency), debt.amount_cents, kind="debt_paid")
    move(
        wallet,
        account(AccountKind.SURCHARGE, unit=currency, venue_id=venue_id, tournament_id=debt.tournament_id),
        line.surcharge_cents,
        kind="surcharge",
        # a part of what the rebuy cost: it goes back with it
        reference=_fee(debt.pk),
    )
    post(transfers)
    _settle(debt, state=DebtState.PAID, method=method, at=at)
    Purchase.objects.filter(pk=debt.pk).update(method=method, surcharge_cents=line.surcharge_cents)
    _tell(RebuyDebtPaid, debt, name=debt.player.public_name, surcharge_cents=line.surcharge_cents)
    return line.total_cents


def write_off(debt: Debt, *, reason: str, home: DebtHome, at: datetime, command_id: UUID) -> None:
    """Write a debt off, borne by the house: pool and chips stay as they are. Refusals: ``not_owed``. Rule: ADTP.27, ADTP.1"""
    _must_be_owed(debt)
    venue_id, currency = home.venue_id, home.currency
    if debt.amount_cents:
        post(
            [
                NewTransfer(
                    debit=account(
                        AccountKind.HOUSE,
                        unit=currency,
                        venue_id=venue_id,
                        tournament_id=debt.tournament_id,
                    ),
                    credit=_owed(venue_id, debt.tournament_id, currency),
                    amount_cents=debt.amount_cents,
                    unit=currency,
                    kind="written_off",
                    at=at,
                    command_id=command_id,
                    reference=debt_reference(debt.pk),
                    tournament_id=debt.tournament_id,
                )
            ]
        )
    _settle(debt, state=DebtState.WRITTEN_OFF, reason=reason, at=at)
    _tell(RebuyDebtWrittenOff, debt, name=debt.player.public_name)


def owe_again(debt: Debt, *, at: datetime, command_id: UUID) -> None:
    """Take the payment or the writing off of a debt back: money back the way it came, owed again.

    Refusals: ``not_settled``, ``tournament_cancelled`` (its price went back), ``insufficient_funds``."""
    if debt.state not in (DebtState.PAID, DebtState.WRITTEN_OFF):
        raise Refused(
            "not_settled", N_("This rebuy is not settled: there is nothing to take back."), rule="ADTP.27"
        )
    if debt.tournament.state == TournamentState.CANCELLED:
        raise Refused(
            "tournament_cancelled",
            N_(
                "The tournament was cancelled and everybody's money went back: nothing is owed in it any more."
            ),
            rule="PT-T.36",
        )
    reverse_about([debt_reference(debt.pk), _fee(debt.pk)], at=at, command_id=command_id)
    Debt.objects.filter(pk=debt.pk).update(state=DebtState.OWED, method="", reason="", settled_at=None)
    debt.state, debt.method, debt.reason, debt.settled_at = DebtState.OWED, "", "", None
    Purchase.objects.filter(pk=debt.pk).update(method=OWED, surcharge_cents=0)
    _tell(RebuyOwedAgain, debt, name=debt.player.public_name)


def _must_be_owed(debt: Debt) -> None:
    if debt.state != DebtState.OWED:
        raise Refused("not_owed", N_("Nothing is owed for this rebuy any more."), rule="ADTP.27")


def _settle(debt: Debt, *, state: DebtState, at: datetime, method: str = "", reason: str = "") -> None:
    debt.state, debt.method, debt.reason, debt.settled_at = state, method, reason, at
    debt.save(update_fields=["state", "method", "reason", "settled_at"])


def _owed(venue_id: int, tournament_id: int, currency: str) -> AccountId:
    return account(AccountKind.OWED, unit=currency, venue_id=venue_id, tournament_id=tournament_id)


def _fee(purchase_id: int) -> str:
    return f"purchase:{purchase_id}:fee"


def _tell(fact: type[DebtFact], debt: Debt, *, name: str, surcharge_cents: int = 0) -> None:
    record(
        fact(
            tournament_id=debt.tournament_id,
            purchase_id=debt.pk,
            player_id=debt.player_id,
            name=name,
            amount_cents=debt.amount_cents,
            surcharge_cents=surcharge_cents,
            method=debt.method,
            reason=debt.reason,
        )
    )


def lock_debt(purchase_id: int) -> Debt:
    """Lock a debt and its purchase: the purchase first, as who takes it back locks them."""
    Purchase.objects.select_for_update().get(pk=purchase_id)
    return Debt.objects.select_for_update(of=("self",)).select_related("player").get(pk=purchase_id)
