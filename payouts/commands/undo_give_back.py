"""Take back that money was handed back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card, Undoes
from dispatch.commands import check_as_read, command
from dispatch.facts import Actor, CommandId
from payouts.models import Repayment
from payouts.operations import repaying
from payouts.operations.locking import lock_owed
from payouts.queries import give_back_undo_preview
from payouts.queries.repaying import home_of_repayment, no_such_repayment
from people.queries import check_not_ones_own, require
from rules.permissions import Permission
from rules.refusals import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoGiveBackResult:
    """amount_cents: what waits to be handed back again."""

    repayment_id: int
    amount_cents: int


@command(
    "payouts.undo_give_back",
    Card(
        title=N_("Giving back undone"),
        permission=Permission.PAY_PRIZE,
        address="repayments/<id:repayment_id>/undo",
        undoes=Undoes(
            commands=("payouts.give_back",),
            things=lambda did: [{"repayment_id": did.result["repayment_id"]}],
            preview=give_back_undo_preview,
        ),
    ),
)
def undo_give_back(
    *, command_id: CommandId, at: datetime, by: Actor, repayment_id: int
) -> UndoGiveBackResult:
    """Take back that money was handed back: it is in the balance and waits again.

    Refusals: ``forbidden``, ``own_money``, ``no_such_repayment``, ``not_given_back``.
    Rule: PT-T.36
    """
    tournament_id, venue_id = home_of_repayment(repayment_id)
    require(by, permission=Permission.PAY_PRIZE, venue_id=venue_id, tournament_id=tournament_id)
    row = lock_owed(Repayment, number=repayment_id, no=no_such_repayment())
    check_as_read()
    check_not_ones_own(row.player_id, by=by)
    repaying.take_hand_back_back(row, at=at, command_id=command_id)
    return UndoGiveBackResult(repayment_id=repayment_id, amount_cents=row.amount_cents)
