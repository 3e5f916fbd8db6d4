"""Announce at the table a rebuy of a player who is out of chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from rules.entries import check_rebuy
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import EntryState, PurchaseKind
from tournaments.operations import payments, purchases
from tournaments.operations.debts import OWED


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceRebuyResult:
    """name: the public one. receipt: its number. chips: what the player is dealt in with. owed_cents: what is owed to
    the desk.
    """

    purchase_id: int
    entry_id: int
    name: str
    receipt: str
    chips: int
    owed_cents: int


def _said(result: Mapping[str, Any]) -> Sentence:
    """In again, and what is owed."""
    return Sentence(
        N_("%(name)s rebuys: dealt in with %(chips)s, owes %(amount)s at the desk."),
        values={"name": result["name"], "amount_cents": result["owed_cents"]},
        counts={"chips": result["chips"]},
    )


@command(
    "tournaments.announce_rebuy",
    Card(
        title=N_("Rebuy announced: in again, price owed"),
        permission=Permission.BUST,
        address="entries/<id:entry_id>/announced-rebuys",
        buttons=(Button(page="director", name="announce-rebuy", said=_said),),
    ),
)
def announce_rebuy(*, command_id: CommandId, at: datetime, by: Actor, entry_id: int) -> AnnounceRebuyResult:
    """Announce at the table a rebuy of a player who is out of chips.

    The player lost all chips and rebuys: bound by it, keeps the seat, is dealt in with the rebuy's chips at once and
    owes the price until the desk has it. Nobody is out, and no bounty changes hands.

    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``not_playing``, ``rebuy_not_offered``, ``rebuy_closed``,
    ``rebuy_limit``, ``entries_are_closed``, those of who may buy.
    Rule: ADTP.27, PT-T.31, REGULATIONS 2.7
    """
    sale = purchases.begin_sale(
        by, permission=Permission.BUST, entry_id=entry_id, kind=PurchaseKind.REBUY, method=OWED, at=at
    )
    check_rebuy(
        sale.person.situation(
            at,
            live_entries=int(sale.entry.state == EntryState.PLAYING),
            stack_chips=0,
            rebuys_taken=sale.taken,
        ),
        sale.person.offer.policies,
    )
    if sale.person.offer.balance_only:
        payments.payment_method(OWED, price_cents=1, balance_only=True)
    bought = purchases.sell_chips(
        sale.person,
        entry=sale.entry,
        field=sale.field,
        kind=PurchaseKind.REBUY,
        method=OWED,
        stack_chips=0,
        at=at,
        command_id=command_id,
    )
    return AnnounceRebuyResult(
        purchase_id=bought.pk,
        entry_id=entry_id,
        name=sale.person.public_name,
        receipt=bought.receipt,
        chips=bought.chips,
        owed_cents=bought.price_cents,
    )
