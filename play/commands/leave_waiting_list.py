"""Wait for a seat no longer."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from play.models import WaitingOutcome
from play.operations.tables import lock_play_table, require_playing
from play.operations.waiting_list import end_place, offer_free_seats, own_place
from play.queries.waiting_list import count_waiting
from play.results import WaitingResult
from rules.permissions import Permission


@command(
    "play.leave_waiting_list",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/waiting-list/leave",
    ),
)
def leave_waiting_list(
    *, command_id: CommandId, at: datetime, by: Actor, table_id: int, player_id: Id
) -> WaitingResult:
    """Wait for a seat no longer; one that was offered goes to the next who waits.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_waiting``.
    Rule: PT-H.6
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    end_place(own_place(table, player_id=player_id), outcome=WaitingOutcome.LEFT, at=at)
    offer_free_seats(table, at=at)
    return WaitingResult(table_id=table.pk, waiting=count_waiting(table.pk))
