"""Hold a table where it stands."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import SYSTEM, Actor, CommandId
from dispatch.fields import Text
from play.operations.holding import hold
from play.operations.tables import lock_play_table, require_running
from play.results import TableTurn
from rules.permissions import Permission
from rules.validation import text


@command(
    "play.hold_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/hold"),
)
def hold_table(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    reason: Annotated[str, Text(max_length=200)] = "",
) -> TableTurn:
    """Hold a table where it stands: nobody acts, nobody's time runs, no card is turned, until it is released.

    reason: what everybody there is told. A table that is held already stays so.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``text_missing``.
    Rule: PT-H.72
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    hold(table, reason="" if by == SYSTEM else text("reason", reason, at_most=200), at=at)
    return TableTurn(table_id=table.pk, turn=table.turn)
