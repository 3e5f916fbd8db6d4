"""Take a seat at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from play.models import Sitting, TableKind
from play.operations.seats import long_away, must_be_welcome, stand_up
from play.operations.sitting_down import must_be_free, sit_down
from play.operations.tables import lock_play_table, not_in_a_tournament, require_playing
from play.results import TakenSeat
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.operations.entry_context import lock_players


@command(
    "play.sit",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/sit",
    ),
)
def sit(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    seat: Annotated[int, Integer(min_value=1, max_value=10)],
) -> TakenSeat:
    """Take a seat at a table, with the table's stack of play chips. The player is dealt in from the next hand on.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``already_at_table``, ``seat_taken``, ``no_such_seat``,
    ``seats_are_drawn``, ``buy_in_needed`` at a cash table, ``excluded``.
    Rule: PT-H.6, PT-H.8, PT-H.9, PT-H.74, PT-T.21
    """
    lock_players([player_id])  # whose data are erased sits nowhere
    table = lock_play_table(table_id)
    player = require_playing(by, table=table, player_id=player_id)
    not_in_a_tournament(table, instead=N_("The seats of a tournament are drawn among its players."))
    if table.kind == TableKind.CASH:
        raise Refused(
            "buy_in_needed",
            N_("This table is played for money. Say how much of your balance you bring to it."),
            rule="PT-H.8",
        )
    must_be_welcome(table, player_id=player_id, at=at)
    stand_up(table, leaving=long_away(table, at=at), at=at)
    must_be_free(table, player_id=player_id, seat=seat)
    sitting = Sitting.objects.create(
        table=table, player=player, seat=seat, since=at, brought_chips=table.stack_chips
    )
    return sit_down(table, player=player, sitting=sitting, at=at)
