"""Topics of played tables: what everybody sees, and what one player alone sees."""

from __future__ import annotations


def played_table_topic(table_id: int) -> str:
    """Return the topic of who sees a table as it is: stacks, bets, board, pots, whose turn it is and until when; cards that lie open."""
    return f"play/{table_id}"


def onlookers_topic(table_id: int) -> str:
    """Return the topic of who does not sit there: what the other one told a while ago, and nothing of what came since."""
    return f"play/{table_id}/late"


def own_cards_topic(player_id: int, table_id: int) -> str:
    """Return the topic of one player: own cards with their proof, and what may be done now."""
    return f"player/{player_id}/play/{table_id}"


def own_tables_topic(player_id: int) -> str:
    """Return the topic of one player: the tables that wait for the player, who looks at other pages."""
    return f"player/{player_id}/tables"


def waiting_topic(player_id: int, table_id: int) -> str:
    """Return the topic of one player: the own place in the waiting list of a table, and whether a seat is offered."""
    return f"player/{player_id}/waiting/{table_id}"
