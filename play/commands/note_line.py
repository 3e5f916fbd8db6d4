"""Note that a player's line to a table was lost, or is back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from play.facts import LineBack, LineLost
from play.models import TableKind, TableStage
from play.operations.seats import change, seat_of, tell_awaited
from play.operations.tables import lock_play_table, require_running, table_first, wait_or_deal
from play.operations.waiting import wait_for_line
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.note_line",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/line"),
    first=table_first,
)
def note_line(
    *, command_id: CommandId, at: datetime, by: Actor, table_id: int, player_id: Id, there: bool
) -> TableTurn:
    """Note that the house saw the last line of a player to this table go, or that it is back.

    By the house's sockets. Who is to act, now or later in the hand, has time to reconnect: once a hand, and so much in an hour. At a cash
    table where no hands are dealt, the seat of who does not come back is free after ten minutes.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``.
    Rule: PT-H.44, PT-H.68, PT-H.73
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    one = seat_of(table, player_id=player_id)
    known = bool(one.lost_at)
    if there and one.awaited and not known:
        # nobody at the table was told that the player was not there yet
        change(table, changed=replace(one, awaited=False))
        table.save()
        tell_awaited(table, player_id=player_id, awaited=False)
    elif there == known:
        one = replace(one, lost_at="" if there else at.isoformat(), awaited=False)
        change(table, changed=one)
        if not there:
            wait_for_line(table, one=one, at=at)
        if table.kind == TableKind.CASH and table.stage == TableStage.WAITING:
            wait_or_deal(table, at=at, gather=True)
        table.save()
        fact = LineBack if there else LineLost
        record(fact(table_id=table.pk, players=[player_id], seat=one.seat))
        tell_awaited(table, player_id=player_id, awaited=not there)
    return TableTurn(table_id=table.pk, turn=table.turn)
