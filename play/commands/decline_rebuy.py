"""Say that one buys no more chips at a table online."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from play.operations.rebuys import decline, who_is_offered
from play.operations.tables import lock_play_table, must_not_be_held, require_playing
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.decline_rebuy",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/no-rebuy",
    ),
)
def decline_rebuy(
    *, command_id: CommandId, at: datetime, by: Actor, table_id: int, player_id: Id
) -> TableTurn:
    """Buy no more chips after the last one is lost: the table waits no longer, and the player is out.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``no_rebuy_now``, ``rebuy_time_over``.
    Rule: ADTP.27, PT-T.44
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    must_not_be_held(table)
    decline(table, one=who_is_offered(table, player_id=player_id, at=at), at=at)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
