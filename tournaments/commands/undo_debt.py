"""Take back that an announced rebuy was settled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button
from dispatch.cards import Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import DebtState
from tournaments.operations import announcing, debts
from tournaments.operations.debts import lock_debt
from tournaments.queries.debts import home_of_debt, undo_debt_preview


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoDebtResult:
    """owed_cents: what is owed again."""

    debt_id: int
    owed_cents: int


@command(
    "tournaments.undo_debt",
    Card(
        title=N_("Rebuy owed again"),
        permission=Permission.TAKE_PAYMENT,
        address="debts/<id:debt_id>/undo",
        undoes=Undoes(
            commands=("tournaments.pay_debt", "tournaments.write_off_debt"),
            things=lambda did: [{"debt_id": did.result["debt_id"]}],
            preview=undo_debt_preview,
        ),
        buttons=(Button(page="desk", name="owe-again", said=N_("Undone: the rebuy is owed again.")),),
    ),
)
def undo_debt(*, command_id: CommandId, at: datetime, by: Actor, debt_id: int) -> UndoDebtResult:
    """Take back that a rebuy was paid or written off: it is owed again.

    The money goes back the way it came.

    Refusals: ``forbidden``, ``not_found``, ``not_settled``, ``tournament_cancelled``, ``entry_paid``, ``insufficient_funds``.
    Rule: ADTP.27
    """
    home = home_of_debt(debt_id)
    where: dict[str, Any] = {"venue_id": home.venue_id, "tournament_id": home.tournament_id}
    require(by, permission=Permission.TAKE_PAYMENT, **where)
    # a cancellation that runs at this moment comes first, or after
    announcing.lock(home.tournament_id)
    debt = lock_debt(debt_id)
    if debt.state == DebtState.WRITTEN_OFF:
        require(by, permission=Permission.PAY_FUND, **where)
    check_as_read()
    debts.owe_again(debt, at=at, command_id=command_id)
    return UndoDebtResult(debt_id=debt_id, owed_cents=debt.amount_cents)
