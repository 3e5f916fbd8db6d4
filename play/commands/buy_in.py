"""Take a seat at a cash table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from ledger.operations import post
from play.models import Sitting, WaitingOutcome
from play.operations.escrow import (
    bring,
    must_be_for_money,
    must_be_within_limits,
)
from play.operations.seats import free_seats, long_away
from play.operations.sitting_down import must_be_free, must_be_let_play_for_money, sit_down
from play.operations.tables import lock_play_table, require_playing
from play.operations.waiting_list import end_place, must_be_ones_turn, offer_free_seats
from play.queries.cash import left_with, terms_of
from play.results import TakenSeat
from rules.accounts import MOST_CENTS
from rules.online import check_buy_in
from rules.permissions import Permission
from rules.refusals import not_found
from rules.validation import integer
from tournaments.operations.entry_context import lock_players


@command(
    "play.buy_in",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/buy-in",
    ),
)
def buy_in(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    seat: Annotated[int, Integer(min_value=1, max_value=10)],
    cents: Annotated[int, Integer(min_value=1, max_value=MOST_CENTS)],
) -> TakenSeat:
    """Take a seat at a cash table with money of the player's account. The player is dealt in from the next hand on.

    cents: what leaves the account; where the commission is a share of it, the rest reaches the table.
    Who left the table within half an hour brings at least what he left with. Where others wait for a seat, it is taken by whom it is
    offered to.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_a_cash_table``, ``no_cash_tables``, ``identity_not_checked``,
    ``under_age``, ``excluded``, ``already_at_table``, ``seat_taken``, ``no_such_seat``, ``offer_over``, ``others_wait``, ``session_not_begun``, ``register_first``, ``bad_buy_in``,
    ``time_limit_reached``, ``play_limit_reached``, ``insufficient_funds``, ``entry_paid``.
    Rule: PT-H.6, PT-H.8, PT-H.9, PT-H.11, PT-H.14, PT-H.17, PT-O.8, PT-O.9, PT-T.21
    """
    # who excludes this player waits for us, and we for them: docs/locking.md
    lock_players([player_id])
    table = lock_play_table(table_id)
    player = require_playing(by, table=table, player_id=player_id)
    must_be_for_money(table)
    if player.simulated:
        raise not_found("player")
    must_be_let_play_for_money(table, player=player, at=at)
    going = long_away(table, at=at)
    must_be_free(table, player_id=player_id, seat=seat, going=[one.seat for one in going])
    place = must_be_ones_turn(table, player_id=player_id, going=len(going), at=at)
    cents = integer("cents", cents, low=1, high=MOST_CENTS, currency=table.currency)
    check_buy_in(cents, terms=terms_of(table), left_cents=left_with(table, player_id=player_id, at=at))
    must_be_within_limits(table, player_id=player_id, cents=cents, at=at)
    money = free_seats(table, leaving=going, at=at)
    sitting = Sitting.objects.create(table=table, player=player, seat=seat, since=at, brought_chips=0)
    brought, transfers = bring(table, sitting=sitting, cents=cents, kind="table_buy_in", at=at)
    post([*money, *transfers])
    sitting.brought_chips, sitting.fee_cents = brought.stack_cents, brought.fee_cents
    sitting.save(update_fields=["brought_chips", "fee_cents"])
    if place is not None:
        end_place(place, outcome=WaitingOutcome.SEATED, at=at)
    taken = sit_down(table, player=player, sitting=sitting, at=at)
    offer_free_seats(table, at=at)
    return taken
