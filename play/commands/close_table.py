"""Close a table between two hands."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from play.models import TableStage
from play.operations.tables import lock_play_table, not_in_a_tournament, require_running, shut
from play.results import TableTurn
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "play.close_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/close"),
)
def close_table(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TableTurn:
    """Close a table between two hands: everybody stands up with what they have.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``hand_being_played``, ``seats_are_drawn``.
    Rule: PT-H.6
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    not_in_a_tournament(table, instead=N_("This table is a tournament's: it closes with the tournament."))
    if table.stage != TableStage.WAITING:
        raise Refused("hand_being_played", N_("A hand is being played. Close the table when it is over."))
    shut(table, at=at)
    return TableTurn(table_id=table.pk, turn=table.turn)
