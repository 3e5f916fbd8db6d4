"""A player of a cancelled tournament did not get the money after all."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts.models import Repayment
from payouts.operations import repaying
from payouts.operations.locking import lock_owed
from payouts.queries import give_back_undo_preview
from payouts.queries.repaying import home_of_repayment, no_such_repayment
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_


@command(
    "payouts.undo_give_back",
    Card(
        title=N_("Giving back taken back"),
        permission=Permission.PAY_PRIZE,
        address="repayments/<id:repayment_id>/undo",
        undoes=Undoes(
            commands=("payouts.give_back",),
            things=lambda did: [{"repayment_id": did.result["repayment_id"]}],
            preview=give_back_undo_preview,
        ),
    ),
)
def undo_give_back(*, command_id: CommandId, at: datetime, by: Actor, repayment_id: int) -> dict[str, Any]:
    """The handing over is reversed: the money is in the balance and waits to be handed back.

    Returns {repayment_id, amount_cents}. Refusals: ``forbidden``, ``no_such_repayment``, ``not_given_back``.
    Rule: PT-T.36
    """
    tournament_id, venue_id = home_of_repayment(repayment_id)
    require(by, Permission.PAY_PRIZE, venue_id=venue_id, tournament_id=tournament_id)
    row = lock_owed(Repayment, repayment_id, no=no_such_repayment())
    repaying.take_hand_back_back(row, at=at, command_id=command_id)
    return {"repayment_id": repayment_id, "amount_cents": row.amount_cents}
