"""Let a held table go on."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from play.operations.holding import clocks_must_run, release
from play.operations.tables import lock_play_table, require_running
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.release_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/release"),
)
def release_table(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TableTurn:
    """Let a held table go on: who was to act has the time that was left. A table that is not held plays on as it did.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``clocks_stand``.
    Rule: PT-H.72
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    clocks_must_run(table.venue.frozen_at is not None)
    release(table, at=at)
    return TableTurn(table_id=table.pk, turn=table.turn)
