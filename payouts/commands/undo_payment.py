"""Take the payment of a prize back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from payouts.models import Award
from payouts.operations import paying
from payouts.operations.locking import lock_owed
from payouts.queries.awards import home_of_award, no_such_award, undo_payment_preview
from people.queries import check_not_ones_own, require
from rules.permissions import Permission
from rules.refusals import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPaymentResult:
    """amount_cents: what is owed again."""

    award_id: int
    amount_cents: int


@command(
    "payouts.undo_payment",
    Card(
        title=N_("Payment of a prize undone"),
        permission=Permission.AWARD_PRIZES,
        address="awards/<id:award_id>/undo-payment",
        undoes=Undoes(
            commands=("payouts.pay_award",),
            things=lambda did: [{"award_id": did.result["award_id"]}],
            preview=undo_payment_preview,
        ),
        already_done=(
            AlreadyDone(
                fact="prize_payment_undone", codes=("not_paid", "already_undone"), names=("award_id",)
            ),
        ),
        buttons=(
            Button(page="director", name="unpay", said=N_("The payment is undone; the prize is owed again.")),
        ),
    ),
)
def undo_payment(*, command_id: CommandId, at: datetime, by: Actor, award_id: int) -> UndoPaymentResult:
    """Take the payment of a prize back: it is owed again, by the same day as before.

    Refusals: ``forbidden``, ``own_money``, ``no_such_award``, ``not_paid``, ``entry_paid``, ``prize_spent`` when the prize was left on the balance
    and used since.
    Rule: SCPT.L
    """
    tournament_id, venue_id = home_of_award(award_id)
    require(by, permission=Permission.AWARD_PRIZES, venue_id=venue_id, tournament_id=tournament_id)
    row = lock_owed(Award, number=award_id, no=no_such_award())
    check_as_read()
    check_not_ones_own(row.player_id, by=by)
    paying.take_payment_back(row, at=at, command_id=command_id)
    return UndoPaymentResult(award_id=award_id, amount_cents=row.amount_cents)
