"""Add chips to the own stack at a cash table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from ledger.operations import post
from play.models import TableStage
from play.operations.escrow import must_be_for_money, must_be_within_limits, must_have
from play.operations.seats import has_part, seat_of
from play.operations.sitting_down import must_be_let_play_for_money
from play.operations.tables import lock_play_table, require_playing, wait_or_deal
from play.operations.topping_up import add_chips, wish_chips
from play.queries.cash import terms_of
from play.results import TakenSeat
from rules.accounts import MOST_CENTS
from rules.online import check_top_up, check_wished_chips
from rules.permissions import Permission
from rules.validation import integer
from tournaments.operations.entry_context import lock_players


@command(
    "play.top_up",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/top-up",
    ),
)
def top_up(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    cents: Annotated[int, Integer(min_value=0, max_value=MOST_CENTS)],
) -> TakenSeat:
    """Add chips to the own stack at a cash table, with money of the player's account: between two hands at once, else when the hand is over that
    the player was dealt. Who sat out for a stack that was too short is dealt in again.

    cents: what leaves the account; where the commission is a share of it, the rest reaches the table. 0 takes back what was wished during the hand.
    What is wished waits in the seat, and no money moves before: when the hand is over all this is asked again, and as much of it is added as the
    largest buy-in leaves room for. What is refused then is told to the player.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_a_cash_table``, ``not_at_table``, ``no_cash_tables``,
    ``identity_not_checked``, ``under_age``, ``excluded``, ``stack_is_full``, ``bad_top_up``, ``time_limit_reached``, ``play_limit_reached``, ``insufficient_funds``, ``entry_paid``.
    Rule: PT-H.11, PT-H.12, PT-H.14, PT-H.15, PT-H.17, PT-O.12, PT-T.21
    """
    lock_players([player_id])
    table = lock_play_table(table_id)
    player = require_playing(by, table=table, player_id=player_id)
    must_be_for_money(table)
    one = seat_of(table, player_id=player_id)
    cents = integer("cents", cents, low=0, high=MOST_CENTS, currency=table.currency)
    if not cents:
        if one.adds_cents or one.adds_ended:
            wish_chips(table, one=one, cents=0)
            table.save()
        return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=True)
    must_be_let_play_for_money(table, player=player, at=at)
    wishes = has_part(table, seat=one.seat)
    if wishes:
        check_wished_chips(cents, terms=terms_of(table))
    else:
        check_top_up(cents, stack_cents=one.chips, terms=terms_of(table))
    must_be_within_limits(table, player_id=player_id, cents=cents, at=at)
    if wishes:
        must_have(table, player_id=player_id, cents=cents)
        wish_chips(table, one=one, cents=cents)
        table.save()
        return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=False)
    one, transfers = add_chips(table, one=one, cents=cents, at=at)
    post(transfers)
    if table.stage == TableStage.WAITING:
        wait_or_deal(table, at=at, gather=True)
    table.save()
    return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=True)
