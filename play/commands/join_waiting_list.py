"""Wait for a seat at a full cash table, or register for a session."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from play.operations.escrow import must_be_for_money, must_be_within_limits, must_have
from play.operations.sitting_down import must_be_let_play_for_money
from play.operations.tables import lock_play_table, require_playing
from play.operations.waiting_list import join, must_have_the_least, offer_free_seats, registers
from play.queries.cash import least_to_bring, terms_of
from play.results import WaitingResult
from rules.accounts import MOST_CENTS
from rules.online import check_buy_in
from rules.permissions import Permission
from rules.refusals import not_found
from rules.validation import integer
from tournaments.operations.entry_context import lock_players


@command(
    "play.join_waiting_list",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/waiting-list/join",
    ),
)
def join_waiting_list(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    cents: Annotated[int, Integer(min_value=0, max_value=MOST_CENTS)] = 0,
) -> WaitingResult:
    """Wait for a seat at a full cash table. When one is free the first is offered it for 30 seconds and takes it by `buy-in`; who lets
    that pass waits no longer. At a table that is played for a session this is how one registers: before it begins for a seat that is drawn then,
    and later for one that comes free.

    cents: before a session begins, with how much of the account the player sits down when it does; nothing elsewhere. Whatever would keep the player from sitting down is refused now: no money moves and none is kept.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_a_cash_table``, ``no_cash_tables``, ``identity_not_checked``,
    ``under_age``, ``excluded``, ``already_at_table``, ``already_waiting``, ``seat_is_free``, ``waiting_list_full``,
    ``bad_buy_in``, ``time_limit_reached``, ``play_limit_reached``, ``entry_paid``, ``insufficient_funds``.
    Rule: PT-H.5, PT-H.6, PT-H.8, PT-H.9, PT-T.21
    """
    # who excludes this player waits for us, and we for them: docs/locking.md
    lock_players([player_id])
    table = lock_play_table(table_id)
    player = require_playing(by, table=table, player_id=player_id)
    must_be_for_money(table)
    if player.simulated:
        raise not_found("player")
    must_be_let_play_for_money(table, player=player, at=at)
    cents = integer("cents", cents, low=0, high=MOST_CENTS, currency=table.currency)
    if registers(table):
        check_buy_in(cents, terms=terms_of(table))
        waiting = join(table, player=player, at=at, brings_cents=cents)
        must_be_within_limits(table, player_id=player_id, cents=cents, at=at)
        must_have(table, player_id=player_id, cents=cents)
        return WaitingResult(table_id=table.pk, waiting=waiting)
    waiting = join(table, player=player, at=at)
    least = least_to_bring(table, player_id=player_id, at=at)
    must_be_within_limits(table, player_id=player_id, cents=least, at=at)
    must_have_the_least(table, player_id=player_id, least_cents=least)
    if table.session_starts_at is not None:
        offer_free_seats(table, at=at)
    return WaitingResult(table_id=table.pk, waiting=waiting)
