"""Let every held table of a house go on."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from play.models import LinesHoldOutcome, PlayTable
from play.operations.holding import clocks_must_run, release
from play.operations.tables import lock_open_tables
from play.queries.lines import tournaments_that_stand_for_lines
from play.results import TablesCount
from rules.permissions import Permission
from tournaments.models import Venue
from tournaments.operations.lost_lines import let_go_on, lock_fields, standing_holds


@command(
    "play.release_all_tables",
    Card(permission=Permission.RUN_PLAY_TABLES, address="venues/<id:venue_id>/play-tables/release"),
)
def release_all_tables(*, command_id: CommandId, at: datetime, by: Actor, venue_id: int) -> TablesCount:
    """Let every held table of a house go on, each with the time that was left.

    Refusals: ``forbidden``, ``clocks_stand``. Rule: PT-H.72
    """
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=venue_id)
    clocks_must_run(Venue.objects.filter(pk=venue_id, frozen_at__isnull=False).exists())
    lock_fields(tournaments_that_stand_for_lines(venue_id))
    tables = [
        table
        for table in lock_open_tables(PlayTable.objects.filter(venue_id=venue_id))
        if table.held_at is not None
    ]
    for hold, of_hold in standing_holds(tables):
        let_go_on(hold, tournament=hold.tournament, tables=of_hold, outcome=LinesHoldOutcome.STAFF, at=at)
    for table in tables:
        release(table, at=at)
    return TablesCount(tables=len(tables))
