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
from play.operations.escrow import (
    must_be_for_money,
    must_be_within_limits,
)
from play.operations.seats import has_part, seat_of
from play.operations.sitting_down import must_be_let_play_for_money
from play.operations.tables import lock_play_table, require_playing, wait_or_deal
from play.operations.topping_up import add_chips
from play.queries.cash import terms_of
from play.results import TakenSeat
from rules.accounts import MOST_CENTS
from rules.online import check_top_up
from rules.permissions import Permission
from rules.refusals import N_, Refused
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
    cents: Annotated[int, Integer(min_value=1, max_value=MOST_CENTS)],
) -> TakenSeat:
    """Add chips to the own stack at a cash table between two hands, with money of the player's account; who sat out for a stack that
    was too short is dealt in again.

    cents: what leaves the account; where the commission is a share of it, the rest reaches the table.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_a_cash_table``, ``not_at_table``, ``no_cash_tables``,
    ``identity_not_checked``, ``under_age``, ``excluded``, ``hand_goes_on``, ``stack_is_full``, ``bad_top_up``,
    ``play_limit_reached``, ``insufficient_funds``.
    Rule: PT-H.11, PT-H.12, PT-H.14, PT-H.15, PT-H.17, PT-T.21
    """
    lock_players([player_id])
    table = lock_play_table(table_id)
    player = require_playing(by, table=table, player_id=player_id)
    must_be_for_money(table)
    one = seat_of(table, player_id=player_id)
    must_be_let_play_for_money(table, player=player, at=at)
    if has_part(table, seat=one.seat):
        raise Refused(
            "hand_goes_on",
            N_("Chips are added between two hands. Wait for the end of this one."),
            rule="PT-H.11",
        )
    cents = integer("cents", cents, low=1, high=MOST_CENTS)
    check_top_up(cents, stack_cents=one.chips, terms=terms_of(table))
    must_be_within_limits(table, player_id=player_id, cents=cents, at=at)
    one, transfers = add_chips(table, one=one, cents=cents, at=at)
    post(transfers)
    at_once = table.stage == TableStage.WAITING
    if at_once:
        wait_or_deal(table, at=at, gather=True)
    table.save()
    return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=at_once)
