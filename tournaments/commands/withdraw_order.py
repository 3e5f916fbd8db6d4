"""Withdraw what was asked for and is not paid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import selling
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.selling import home_of_order


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawOrderResult:
    """order_id: which order ended."""

    order_id: int


@command(
    "tournaments.withdraw_order",
    Card(
        title=N_("Order withdrawn"),
        permission=Permission.REENTER,
        own_permission=Permission.REENTER,
        address="orders/<id:order_id>/withdraw",
        already_done=(AlreadyDone(fact="order_withdrawn", codes=("order_over",), names=("order_id",)),),
        buttons=(Button(page="desk", name="withdraw-order", said=N_("The order is withdrawn.")),),
    ),
)
def withdraw_order(*, command_id: CommandId, at: datetime, by: Actor, order_id: int) -> WithdrawOrderResult:
    """Withdraw what was asked for and is not paid: by the player, or by the desk.

    Refusals: ``forbidden``, ``not_found``, ``order_over``.
    """
    tournament_id, player_id = home_of_order(order_id)
    require(
        by,
        permission=Permission.REENTER,
        venue_id=scope_of_tournament(tournament_id).venue_id,
        tournament_id=tournament_id,
        owner_player_id=player_id,
    )
    return WithdrawOrderResult(order_id=selling.withdraw(order_id, at=at).pk)
