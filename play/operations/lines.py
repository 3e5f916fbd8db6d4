"""Tables that stand because many lines went at once, and go on when enough are back. Their rows are locked."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from dispatch.commands import record
from play.facts import PlayTableHeldForLines
from play.models import DueKind, LinesHold, LinesHoldOutcome, PlayTable
from play.operations.holding import release, stand_with_clocks
from play.operations.seats import called_away
from play.queries.lines import lost_at_tables
from play.queries.waiting_list import offered_at
from rules.online import HELD_AT_MOST, LostTogether
from tournaments.models import Venue


def hold_for_lines(tables: Collection[PlayTable], *, at: datetime) -> LinesHold | None:
    """Hold these tables, all of one tournament or one alone, where many of their lines went together; None where they did not, or stand already.

    Who is to act is given back what ran since the first line went. Rule: PT-H.72, PT-H.73
    """
    lost = lost_at_tables(tables, at=at)
    if lost is None:
        return None
    running = [table for table in tables if table.held_at is None]
    event = running[0].tournament_id
    hold = LinesHold.objects.create(
        tournament_id=event,
        table=None if event is not None else running[0],
        held_at=at,
        until=at + HELD_AT_MOST,
        first_lost_at=lost.first_at,
        lost=list(lost.players),
        of_players=lost.of_players,
    )
    for table in running:
        _hold(table, lost=lost, until=hold.until, at=at)
    return hold


def _hold(table: PlayTable, *, lost: LostTogether, until: datetime, at: datetime) -> None:
    if table.due_kind == DueKind.DECIDE and table.due_at is not None and table.from_at is not None:
        ran = at - max(lost.first_at, table.from_at)
        if ran.total_seconds() > 0:
            table.from_at, table.due_at = table.from_at + ran, table.due_at + ran
    table.held_at, table.held_because, table.held_for_lines = at, "", True
    table.save()
    record(
        PlayTableHeldForLines(
            table_id=table.pk,
            players=[kept["player_id"] for kept in table.seats],
            called=[*called_away(table), *offered_at(table)],
            lost=len(lost.players),
            of_players=lost.of_players,
            until=until.isoformat(),
        )
    )


def end_lines_hold(
    hold: LinesHold, *, tables: Collection[PlayTable], outcome: LinesHoldOutcome, at: datetime
) -> None:
    """Let the tables go on that stand for this hold, with the time that was left; where all clocks of the house stand, they go on with those.

    Rule: PT-H.72
    """
    frozen = Venue.objects.filter(
        pk__in={table.venue_id for table in tables}, frozen_at__isnull=False
    ).exists()
    for table in tables:
        if not table.held_for_lines:
            continue
        if frozen:
            stand_with_clocks(table, at=at)
        else:
            release(table, at=at)
    hold.ended_at, hold.outcome = at, outcome
    hold.save(update_fields=["ended_at", "outcome"])
