"""Begin the session of a cash table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from play.models import DueKind
from play.operations.session import begin
from play.operations.tables import lock_play_table, must_be_due, require_running
from play.queries.waiting_list import who_registered
from play.results import TableTurn
from rules.permissions import Permission
from tournaments.operations.entry_context import lock_players


@command(
    "play.begin_session",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/begin-session"),
)
def begin_session(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """Begin a session when its hour has come: seats are drawn among who has registered, each with the money that was named then.

    By the table's clock when it is due; before that, or when the table has moved on, nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``.
    Rule: PT-H.6, PT-H.8, PT-H.9, PT-T.21
    """
    # before the table; who registers just then waits for a seat
    registered = who_registered(table_id)
    if registered:
        lock_players(registered)
    table = lock_play_table(table_id)
    require_running(by, table=table)
    must_be_due(table, kind=DueKind.BEGIN, turn=turn, at=at)
    table.turn += 1
    begin(table, players=registered, at=at)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
