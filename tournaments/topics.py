"""Topics of tournaments: the small snapshots that somebody listens to.

Public topics show what the big screen may show; ``staff/`` topics are for the staff of the tournament; ``player/`` for
one player.
"""

from __future__ import annotations


def clock_topic(tournament_id: int) -> str:
    """Level, anchors, recess, next level: what a clock needs to count by itself."""
    return f"tournament/{tournament_id}/clock"


def counts_topic(tournament_id: int) -> str:
    """Entries, players left, chips, average, pool, places paid, state of the tournament."""
    return f"tournament/{tournament_id}/counts"


def eliminations_topic(tournament_id: int) -> str:
    """Return the last eliminations with place and prize."""
    return f"tournament/{tournament_id}/eliminations"


def standings_topic(tournament_id: int) -> str:
    """Final table stacks, podium, results once finished."""
    return f"tournament/{tournament_id}/standings"


def prizes_topic(tournament_id: int) -> str:
    """Return the pool and the prizes of every place."""
    return f"tournament/{tournament_id}/prizes"


def wall_topic(tournament_id: int) -> str:
    """Return what the staff put on the displays: a message, the seating list."""
    return f"tournament/{tournament_id}/wall"


def news_topic(tournament_id: int) -> str:
    """Return who moves, which table broke and where to, how far hand-for-hand is: what a room is told of its tables."""
    return f"tournament/{tournament_id}/news"


def tables_topic(tournament_id: int) -> str:
    """Return the topic of staff: one line a table, and what needs somebody now (balance, break, halt)."""
    return f"staff/tournament/{tournament_id}/tables"


def table_topic(tournament_id: int, table_number: int) -> str:
    """Return the topic of staff: one table with its seats."""
    return f"staff/tournament/{tournament_id}/table/{table_number}"


def seats_topic(tournament_id: int, table_number: int) -> str:
    """Return the topic of everybody: who sits at one table, with the stacks as counted; for a display beside it."""
    return f"tournament/{tournament_id}/table/{table_number}"


def table_topics(tournament_id: int, table_number: int) -> tuple[str, str]:
    """Both pages of one table: the staff's and everybody's."""
    return table_topic(tournament_id, table_number), seats_topic(tournament_id, table_number)


def entries_topic(tournament_id: int) -> str:
    """Return the topic of staff: registrations waiting for payment, alternates, last entries."""
    return f"staff/tournament/{tournament_id}/entries"


def player_topic(player_id: int, tournament_id: int) -> str:
    """Return the topic of one player: own seat, place, prize."""
    return f"player/{player_id}/tournament/{tournament_id}"


def present_topic(topic: str) -> str:
    """Return the topic that tells at once what a public one tells late of a tournament played online: for its staff, and for who plays in it."""
    return f"present/{topic}"


def season_topic(season_id: int) -> str:
    """Return the table of a season."""
    return f"season/{season_id}/table"
