"""Turn the next cards of the board where nobody is left to bet."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from play.models import DueKind
from play.operations.hands import run_out
from play.operations.tables import lock_play_table, must_be_due, require_running, table_first
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.open_street",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/open-street"),
    first=table_first,
)
def open_street(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """Turn the next cards of the board where nobody is left to bet.

    By the table's clock when it is due; before that, or when the table has moved on, nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``.
    Rule: PT-H.53, PT-H.55, PT-H.57
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    must_be_due(table, kind=DueKind.STREET, turn=turn, at=at)
    run_out(table, at=at)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
