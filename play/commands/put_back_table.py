"""Go on at a table after the house's data was put back to an earlier moment."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from play.operations.failing import put_back
from play.operations.tables import lock_play_table, require_running
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.put_back_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/put-back"),
)
def put_back_table(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TableTurn:
    """Have a table go on after the house's data was put back to an earlier moment: no card that somebody may have seen since is dealt.

    By `bin/restore`. The hand that is played is void; the next one has new decks, and the words given for it count no more. Stacks are those of the
    last hand that was over.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``no_card_key``.
    Rule: PT-H.72, PT-O.72
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    put_back(table, at=at)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
