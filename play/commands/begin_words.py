"""Fix the words of coming hands."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Text
from play.operations import words
from play.operations.seats import seat_of
from play.operations.tables import lock_play_table, require_playing
from play.results import WordsAtTable
from rules.permissions import Permission


@command(
    "play.begin_words",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/words",
    ),
)
def begin_words(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    end: Annotated[str, Text(max_length=64)],
) -> WordsAtTable:
    """Fix the words of one's coming hands by the end of a chain of hashes: each hand has its link, one further back.

    end: 64 hexadecimal digits. The words count from the first hand whose roots were not told yet.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``, ``word_wrong``, ``words_begun``.
    Rule: PT-H.50
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    one = seat_of(table, player_id=player_id)
    number = words.begin_words(table, one=one, end=end)
    return WordsAtTable(table_id=table.pk, seat=one.seat, number=number)
