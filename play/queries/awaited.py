"""Which tables call a player who is not there: one waits for the player, deals without the player, or keeps a seat for the player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from play.models import PlayTable, TableKind, TableStage, WaitingPlace
from play.queries.deciding import decides, shown_ends
from rules.clock_shown import milliseconds
from rules.hands import Hand

# at more nobody plays at once
_AT_MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class TableThatWaits:
    """A table at which a player has a seat and is not, or is offered one. table_number: of a tournament's, else None. lost: the player was there, and the line
    went; else the house has just given the seat. offered: nobody has the seat yet, and it is kept for the player. ends: until when it is, or when each part of the
    time to decide is over, in the order in which the table shows them; none where the player has nothing to decide now, and where the table is held. timezone: of the house.
    """

    table_id: int
    name: str
    table_number: int | None
    lost: bool
    offered: bool
    ends: tuple[datetime, ...]
    timezone: str

    def shown_until(self, at: datetime) -> datetime | None:
        """Return the end of the part of the time that the table shows at this instant, of the last one afterwards; None where none runs."""
        return next((end for end in self.ends if end > at), self.ends[-1] if self.ends else None)


def tables_that_wait(player_id: int) -> list[TableThatWaits]:
    """Return the open tables at which a player has a seat and no line, and decides now or is dealt to by none of the own will, or is offered a seat; the most
    urgent first: whose time runs, by the end of the part that is shown first; then of tournaments, where blinds are paid by who is not there, and of these the one
    whose seat was just given; else in the order in which they were opened. Rule: PT-H.6, PT-T.26, PT-T.47
    """
    found = (*_seats_left_alone(player_id), *_seats_offered(player_id))
    return sorted(
        found,
        key=lambda one: (
            not one.ends,
            one.ends[0].timestamp() if one.ends else 0.0,
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
            ends=ends,
            timezone=table.venue.timezone,
        )
        for table in found
        for kept in table.seats
        if kept["player_id"] == player_id and (kept.get("lost_at") or kept.get("awaited"))
        if (ends := _decides_until(table, kept=kept)) or _plays_without(table, kept=kept)
    ]


def _decides_until(table: PlayTable, *, kept: dict[str, Any]) -> tuple[datetime, ...]:
    hand = None if table.hand is None else Hand.from_dict(table.hand)
    return shown_ends(table, hand=hand) if hand is not None and decides(table, kept=kept, hand=hand) else ()


def _plays_without(table: PlayTable, *, kept: dict[str, Any]) -> bool:
    """Whether the table goes on without a player who did not want that: others are dealt to there."""
    if kept.get("rests") or kept["leaves"]:
        return False
    return any(
        one["chips"] > 0
        and (table.kind == TableKind.TOURNAMENT or (not one["away_since"] and not one["leaves"]))
        for one in table.seats
        if one["player_id"] != kept["player_id"]
    )


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
            ends=() if one.table.held_at is not None or one.offered_until is None else (one.offered_until,),
            timezone=one.table.venue.timezone,
        )
        for one in rows.select_related("table__venue").order_by("pk")[:_AT_MOST]
    ]


def tables_payload(player_id: int) -> dict[str, Any]:
    """Return what the other pages of a player are told: {tables: [{table_id, name, table_number, lost, offered, until_ms, then_ms}]}; then_ms: when the later parts of
    the time to decide are over.
    """
    return {
        "tables": [
            {
                "table_id": one.table_id,
                "name": one.name,
                "table_number": one.table_number,
                "lost": one.lost,
                "offered": one.offered,
                "until_ms": milliseconds(one.ends[0]) if one.ends else None,
                "then_ms": [milliseconds(end) for end in one.ends[1:]],
            }
            for one in tables_that_wait(player_id)
        ]
    }
