"""Let a held table go on."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from play.models import LinesHoldOutcome
from play.operations.holding import clocks_must_run, release
from play.operations.tables import lock_play_table, require_running
from play.queries.lines import stands_for_lines
from play.results import TableTurn
from rules.permissions import Permission
from tournaments.operations.lost_lines import let_go_on, lock_held_together


@command(
    "play.release_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/release"),
)
def release_table(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TableTurn:
    """Let a held table go on: who was to act has the time that was left. A table that is not held plays on as it did; with one that stands for
    lost lines, all of its tournament's go on, and its clock.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``clocks_stand``.
    Rule: PT-H.72
    """
    held = lock_held_together(table_id) if stands_for_lines(table_id) else None
    hold = held.standing() if held is not None else None
    table = lock_play_table(table_id)
    require_running(by, table=table)
    clocks_must_run(table.venue.frozen_at is not None)
    if held is not None and hold is not None:
        let_go_on(hold, tournament=held.tournament, tables=held.tables, outcome=LinesHoldOutcome.STAFF, at=at)
    else:
        release(table, at=at)
    return TableTurn(table_id=table.pk, turn=table.turn)
