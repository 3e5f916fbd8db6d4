"""Hold every table of a house."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from play.models import PlayTable
from play.operations.holding import hold
from play.operations.tables import lock_open_tables
from play.results import TablesCount
from rules.permissions import Permission
from rules.validation import text


@command(
    "play.hold_all_tables",
    Card(permission=Permission.RUN_PLAY_TABLES, address="venues/<id:venue_id>/play-tables/hold"),
)
def hold_all_tables(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    reason: Annotated[str, Text(max_length=200)],
) -> TablesCount:
    """Hold every open table of a house at one instant, where it stands.

    reason: what everybody there is told. Refusals: ``forbidden``, ``text_missing``.
    Rule: PT-H.72
    """
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=venue_id)
    said = text("reason", reason, at_most=200)
    tables = lock_open_tables(PlayTable.objects.filter(venue_id=venue_id))
    for table in tables:
        hold(table, reason=said, at=at)
    return TablesCount(tables=len(tables))
