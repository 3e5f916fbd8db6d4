"""Names that the tournament's facts and faces share: streams and topics.

A stream is the chained record of one thing; a topic is a small face that somebody listens to. Public topics show
what the big screen may show; ``staff/`` topics are for the staff of the tournament; ``player/`` for one player.
"""

from __future__ import annotations

from typing import NewType

from tournaments.facts import announcements, circuit, clock, eliminations, entries, purchases
from tournaments.streams import season_stream, tournament_stream, venue_stream
from tournaments.topics import (
    clock_topic,
    counts_topic,
    eliminations_topic,
    entries_topic,
    player_topic,
    prizes_topic,
    standings_topic,
    table_topic,
    tables_topic,
    wall_topic,
)

VenueId = NewType("VenueId", int)
SeasonId = NewType("SeasonId", int)
TournamentId = NewType("TournamentId", int)
RegistrationId = NewType("RegistrationId", int)
EntryId = NewType("EntryId", int)
EliminationId = NewType("EliminationId", int)

__all__ = [
    "CLOCK_KINDS",
    "PUBLIC",
    "STAFF",
    "announcements",
    "circuit",
    "clock",
    "clock_topic",
    "counts_topic",
    "debt_reference",
    "eliminations",
    "eliminations_topic",
    "entries",
    "entries_topic",
    "lent_reference",
    "player_topic",
    "private",
    "prizes_topic",
    "purchases",
    "season_stream",
    "standings_topic",
    "table_topic",
    "tables_topic",
    "tournament_stream",
    "venue_stream",
    "wall_topic",
]

PUBLIC = "public"
STAFF = "staff"


def private(player_id: int) -> str:
    """The audience that is one player."""
    return f"player:{player_id}"


def lent_reference(purchase_id: int) -> str:
    """What is lent for an announced rebuy is booked under."""
    return f"lent:{purchase_id}"


def debt_reference(purchase_id: int) -> str:
    """What settles an announced rebuy, a payment or a writing off, is booked under."""
    return f"debt:{purchase_id}"


#: Changes of a clock, in the stream of its tournament. Of those that can be taken back only the last is.
CLOCK_KINDS = (
    "clock_paused",
    "clock_resumed",
    "clock_moved",
    "clock_time_added",
    "level_edited",
    "short_handed_called",
    "clock_change_undone",
)
