"""Hold a tournament, or a table of none, whose lines went at once."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from play.results import TablesCount
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.lost_lines import hold_tables_and_clock, lock_held_together


@command(
    "play.hold_for_lost_lines",
    Card(
        title=N_("Many connections lost at once: tables held"),
        permission=Permission.RUN_PLAY_TABLES,
        address="play-tables/<id:table_id>/lines/hold",
    ),
)
def hold_for_lost_lines(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TablesCount:
    """Hold all tables of a tournament, with its clock, or a table of none, where many of the players' lines went within seconds.

    By the house's sockets. Five players at least and three of ten whose line was there: fewer hold nothing, and nothing is held a fourth
    time within an hour. The answer says how many tables were held: none where too few went, or they stand already.
    Refusals: ``forbidden``, ``not_found``.
    Rule: PT-H.72, PT-H.73
    """
    held = lock_held_together(table_id)
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=held.venue_id)
    return TablesCount(tables=hold_tables_and_clock(held, at=at))
