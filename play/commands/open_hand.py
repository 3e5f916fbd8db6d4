"""Deal the next hand."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from play.models import DueKind
from play.operations.hands import deal
from play.operations.moving import must_wait_for_nobody, tell_who_waits
from play.operations.seats import free_barred
from play.operations.tables import lock_play_table, must_be_due, require_running, table_first
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.open_hand",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/open-hand"),
    first=table_first,
)
def open_hand(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=10**15)],
) -> TableTurn:
    """Deal the next hand to everybody who plays; who was excluded meanwhile stands up first, and at a cash table whose own time is used up.

    By the table's clock when it is due; before that, or when the table has moved on, nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``table_held``, ``turn_passed``,
    ``others_still_play`` in hand-for-hand, and before all seats are drawn anew, ``last_hand_played`` after the set time.
    Rule: PT-H.7, PT-H.48, PT-H.49, PT-H.64, PT-T.21, PT-T.48, PT-T.49, PT-T.52
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    must_be_due(table, kind=DueKind.OPEN, turn=turn, at=at)
    others_wait = must_wait_for_nobody(table)
    table.turn += 1
    free_barred(table, at=at)
    deal(table, at=at)
    table.save()
    if others_wait:
        tell_who_waits(table)
    return TableTurn(table_id=table.pk, turn=table.turn)
