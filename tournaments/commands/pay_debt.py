"""Take what is owed for an announced rebuy at the desk."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice
from people.queries import check_not_from_oneself, is_ones_own, require
from rules.entries import PaymentMethod
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import METHODS
from tournaments.operations import debts, payments
from tournaments.operations.debts import lock_debt
from tournaments.queries.debts import home_of_debt


@dataclass(frozen=True, slots=True, kw_only=True)
class PayDebtResult:
    """receipt: the number of the rebuy. taken_cents: what was taken, with the surcharge of the method."""

    debt_id: int
    receipt: str
    taken_cents: int


@command(
    "tournaments.pay_debt",
    Card(
        title=N_("Owed rebuy paid"),
        permission=Permission.TAKE_PAYMENT,
        address="debts/<id:debt_id>/payment",
        buttons=(Button(page="desk", name="pay-debt", said=N_("Paid: the rebuy is no longer owed.")),),
    ),
)
def pay_debt(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    debt_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
) -> PayDebtResult:
    """Take what is owed for an announced rebuy at the desk.

    By one of the desk's methods, with its surcharge.

    Refusals: ``forbidden``, ``not_found``, ``not_owed``, ``no_such_method``, ``own_money``, ``entry_paid``, ``insufficient_funds``.
    Rule: ADTP.27, SCPT.E, PT-T.21
    """
    home = home_of_debt(debt_id)
    require(by, permission=Permission.TAKE_PAYMENT, venue_id=home.venue_id, tournament_id=home.tournament_id)
    debt = lock_debt(debt_id)
    method = payments.payment_method(method, price_cents=1, balance_only=False)
    if method != PaymentMethod.BALANCE:
        check_not_from_oneself(own=is_ones_own(debt.player_id, by=by), by=by, venue_id=home.venue_id)
    taken = debts.pay(
        debt,
        method=method,
        home=home,
        at=at,
        command_id=command_id,
    )
    return PayDebtResult(debt_id=debt_id, receipt=home.receipt, taken_cents=taken)
