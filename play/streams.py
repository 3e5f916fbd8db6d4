"""Whose chained record a fact of a played table belongs to: the table's own, for its head moves with every act."""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.facts import BaseFact, routing
from play.topics import own_cards_topic, played_table_topic


def play_stream(table_id: int) -> str:
    """Name the record of one played table: who sat there, each hand, each act."""
    return f"play:{table_id}"


class PlayFact(BaseFact):
    """Something that happened at a played table. players: whose own page it changes besides."""

    table_id: int = routing()
    players: Sequence[int] = routing()

    @property
    def stream(self) -> str:
        return play_stream(self.table_id)

    @property
    def topics(self) -> Sequence[str]:
        return (played_table_topic(self.table_id), *own_topics(self))


def own_topics(fact: PlayFact) -> Sequence[str]:
    """Return the pages of its players alone: for what changes nothing that the table sees."""
    return tuple(own_cards_topic(player_id, fact.table_id) for player_id in dict.fromkeys(fact.players))
