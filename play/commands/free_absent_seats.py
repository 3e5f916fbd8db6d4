"""Free the seats of who is not there or has no time left, at a cash table where no hands are dealt."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from play.models import DueKind
from play.operations.seats import barred_at, long_away, stand_up
from play.operations.tables import lock_play_table, must_be_due, require_running, wait_or_deal
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.free_absent_seats",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/free-absent-seats"),
)
def free_absent_seats(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """Free the seats of who has been away for ten minutes, or has used up the own time, at a cash table where no hands are dealt: their stacks
    go to their accounts.

    By the table's clock when it is due; before that, or when the table has moved on, nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``.
    Rule: PT-H.7, PT-H.10, PT-H.68, REGULATIONS 2.10
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    must_be_due(table, kind=DueKind.FREE, turn=turn, at=at)
    table.turn += 1
    gone = {one.seat: one for one in (*long_away(table, at=at), *barred_at(table, at=at))}
    stand_up(table, leaving=list(gone.values()), at=at)
    wait_or_deal(table, at=at, gather=True)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
