"""Let go on what was held for lost lines."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import SYSTEM, Actor, CommandId
from people.queries import require
from play.models import LinesHoldOutcome
from play.queries.lines import enough_back
from play.results import TablesCount
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.operations.lost_lines import let_go_on, lock_held_together


@command(
    "play.end_lines_hold",
    Card(
        title=N_("Tables held for lost connections go on"),
        permission=Permission.RUN_PLAY_TABLES,
        address="play-tables/<id:table_id>/lines/go-on",
    ),
)
def end_lines_hold(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TablesCount:
    """Let a tournament's tables and its clock, or a table of none, go on that stand because many lines went at once.

    By the house when enough players are back, or after three minutes; by its director at once. What runs again has the time that was left. The answer says
    how many tables go on: none where nothing stands for lost lines.
    Refusals: ``forbidden``, ``not_found``, ``lines_still_lost`` for the house, before its time.
    Rule: PT-H.72, PT-H.73
    """
    held = lock_held_together(table_id)
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=held.venue_id)
    hold = held.standing()
    if hold is None:
        return TablesCount(tables=0)
    tables = sum(table.held_for_lines for table in held.tables)
    if by != SYSTEM:
        outcome = LinesHoldOutcome.STAFF
    elif not held.tables:
        outcome = LinesHoldOutcome.CLOSED
    elif enough_back(hold, tables=held.tables):
        outcome = LinesHoldOutcome.BACK
    elif at >= hold.until:
        outcome = LinesHoldOutcome.OVER
    else:
        raise Refused(
            "lines_still_lost",
            N_("Too many connections are still lost. Wait, or let the director have the tables go on."),
            rule="PT-H.72",
        )
    let_go_on(hold, tournament=held.tournament, tables=held.tables, outcome=outcome, at=at)
    return TablesCount(tables=tables)
