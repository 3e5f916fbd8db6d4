"""Sell an add-on to an entry in play, paid and split."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer
from rules import validation
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import METHODS, PurchaseKind
from tournaments.operations import purchases
from tournaments.operations.selling import settle_order


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseMade:
    """receipt: its number. One add-on of those bought at once."""

    purchase_id: int
    receipt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOnResult:
    """chips: of all of them together."""

    purchases: tuple[PurchaseMade, ...]
    chips: int


@command(
    "tournaments.add_on",
    Card(
        title=N_("Add-on"),
        permission=Permission.ADD_ON,
        own_permission=Permission.ADD_ON,
        address="entries/<id:entry_id>/add-ons",
        buttons=(Button(page="desk", name="add-on"),),
    ),
)
def add_on(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
    count: Annotated[int, Integer(min_value=1, max_value=10)] = 1,
    order_id: int | None = None,
) -> AddOnResult:
    """Sell an add-on to an entry in play, paid and split.

    count: 2 for a double add-on. order_id: what was asked for on the phone and is paid now.

    Refusals: ``forbidden``, ``order_over``, ``not_found``, ``not_running``, ``not_playing``, ``add_on_not_offered``,
    ``add_on_not_now``, ``add_on_limit``, ``entries_are_closed``, ``no_such_method``, ``own_money``, ``entry_paid``, ``insufficient_funds``,
    ``play_limit_reached``.
    Rule: PT-T.23, PT-T.31
    """
    sale = purchases.begin_sale(
        by, permission=Permission.ADD_ON, entry_id=entry_id, kind=PurchaseKind.ADD_ON, method=method, at=at
    )
    settle_order(
        order_id,
        tournament_id=sale.person.tournament_id,
        player_id=sale.person.player_id,
        kind="add_on",
        at=at,
    )
    validation.integer("count", count, low=1, high=10)
    purchases.check_add_ons(sale, count=count, at=at)
    bought = purchases.sell_add_ons(sale, count=count, method=method, at=at, command_id=command_id)
    return AddOnResult(
        purchases=tuple(PurchaseMade(purchase_id=p.pk, receipt=p.receipt) for p in bought),
        chips=sum(p.chips for p in bought),
    )
