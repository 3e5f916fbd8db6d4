"""A tournament that is played online, or a table of none, whose lines went at once: tables and clock stand together. Needs an open command."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

import rules.clock
from dispatch.commands import record
from play.models import LinesHold, LinesHoldOutcome, PlayTable
from play.operations.lines import end_lines_hold, hold_for_lines
from play.operations.tables import lock_open_tables
from play.queries.events import tournament_of_table
from rules.refusals import Refused, not_found
from tournaments.facts.clock import ClockPaused, ClockResumed
from tournaments.facts.lines import LinesBack, LinesLostTogether
from tournaments.models import Clock, Field, Tournament
from tournaments.operations.clock import change_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldTogether:
    """What lost lines hold together, locked: the open tables of a tournament, or one table of none."""

    venue_id: int
    table_id: int
    tournament: Tournament | None
    tables: list[PlayTable]

    def standing(self) -> LinesHold | None:
        """Return the hold that stands, locked."""
        rows = LinesHold.objects.select_for_update().filter(ended_at=None)
        if self.tournament is not None:
            return rows.filter(tournament=self.tournament).first()
        return rows.filter(table_id=self.table_id).first()


def lock_held_together(table_id: int) -> HeldTogether:
    """Lock what is held together with a table: its tournament's Field first. Refusals: ``not_found``."""
    venue_id = PlayTable.objects.filter(pk=table_id).values_list("venue_id", flat=True).first()
    if venue_id is None:
        raise not_found("table")
    tournament_id = tournament_of_table(table_id)
    if tournament_id is None:
        return HeldTogether(
            venue_id=venue_id,
            table_id=table_id,
            tournament=None,
            tables=lock_open_tables(PlayTable.objects.filter(pk=table_id)),
        )
    lock_fields([tournament_id])
    return HeldTogether(
        venue_id=venue_id,
        table_id=table_id,
        tournament=Tournament.objects.get(pk=tournament_id),
        tables=lock_open_tables(PlayTable.objects.filter(tournament_id=tournament_id)),
    )


def lock_fields(tournaments: Collection[int]) -> None:
    """Lock the Fields of tournaments, in one order."""
    list(Field.objects.select_for_update().filter(pk__in=tournaments).order_by("pk"))


def standing_holds(tables: Collection[PlayTable]) -> list[tuple[LinesHold, list[PlayTable]]]:
    """Return the holds that stand at locked tables, locked, each with those it holds."""
    by_number = Q(table__in=[table.pk for table in tables])
    by_event = Q(tournament__in=[one.tournament_id for one in tables if one.tournament_id is not None])
    holds = LinesHold.objects.select_for_update().filter(by_number | by_event, ended_at=None).order_by("pk")
    return [
        (
            hold,
            [
                table
                for table in tables
                if (table.pk == hold.table_id if hold.table_id else table.tournament_id == hold.tournament_id)
            ],
        )
        for hold in holds
    ]


def hold_tables_and_clock(held: HeldTogether, *, at: datetime) -> int:
    """Hold what lost its lines at once; how many tables. The tournament's clock stands with them. Rule: PT-H.72, PT-H.73"""
    hold = hold_for_lines(held.tables, at=at)
    if hold is None:
        return 0
    if held.tournament is not None:
        with suppress(Refused):  # it stands already, or is over
            change_clock(
                held.tournament,
                change=lambda state: rules.clock.pause(state=state, at=at),
                fact=ClockPaused,
                at=at,
            )
            _not_a_persons(held.tournament)
            hold.pauses_clock = True
            hold.save(update_fields=["pauses_clock"])
        record(
            LinesLostTogether(
                tournament_id=held.tournament.pk, lost=len(hold.lost), of_players=hold.of_players
            )
        )
    return sum(table.held_for_lines for table in held.tables)


def let_go_on(
    hold: LinesHold,
    *,
    tournament: Tournament | None,
    tables: Collection[PlayTable],
    outcome: LinesHoldOutcome,
    at: datetime,
) -> None:
    """End a locked hold: its tables and its clock go on, but for a clock that staff stopped meanwhile. Rule: PT-H.72"""
    end_lines_hold(hold, tables=tables, outcome=outcome, at=at)
    if tournament is None:
        return
    if hold.pauses_clock and not _stopped_by_staff(tournament):
        with suppress(Refused):  # it runs again, or is over
            change_clock(
                tournament,
                change=lambda state: rules.clock.resume(state=state, at=at),
                fact=ClockResumed,
                at=at,
            )
            _not_a_persons(tournament)
    record(LinesBack(tournament_id=tournament.pk, outcome=outcome.value))


def _not_a_persons(tournament: Tournament) -> None:
    """Leave nothing to undo: time would have passed then while nobody could play."""
    Clock.objects.filter(pk=tournament.pk).update(before=None)


def _stopped_by_staff(tournament: Tournament) -> bool:
    """Whether somebody let the clock run meanwhile and stopped it again: what a person changed can be undone by its kind."""
    clock = Clock.objects.select_for_update().filter(pk=tournament.pk).first()
    return clock is not None and (clock.before or {}).get("kind") == ClockPaused.kind
