"""Which tables wait for a player who is not there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from play.models import PlayTable, TableStage

# at more nobody plays at once
_AT_MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class TableThatWaits:
    """A table at which a player has a seat and is not. table_number: of a tournament's, else None. lost: the player was there, and the line went; else
    the house has just given the seat."""

    table_id: int
    name: str
    table_number: int | None
    lost: bool


def tables_that_wait(player_id: int) -> list[TableThatWaits]:
    """Return the open tables at which a player has a seat and no line, the most urgent first: of tournaments, where blinds are paid by who is not there, and
    of these the one whose seat was just given; else in the order in which they were opened. Rule: PT-T.26, PT-T.47
    """
    rows = PlayTable.objects.filter(sittings__player_id=player_id, sittings__left_at__isnull=True)
    found = (
        rows.exclude(stage=TableStage.CLOSED)
        .order_by("pk")
        .values_list("pk", "name", "table_number", "seats")
    )
    waiting = [
        TableThatWaits(table_id=pk, name=name, table_number=number, lost=bool(kept.get("lost_at")))
        for pk, name, number, seats in found[:_AT_MOST]
        for kept in seats
        if kept["player_id"] == player_id and (kept.get("lost_at") or kept.get("awaited"))
    ]
    return sorted(waiting, key=lambda one: (one.table_number is None, one.lost))


def tables_payload(player_id: int) -> dict[str, Any]:
    """Return what the other pages of a player are told: {tables: [{table_id, name, table_number, lost}]}."""
    return {
        "tables": [
            {"table_id": one.table_id, "name": one.name, "table_number": one.table_number, "lost": one.lost}
            for one in tables_that_wait(player_id)
        ]
    }
