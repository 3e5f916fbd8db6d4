"""An announced rebuy is paid at the desk."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import METHODS
from tournaments.operations import debts, payments
from tournaments.operations.debts import lock_debt
from tournaments.queries.debts import home_of_debt


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
) -> dict[str, Any]:
    """Take what is owed for a rebuy by one of the desk's methods, with its surcharge.

    Returns {debt_id, receipt, taken_cents}. Refusals: ``forbidden``, ``not_found``, ``not_owed``,
    ``no_such_method``, ``insufficient_funds``. Rule: ADTP.27, SCPT.E
    """
    home = home_of_debt(debt_id)
    require(by, Permission.TAKE_PAYMENT, venue_id=home.venue_id, tournament_id=home.tournament_id)
    debt = lock_debt(debt_id)
    taken = debts.pay(
        debt,
        method=payments.payment_method(method, price_cents=1, online=False),
        home=home,
        at=at,
        command_id=command_id,
    )
    return {"debt_id": debt_id, "receipt": home.receipt, "taken_cents": taken}
