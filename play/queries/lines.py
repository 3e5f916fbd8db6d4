"""Whose lines are there, and what stands because many went at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from dispatch import prepared
from play.models import DueKind, LinesHold, PlayTable, TableStage
from play.queries.events import level_in_force
from rules.clock_shown import milliseconds
from rules.online import LostTogether, PlayerLine, enough_are_back, lost_together, may_hold_again


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesLost:
    """What is said of a hold to the staff: how many lines had gone, of how many; how many of the players are away now; when it goes on at the latest."""

    lost: int
    of_players: int
    still_away: int
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesHoldThatStands:
    """A hold of a table's or tournament's; a table of it names it for a command."""

    hold_id: int
    table_id: int
    until: datetime


def scope_of(table: PlayTable) -> Q:
    """Return what holds a table for lost lines: its tournament's, or its own."""
    if table.tournament_id is not None:
        return Q(tournament_id=table.tournament_id)
    return Q(table_id=table.pk)


def standing_hold(table: PlayTable) -> LinesHold | None:
    """Return the hold for lost lines that stands at a table or in its tournament."""
    return LinesHold.objects.filter(scope_of(table), ended_at=None).first()


def stands_for_lines(table_id: int) -> bool:
    """Return whether a table stands because many lines went at once."""
    return PlayTable.objects.filter(pk=table_id, held_for_lines=True).exists()


def tournaments_that_stand_for_lines(venue_id: int) -> list[int]:
    """Return the tournaments of a house that stand because many lines went at once."""
    rows = LinesHold.objects.filter(ended_at=None, tournament__venue_id=venue_id)
    return [pk for pk in rows.values_list("tournament_id", flat=True) if pk is not None]


def lines_of(tables: Iterable[PlayTable]) -> list[PlayerLine]:
    """Return the lines of who has chips and plays there; of nobody who is away, nor of rehearsal players, who have none."""
    return [
        PlayerLine(
            player_id=kept["player_id"],
            lost_at=datetime.fromisoformat(kept["lost_at"]) if kept.get("lost_at") else None,
        )
        for table in tables
        for kept in table.seats
        if not kept["rehearsal"] and not kept["away_since"] and not kept["leaves"]
        if kept["chips"] or table.hand is not None
    ]


def away_since(hold: LinesHold, *, tables: Iterable[PlayTable]) -> set[int]:
    """Return who was lost with this hold, or while it stood, and is not back."""
    return {
        one.player_id
        for one in lines_of(tables)
        if one.lost_at is not None and one.lost_at >= hold.first_lost_at
    }


def enough_back(hold: LinesHold, *, tables: Iterable[PlayTable]) -> bool:
    """Return whether so many are back that play goes on; who was lost while it stood counts, too. Rule: PT-H.72"""
    away = away_since(hold, tables=tables)
    return enough_are_back(lost=len(away.union(hold.lost)), still_away=len(away))


def lost_at_tables(tables: Collection[PlayTable], *, at: datetime) -> LostTogether | None:
    """Return whose lines went together at these tables, where it holds them now: not where nothing is played, nor too often. Rule: PT-H.72, PT-H.73"""
    running = [
        one
        for one in tables
        if one.held_at is None and one.due_kind not in ("", DueKind.FREE, DueKind.BEGIN, DueKind.END)
    ]
    if not running:
        return None
    first = running[0]
    if first.tournament_id is not None and level_in_force(first.tournament_id, at=at) is None:
        return None  # the clock stands, or a recess is on: people go
    earlier = list(
        LinesHold.objects.filter(scope_of(first)).order_by("-held_at").values_list("held_at", "ended_at")[:3]
    )
    if any(ended is None for _held, ended in earlier) or not may_hold_again(
        [held for held, _ended in earlier], at=at
    ):
        return None
    return lost_together(lines_of(tables), at=at, since=earlier[0][1] if earlier else None)


def went_together(table_id: int, *, at: datetime) -> bool:
    """Return whether lost lines are to hold a table, or its tournament, now."""
    return lost_at_tables(list(_tables_with(table_id)), at=at) is not None


def are_back(table_id: int) -> bool:
    """Return whether what lost lines hold at a table may go on, for enough are back."""
    tables = list(_tables_with(table_id))
    hold = standing_hold(tables[0]) if tables else None
    return hold is not None and enough_back(hold, tables=tables)


def _tables_with(table_id: int) -> QuerySet[PlayTable]:
    """The open table, with those of its tournament."""
    event = PlayTable.objects.filter(pk=table_id).values_list("tournament_id", flat=True).first()
    rows = PlayTable.objects.exclude(stage=TableStage.CLOSED).order_by("pk")
    return rows.filter(tournament_id=event) if event is not None else rows.filter(pk=table_id)


def lines_holds_over(*, at: datetime, limit: int = 50) -> list[LinesHoldThatStands]:
    """Return the holds that have stood for as long as they may."""
    return [
        LinesHoldThatStands(hold_id=hold_id, table_id=table_id, until=until)
        for hold_id, held, tournament_id, until in prepared.rows(_STANDING, [at, limit])
        if (table_id := held or _any_table(tournament_id)) is not None
    ]


# asked for at each look of the timekeeper
_STANDING = """
SELECT id, table_id, tournament_id, until FROM play_lineshold
WHERE ended_at IS NULL AND until <= coalesce(%s::timestamptz, 'infinity') ORDER BY until, id LIMIT %s::int
"""


def _any_table(tournament_id: int | None) -> int | None:
    rows = PlayTable.objects.filter(tournament_id=tournament_id or 0)
    return rows.values_list("pk", flat=True).first()


def first_lines_hold_over() -> datetime | None:
    """Return when the first hold has stood for as long as it may."""
    return next((until for *_hold, until in prepared.rows(_STANDING, [None, 1])), None)


def lines_payload(table: PlayTable) -> dict[str, Any] | None:
    """Return what everybody at a table that is held for lost lines reads: {lost, of_players, until_ms}; None elsewhere."""
    hold = standing_hold(table) if table.held_for_lines else None
    if hold is None:
        return None
    return {"lost": len(hold.lost), "of_players": hold.of_players, "until_ms": milliseconds(hold.until)}


def lines_lost_at(tables: Collection[PlayTable]) -> dict[int, LinesLost]:
    """Return, of these tables, those that stand for lost lines, with what staff is told; a tournament's with the figures of all its tables."""
    held = [table for table in tables if table.held_for_lines]
    found: dict[int, LinesLost] = {}
    for table in held:
        hold = standing_hold(table)
        if hold is not None:
            found[table.pk] = LinesLost(
                lost=len(hold.lost),
                of_players=hold.of_players,
                still_away=len(away_since(hold, tables=_tables_with(table.pk))),
                until=hold.until,
            )
    return found
