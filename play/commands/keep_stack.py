"""Have chips added by themselves after each hand."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from play.operations import topping_up
from play.operations.escrow import must_be_for_money
from play.operations.seats import seat_of
from play.operations.tables import lock_play_table, require_playing
from play.queries.cash import terms_of
from play.results import KeptStack
from rules.accounts import MOST_CENTS
from rules.online import check_kept_stack
from rules.permissions import Permission
from rules.validation import integer


@command(
    "play.keep_stack",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/keep-stack",
    ),
)
def keep_stack(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    cents: Annotated[int, Integer(min_value=0, max_value=MOST_CENTS)],
) -> KeptStack:
    """Have the own stack at a cash table filled up to so much after each hand, with money of the player's account; 0 ends that.

    No money moves now. After each hand whatever is asked of who adds chips is asked; where it is refused, for a limit, an exclusion or the
    balance, nothing is added and the wish ends. Who sits out is not filled up.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_a_cash_table``, ``not_at_table``, ``bad_kept_stack``.
    Rule: PT-H.11, PT-H.12, PT-H.14, PT-H.15
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    must_be_for_money(table)
    one = seat_of(table, player_id=player_id)
    cents = integer("cents", cents, low=0, high=MOST_CENTS, currency=table.currency)
    check_kept_stack(cents, terms=terms_of(table))
    topping_up.keep_stack(table, one=one, cents=cents)
    table.save()
    return KeptStack(table_id=table.pk, cents=cents)
