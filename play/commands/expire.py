"""Act for who let the time to decide run out."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from play.models import DueKind
from play.operations.failing import decide_again, void
from play.operations.hands import act_by_clock
from play.operations.tables import heard_until, lock_play_table, must_be_due, require_running, table_first
from play.results import TableTurn
from rules.online import AfterFailure, after_failure
from rules.permissions import Permission


@command(
    "play.expire",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/expire"),
    first=table_first,
)
def expire(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """Act for who let the time to decide run out: a check where that is free, else a fold; or do what the player decided ahead.

    By the table's clock when it is due; before that, or when the table has moved on, nothing is done.
    Where the time was over long ago, the house was away: the player has the full time again, or the hand is void. So has he where the house's clock was
    set back, and the decision would begin only when it has come so far again.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``.
    Rule: PT-H.43, PT-H.45, PT-H.72, PT-H.73
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    must_be_due(table, kind=DueKind.DECIDE, turn=turn, at=at)
    until = heard_until(table)
    assert until is not None
    follows = after_failure(overdue=at - until)
    if at < until:
        follows = AfterFailure.FULL_TIME  # the clock was set back
    if follows is AfterFailure.VOID:
        void(table, why="outage", reason="", at=at)
    elif follows is AfterFailure.FULL_TIME:
        decide_again(table, at=at)
    else:
        act_by_clock(table, at=at)
    table.save_at_end()
    return TableTurn(table_id=table.pk, turn=table.turn)
