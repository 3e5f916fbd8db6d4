"""Which tables call a player who is not there: one waits for the player, or keeps a seat for the player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from play.models import DueKind, PlayTable, TableStage, WaitingPlace
from rules import hands
from rules.clock_shown import milliseconds
from rules.hands import Hand

# at more nobody plays at once
_AT_MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class TableThatWaits:
    """A table at which a player has a seat and is not, or is offered one. table_number: of a tournament's, else None. lost: the player was there, and the line
    went; else the house has just given the seat. offered: nobody has the seat yet, and it is kept for the player. until: until when it is, or the player may decide;
    None where the player has nothing to decide now, and where the table is held. timezone: of the house.
    """

    table_id: int
    name: str
    table_number: int | None
    lost: bool
    offered: bool
    until: datetime | None
    timezone: str


def tables_that_wait(player_id: int) -> list[TableThatWaits]:
    """Return the open tables at which a player has a seat and no line, or is offered a seat; the most urgent first: whose time runs, by its end; then of tournaments,
    where blinds are paid by who is not there, and of these the one whose seat was just given; else in the order in which they were opened. Rule: PT-H.6, PT-T.26, PT-T.47
    """
    found = (*_seats_left_alone(player_id), *_seats_offered(player_id))
    return sorted(
        found,
        key=lambda one: (
            one.until is None,
            0.0 if one.until is None else one.until.timestamp(),
            one.table_number is None,
            one.lost,
        ),
    )


def _seats_left_alone(player_id: int) -> list[TableThatWaits]:
    rows = PlayTable.objects.filter(sittings__player_id=player_id, sittings__left_at__isnull=True)
    found = rows.exclude(stage=TableStage.CLOSED).select_related("venue").order_by("pk")[:_AT_MOST]
    return [
        TableThatWaits(
            table_id=table.pk,
            name=table.name,
            table_number=table.table_number,
            lost=bool(kept.get("lost_at")),
            offered=False,
            until=_decides_until(table, kept=kept),
            timezone=table.venue.timezone,
        )
        for table in found
        for kept in table.seats
        if kept["player_id"] == player_id and (kept.get("lost_at") or kept.get("awaited"))
    ]


def _decides_until(table: PlayTable, *, kept: dict[str, Any]) -> datetime | None:
    if table.due_kind != DueKind.DECIDE or table.hand is None or table.held_at is not None:
        return None
    if kept["away_since"] or kept["leaves"]:
        return None  # nobody waits for who sits out
    return table.due_at if hands.options(Hand.from_dict(table.hand)).seat == kept["seat"] else None


def _seats_offered(player_id: int) -> list[TableThatWaits]:
    rows = WaitingPlace.objects.filter(
        player_id=player_id, ended_at__isnull=True, offered_until__isnull=False
    )
    return [
        TableThatWaits(
            table_id=one.table_id,
            name=one.table.name,
            table_number=None,
            lost=False,
            offered=True,
            until=None if one.table.held_at is not None else one.offered_until,
            timezone=one.table.venue.timezone,
        )
        for one in rows.select_related("table__venue").order_by("pk")[:_AT_MOST]
    ]


def tables_payload(player_id: int) -> dict[str, Any]:
    """Return what the other pages of a player are told: {tables: [{table_id, name, table_number, lost, offered, until_ms}]}."""
    return {
        "tables": [
            {
                "table_id": one.table_id,
                "name": one.name,
                "table_number": one.table_number,
                "lost": one.lost,
                "offered": one.offered,
                "until_ms": None if one.until is None else milliseconds(one.until),
            }
            for one in tables_that_wait(player_id)
        ]
    }
