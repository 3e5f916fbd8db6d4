"""The tables of a timed tournament after its time is up. Needs an open command."""

from __future__ import annotations

from dispatch.commands import record
from play.facts import TablesPlayLastHands
from play.models import PlayTable
from play.queries.events import open_tables_of


def tell_last_hands(table: PlayTable) -> None:
    """Tell the tables of a tournament that each plays its last hands, and which have played them. Rule: PT-T.52"""
    assert table.tournament_id is not None
    record(TablesPlayLastHands(table_id=table.pk, players=(), tables=open_tables_of(table.tournament_id)))
