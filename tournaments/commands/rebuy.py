"""Sell a rebuy to an entry in play, paid and split."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice
from rules import validation
from rules.entries import check_rebuy
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.fields import Chips
from tournaments.models import METHODS, EntryState, PurchaseKind
from tournaments.operations import purchases
from tournaments.operations.selling import settle_order


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuyResult:
    """receipt: its number. chips: what was bought."""

    purchase_id: int
    receipt: str
    chips: int


@command(
    "tournaments.rebuy",
    Card(
        title=N_("Rebuy"),
        permission=Permission.REBUY,
        own_permission=Permission.REBUY,
        address="entries/<id:entry_id>/rebuys",
        buttons=(Button(page="desk", name="rebuy"),),
    ),
)
def rebuy(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
    stack_chips: Chips | None = None,
    order_id: int | None = None,
) -> RebuyResult:
    """Sell a rebuy to an entry in play, paid and split.

    stack_chips: what the player has; without it the last count. order_id: what was asked for on the phone and is paid
    now.

    Refusals: ``forbidden``, ``order_over``, ``not_found``, ``not_running``, ``not_playing``, ``rebuy_not_offered``,
    ``rebuy_closed``, ``rebuy_limit``, ``stack_too_big``, ``entries_are_closed``, ``no_such_method``, ``own_money``,
    ``entry_paid``, ``insufficient_funds``, ``play_limit_reached``.
    Rule: ADTP.27, PT-T.23, PT-T.31
    """
    sale = purchases.begin_sale(
        by, permission=Permission.REBUY, entry_id=entry_id, kind=PurchaseKind.REBUY, method=method, at=at
    )
    person, entry = sale.person, sale.entry
    settle_order(
        order_id,
        tournament_id=person.tournament_id,
        player_id=person.player_id,
        kind="rebuy",
        at=at,
    )
    stack = validation.integer(
        "stack_chips",
        (entry.stack_chips or 0) if stack_chips is None else stack_chips,
        high=validation.MAX_CHIPS,
    )
    check_rebuy(
        person.situation(
            at,
            live_entries=int(entry.state == EntryState.PLAYING),
            stack_chips=stack,
            rebuys_taken=sale.taken,
        ),
        person.offer.policies,
    )
    bought = purchases.sell_chips(
        person,
        entry=entry,
        field=sale.field,
        kind=PurchaseKind.REBUY,
        method=purchases.method_of_sale(
            sale, method=method, cents=(person.offer.rebuy or {})["price_cents"], at=at
        ),
        stack_chips=stack,
        at=at,
        command_id=command_id,
    )
    return RebuyResult(purchase_id=bought.pk, receipt=bought.receipt, chips=bought.chips)
