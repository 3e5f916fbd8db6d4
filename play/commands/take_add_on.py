"""Buy an add-on at a table online."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from people.queries import require
from play.operations.add_ons import give_added, who_adds
from play.operations.tables import lock_play_table, must_not_be_held
from play.queries.add_ons import item_by_clock
from play.queries.events import home_of_table
from rules.entries import PaymentMethod, check_price_shown
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import PurchaseKind
from tournaments.operations import purchases
from tournaments.queries.entries import playing_entry_of
from tournaments.queries.entry_context import level_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeAddOnResult:
    """receipts: their numbers, one of each. chips: what was bought; stack_chips: what is in front of the player now."""

    table_id: int
    purchase_ids: tuple[int, ...]
    receipts: tuple[str, ...]
    chips: int
    stack_chips: int


@command(
    "play.take_add_on",
    Card(
        title=N_("Add-on"),
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/add-on",
    ),
)
def take_add_on(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    count: Annotated[int, Integer(min_value=1, max_value=10)] = 1,
    told_cents: Annotated[
        int,
        Integer(
            min_value=0,
            max_value=10**13,
            help_text="What one was said to cost: at another price now it is refused and nothing is taken.",
        ),
    ]
    | None = None,
) -> TakeAddOnResult:
    """Buy an add-on in a tournament online from the balance, in the recess after its level and once the hand at the own table is over.

    count: 2 for a double one. The recess ends by the tournament's clock; the chips play from the next hand on.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``not_at_table``, ``hand_is_played``, ``not_running``,
    ``add_on_not_offered``, ``add_on_not_now``, ``add_on_limit``, ``entries_are_closed``, ``price_changed``, ``excluded``,
    ``identity_block``, ``under_age``, ``identity_not_checked``, ``play_limit_reached``, ``entry_paid``, ``insufficient_funds``.
    Rule: PT-T.21, PT-T.23, PT-T.31, PT-H.11
    """
    venue_id, tournament_id = home_of_table(table_id)
    require(by, permission=Permission.PLAY_HANDS, venue_id=venue_id, owner_player_id=player_id)
    if tournament_id is None:
        raise Refused(
            "add_on_not_offered", N_("Add-ons are sold at the tables of tournaments."), rule="PT-T.31"
        )
    entry_id = playing_entry_of(tournament_id, player_id=player_id)
    if entry_id is None:
        raise Refused("not_at_table", N_("You are not in this tournament any more."), rule="PT-T.31")
    sale = purchases.begin_sale(
        by,
        permission=Permission.ADD_ON,
        entry_id=entry_id,
        kind=PurchaseKind.ADD_ON,
        method=PaymentMethod.BALANCE,
        at=at,
        by_table=True,
    )
    table = lock_play_table(table_id)
    must_not_be_held(table)
    one = who_adds(table, player_id=player_id)
    offer = sale.person.offer
    # the deadline is the clock's, also where nobody has noticed yet that the recess is over
    level, in_recess = level_of(offer.structure, index=item_by_clock(tournament_id, at=at))
    purchases.check_add_ons(sale, count=count, at=at, level=level, in_recess=in_recess)
    check_price_shown(told_cents, now_cents=(offer.add_on or {})["price_cents"], currency=offer.currency)
    bought = purchases.sell_add_ons(
        sale, count=count, method=PaymentMethod.BALANCE, at=at, command_id=command_id
    )
    chips = sum(one.chips for one in bought)
    give_added(table, one=one, chips=chips)
    table.save()
    return TakeAddOnResult(
        table_id=table.pk,
        purchase_ids=tuple(one.pk for one in bought),
        receipts=tuple(one.receipt for one in bought),
        chips=chips,
        stack_chips=one.chips + chips,
    )
