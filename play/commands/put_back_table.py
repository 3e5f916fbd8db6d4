"""Go on at a table after the house's data was put back to an earlier moment."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from play.operations.failing import put_back
from play.operations.tables import lock_play_table
from play.results import TableTurn
from rules.permissions import Permission


@command(
    "play.put_back_table",
    Card(permission=Permission.MANAGE_VENUE, address="play-tables/<id:table_id>/put-back"),
)
def put_back_table(*, command_id: CommandId, at: datetime, by: Actor, table_id: int) -> TableTurn:
    """Have a table go on after the house's data was put back to an earlier moment: no card that somebody may have seen since is dealt.

    By `bin/restore`, or by the owner where it was put back by other means: who runs the tables could undo a hand with it that goes against a friend. The hand that is played is void; the next one has new decks, and the words given for it count no more. Stacks are those of the
    last hand that was over.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``no_card_key``.
    Rule: PT-H.72, PT-O.72
    """
    table = lock_play_table(table_id)
    require(by, permission=Permission.MANAGE_VENUE, venue_id=table.venue_id)
    put_back(table, at=at)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
