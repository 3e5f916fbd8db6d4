"""Give the word for a hand that is not dealt yet."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer, Text
from play.operations import words
from play.operations.seats import seat_of
from play.operations.tables import lock_play_table, require_playing
from play.results import WordsAtTable
from rules.permissions import Permission


@command(
    "play.give_word",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/word",
    ),
)
def give_word(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    number: Annotated[int, Integer(min_value=1, max_value=10**9)],
    word: Annotated[str, Text(max_length=64)],
) -> WordsAtTable:
    """Give one's word for a hand that is not dealt yet, after its roots were told: 32 bytes as 64 hexadecimal digits.

    number: of that hand; word: its link of the player's chain, one further back for each hand since the chain counts. Nobody waits for a word, and it is told to
    nobody before the deal; that it came stands in the table's record at once.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``, ``word_wrong``, ``word_too_late``,
    ``word_too_early``.
    Rule: PT-H.50
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    one = seat_of(table, player_id=player_id)
    words.give_word(table, one=one, number=number, word=word)
    return WordsAtTable(table_id=table.pk, seat=one.seat, number=number)
