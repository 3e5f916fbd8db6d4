"""Names that the tournament's facts and faces share: streams and topics.

A stream is the chained record of one thing; a topic is a small face that somebody listens to. Public topics show
what the big screen may show; ``staff/`` topics are for the staff of the tournament; ``player/`` for one player.
"""

from __future__ import annotations

from typing import NewType

VenueId = NewType("VenueId", int)
SeasonId = NewType("SeasonId", int)
TournamentId = NewType("TournamentId", int)
RegistrationId = NewType("RegistrationId", int)
EntryId = NewType("EntryId", int)
EliminationId = NewType("EliminationId", int)

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


def tournament_stream(tournament_id: int) -> str:
    return f"tournament:{tournament_id}"


def venue_stream(venue_id: int) -> str:
    return f"venue:{venue_id}"


def season_stream(season_id: int) -> str:
    return f"season:{season_id}"


def clock_topic(tournament_id: int) -> str:
    """Level, anchors, recess, next level: what a clock needs to count by itself."""
    return f"tournament/{tournament_id}/clock"


def counts_topic(tournament_id: int) -> str:
    """Entries, players left, chips, average, pool, places paid, state of the tournament."""
    return f"tournament/{tournament_id}/counts"


def eliminations_topic(tournament_id: int) -> str:
    """The last eliminations with place and prize."""
    return f"tournament/{tournament_id}/eliminations"


def standings_topic(tournament_id: int) -> str:
    """Final table stacks, podium, results once finished."""
    return f"tournament/{tournament_id}/standings"


def prizes_topic(tournament_id: int) -> str:
    return f"tournament/{tournament_id}/prizes"


def wall_topic(tournament_id: int) -> str:
    """What the staff put on the displays: a message, the seating list."""
    return f"tournament/{tournament_id}/wall"


def tables_topic(tournament_id: int) -> str:
    """Staff: one line a table, and what needs somebody now (balance, break, halt)."""
    return f"staff/tournament/{tournament_id}/tables"


def table_topic(tournament_id: int, table_number: int) -> str:
    """Staff: one table with its seats."""
    return f"staff/tournament/{tournament_id}/table/{table_number}"


def entries_topic(tournament_id: int) -> str:
    """Staff: registrations waiting for payment, alternates, last entries."""
    return f"staff/tournament/{tournament_id}/entries"


def player_topic(player_id: int, tournament_id: int) -> str:
    """One player: own seat, place, prize."""
    return f"player/{player_id}/tournament/{tournament_id}"


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
