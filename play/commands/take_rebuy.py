"""Buy chips after the last one is lost, at a table online."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from people.queries import require
from play.operations.rebuys import give_rebought, time_over, who_is_offered
from play.operations.tables import lock_play_table, must_not_be_held
from play.queries.events import home_of_table
from rules.entries import PaymentMethod, check_price_shown, check_rebuy
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import PurchaseKind
from tournaments.operations import purchases
from tournaments.queries.entries import playing_entry_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRebuyResult:
    """receipt: its number. chips: what was bought, and what is in front of the player now."""

    table_id: int
    purchase_id: int
    receipt: str
    chips: int


@command(
    "play.take_rebuy",
    Card(
        title=N_("Rebuy"),
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/rebuy",
    ),
)
def take_rebuy(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    told_cents: Annotated[
        int,
        Integer(
            min_value=0,
            max_value=10**13,
            help_text="What it was said to cost: at another price now it is refused and nothing is taken.",
        ),
    ]
    | None = None,
) -> TakeRebuyResult:
    """Buy chips in a tournament online after the last one is lost, from the balance, in the time that the table waits.

    The seat stays, and the next hand is dealt to it. Whoever has not bought when the time is over is out.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``no_rebuy_now``, ``rebuy_time_over``, ``not_running``,
    ``rebuy_not_offered``, ``rebuy_closed``, ``rebuy_limit``, ``entries_are_closed``, ``price_changed``, ``excluded``, ``identity_block``,
    ``under_age``, ``identity_not_checked``, ``play_limit_reached``, ``entry_paid``, ``insufficient_funds``.
    Rule: ADTP.27, PT-T.21, PT-T.23, PT-T.31, PT-T.44
    """
    venue_id, tournament_id = home_of_table(table_id)
    require(by, permission=Permission.PLAY_HANDS, venue_id=venue_id, owner_player_id=player_id)
    if tournament_id is None:
        raise Refused(
            "rebuy_not_offered", N_("Rebuys are sold at the tables of tournaments."), rule="PT-T.31"
        )
    entry_id = playing_entry_of(tournament_id, player_id=player_id)
    if entry_id is None:
        raise time_over()
    sale = purchases.begin_sale(
        by,
        permission=Permission.REBUY,
        entry_id=entry_id,
        kind=PurchaseKind.REBUY,
        method=PaymentMethod.BALANCE,
        at=at,
        by_table=True,
    )
    table = lock_play_table(table_id)
    must_not_be_held(table)
    one = who_is_offered(table, player_id=player_id, at=at)
    person = sale.person
    check_rebuy(
        person.situation(at, live_entries=1, stack_chips=one.chips, rebuys_taken=sale.taken),
        person.offer.policies,
    )
    cents = (person.offer.rebuy or {})["price_cents"]
    check_price_shown(told_cents, now_cents=cents, currency=person.offer.currency)
    bought = purchases.sell_chips(
        person,
        entry=sale.entry,
        field=sale.field,
        kind=PurchaseKind.REBUY,
        method=purchases.method_of_sale(sale, method=PaymentMethod.BALANCE, cents=cents, at=at),
        # the tournament's book learns the stacks when the hand ends, and adds up until then
        stack_chips=sale.entry.stack_chips or 0,
        at=at,
        command_id=command_id,
    )
    give_rebought(table, one=one, chips=bought.chips, at=at)
    table.save()
    return TakeRebuyResult(
        table_id=table.pk, purchase_id=bought.pk, receipt=bought.receipt, chips=bought.chips
    )
