"""Write off what is owed for an announced rebuy, with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import text
from tournaments.operations import debts
from tournaments.operations.debts import lock_debt
from tournaments.queries.debts import home_of_debt


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOffDebtResult:
    """written_off_cents: what the house bears."""

    debt_id: int
    written_off_cents: int


@command(
    "tournaments.write_off_debt",
    Card(
        title=N_("Owed rebuy written off"),
        permission=Permission.PAY_FUND,
        address="debts/<id:debt_id>/write-off",
        buttons=(Button(page="desk", name="write-off", said=N_("Written off: the house bears it.")),),
    ),
)
def write_off_debt(
    *, command_id: CommandId, at: datetime, by: Actor, debt_id: int, reason: Reason
) -> WriteOffDebtResult:
    """Write off what is owed for an announced rebuy, with a reason.

    By the director: the house bears it, pool and chips stay.

    Refusals: ``forbidden``, ``not_found``, ``not_owed``, ``text_missing``.
    Rule: ADTP.27, ADTP.1
    """
    home = home_of_debt(debt_id)
    require(by, permission=Permission.PAY_FUND, venue_id=home.venue_id, tournament_id=home.tournament_id)
    why = text("reason", reason, at_most=300)
    debt = lock_debt(debt_id)
    debts.write_off(debt, reason=why, home=home, at=at, command_id=command_id)
    return WriteOffDebtResult(debt_id=debt_id, written_off_cents=debt.amount_cents)
