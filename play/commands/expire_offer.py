"""End an offer of a free seat that was not taken in time."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from play.operations.tables import lock_play_table, require_running
from play.operations.waiting_list import miss_offer, offer_free_seats
from play.queries.waiting_list import count_waiting
from play.results import WaitingResult
from rules.permissions import Permission


@command(
    "play.expire_offer",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/waiting-list/expire"),
)
def expire_offer(
    *, command_id: CommandId, at: datetime, by: Actor, table_id: int, place_id: Id
) -> WaitingResult:
    """Take an offer back whose time is over: its player waits no longer, and the next is offered the seat.

    By the table's clock. Where the house itself was away meanwhile, the player is offered the seat anew.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_waiting``, ``offer_stands``.
    Rule: PT-H.6, PT-H.72
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    miss_offer(table, place_id=place_id, at=at)
    offer_free_seats(table, at=at)
    return WaitingResult(table_id=table.pk, waiting=count_waiting(table.pk))
