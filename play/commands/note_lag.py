"""Note how long a player's line to a table takes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from play.operations.seats import change, seat_of
from play.operations.tables import lock_play_table, require_running, table_first
from play.results import TableTurn
from rules.online import lag_to_keep
from rules.permissions import Permission

# who answers no ping for so long has no line
_LONGEST_MS = 60_000


@command(
    "play.note_lag",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/lag"),
    first=table_first,
)
def note_lag(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    lag_ms: Annotated[int, Integer(min_value=0, max_value=_LONGEST_MS)],
) -> TableTurn:
    """Note how long a player's line to this table takes there and back, in milliseconds, as the house measured it.

    By the house's sockets. From the next decision on an act may come so much later, within what the player is still forgiven; nobody sees it.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``.
    Rule: PT-H.43
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    one = seat_of(table, player_id=player_id)
    kept = lag_to_keep(measured_ms=lag_ms, kept_ms=one.lag_ms)
    if kept != one.lag_ms:
        change(table, changed=replace(one, lag_ms=kept))
        table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
