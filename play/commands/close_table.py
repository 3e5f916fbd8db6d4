"""Close a table between two hands."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from play.facts import PlayTableClosed
from play.models import TableStage
from play.operations.seats import seated_at, stand_up
from play.operations.tables import lock_play_table, nothing_due, require_running
from play.results import TableTurn
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "play.close_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/close"),
)
def close_table(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TableTurn:
    """Close a table between two hands: everybody stands up with what they have.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``hand_being_played``.
    Rule: PT-H.6
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    if table.stage != TableStage.WAITING:
        raise Refused("hand_being_played", N_("A hand is being played. Close the table when it is over."))
    for one in seated_at(table):
        stand_up(table, one=one, at=at)
    nothing_due(table)
    table.stage, table.closed_at, table.button_seat = TableStage.CLOSED, at, None
    table.turn += 1
    table.save()
    record(PlayTableClosed(table_id=table.pk, players=()))
    return TableTurn(table_id=table.pk, turn=table.turn)
