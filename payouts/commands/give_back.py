"""Hand back what a cancellation put into the balance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice
from payouts.models import Repayment
from payouts.operations import repaying
from payouts.operations.locking import lock_owed
from payouts.queries.repaying import home_of_repayment, no_such_repayment
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import METHODS


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBackResult:
    """player: the public name. amount_cents: what was handed back. method: how; balance where it stays in the balance."""

    repayment_id: int
    player_id: int
    player: str
    amount_cents: int
    method: str


def _said(result: Mapping[str, Any]) -> Sentence:
    return Sentence(
        N_("%(amount)s stays in the balance of %(name)s.")
        if result["method"] == "balance"
        else N_("%(amount)s handed back to %(name)s."),
        values={"amount_cents": result["amount_cents"], "name": result["player"]},
    )


@command(
    "payouts.give_back",
    Card(
        title=N_("Given back after the cancellation"),
        permission=Permission.PAY_PRIZE,
        address="repayments/<id:repayment_id>/give-back",
        buttons=(Button(page="director", name="give-back", said=_said),),
    ),
)
def give_back(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    repayment_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
) -> GiveBackResult:
    """Hand back what a cancellation put into the balance.

    In cash, by transfer or to the card; or it stays there, as the player wishes (`method` "balance").

    Refusals: ``forbidden``, ``no_such_repayment``, ``already_given_back``, ``bad_method``, ``entry_paid``, ``insufficient_funds``
    when the player has used the money from the balance.
    Rule: PT-T.36, SCPT.D, SCPT.E
    """
    tournament_id, venue_id = home_of_repayment(repayment_id)
    require(by, permission=Permission.PAY_PRIZE, venue_id=venue_id, tournament_id=tournament_id)
    row = lock_owed(Repayment, number=repayment_id, no=no_such_repayment())
    repaying.hand_back(row, method=method, at=at, command_id=command_id)
    return GiveBackResult(
        repayment_id=repayment_id,
        player_id=row.player_id,
        player=row.player.public_name,
        amount_cents=row.amount_cents,
        method=method,
    )
