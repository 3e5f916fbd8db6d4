"""End the session of a cash table where no hands are dealt."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from play.models import DueKind
from play.operations.tables import lock_play_table, must_be_due, require_running, shut
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.end_session",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/end-session"),
)
def end_session(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """End a session whose time is over at a table where no hand is dealt: everybody goes home with the stack. Where hands are, the one that is
    played then is the last, and the table closes with it.

    By the table's clock when it is due; before that, or when the table has moved on, nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``.
    Rule: PT-H.6, PT-H.10
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    must_be_due(table, kind=DueKind.END, turn=turn, at=at)
    shut(table, at=at)
    return TableTurn(table_id=table.pk, turn=table.turn)
