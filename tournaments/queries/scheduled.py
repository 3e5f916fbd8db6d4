"""A tournament as an entry of a calendar: which version of it was announced when, and how long it takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q

from rules.clock_at_tables import later_than_planned
from rules.levels import from_dict
from rules.online.events import least_players
from rules.structure_plan import plan
from tournaments.models import EntryState, Tournament, TournamentState
from tournaments.queries.clock import state_of

# where no capacity says how many come
_ENTRIES_WITHOUT_ANY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheduled:
    """revision: rises with everything that is announced anew, since revised_at. ends_at: as the structure has it, or at the set time of a timed one;
    of one that is played, with the time its clock stood, and the recesses that were given."""

    revision: int
    revised_at: datetime
    ends_at: datetime


def scheduled_of(tournament_ids: Collection[int]) -> dict[int, Scheduled]:
    """Return how these tournaments stand in a calendar, by their ids. One statement."""
    rows = Tournament.objects.filter(pk__in=tournament_ids).select_related("clock")
    rows = rows.only(
        "state",
        "started_at",
        "clock__state",
        "revision",
        "revised_at",
        "created_at",
        "starts_at",
        "structure",
        "length_minutes",
        "capacity",
        "seats_per_table",
        "late_registration_level",
    )
    return {
        row.pk: Scheduled(
            revision=row.revision,
            revised_at=row.revised_at or row.created_at,
            ends_at=_ends_at(row),
        )
        for row in rows
    }


def _ends_at(row: Tournament) -> datetime:
    """By the structure; of a timed one no later than its set time, which waits for a clock that stood and for no recess. Rule: PT-T.52"""
    planned = row.starts_at + timedelta(seconds=_seconds(row)) + _later(row)
    if row.length_minutes is None:
        return planned
    clock = getattr(row, "clock", None)
    begins, stood_us = row.starts_at, 0
    if row.state == TournamentState.RUNNING and clock is not None and row.started_at is not None:
        begins, stood_us = row.started_at, state_of(clock, tournament=row).stood_us
    return min(planned, begins + timedelta(minutes=row.length_minutes, microseconds=stood_us))


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """When a tournament that has not begun is forecast to be over, for how many entries."""

    ends_at: datetime
    entries: int


def expected_end(settings: Mapping[str, Any], *, entries: int) -> Expected:
    """Return the forecast for as many entries as there are, else as there is room for, as the director's page of the structure has it."""
    structure = from_dict(settings["structure"])
    entries = entries or settings["capacity"] or _ENTRIES_WITHOUT_ANY
    planned = plan(
        structure.items,
        starting_stack=settings["starting_stack_chips"],
        entries=entries,
        seats=settings["seats_per_table"],
        late_level=settings["late_registration_level"],
    )
    ends_at = settings["starts_at"] + timedelta(seconds=planned.ends_seconds)
    if settings["length_minutes"] is not None:
        ends_at = min(ends_at, settings["starts_at"] + timedelta(minutes=settings["length_minutes"]))
    return Expected(ends_at=ends_at, entries=entries)


def _later(row: Tournament) -> timedelta:
    clock = getattr(row, "clock", None)
    if row.state != TournamentState.RUNNING or clock is None or row.started_at is None:
        return timedelta(0)
    state = state_of(clock, tournament=row)
    return row.started_at - row.starts_at + later_than_planned(state=state)


def _seconds(row: Tournament) -> int:
    structure = from_dict(row.structure)
    planned = plan(
        structure.items,
        starting_stack=structure.starting_stack,
        entries=row.capacity or _ENTRIES_WITHOUT_ANY,
        seats=row.seats_per_table,
        late_level=row.late_registration_level,
    )
    return planned.ends_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlineStart:
    """A tournament online whose hour has come. enough: whether as many have paid as it needs. language: of its house."""

    tournament_id: int
    enough: bool
    language: str


def online_starts_due(*, at: datetime, limit: int = 50) -> list[OnlineStart]:
    """Return the tournaments online that should have begun by now: nobody starts them by hand.

    A sit & go needs all its seats sold, any other two players. Rule: PT-T.35, PT-T.39, PT-T.47
    """
    due = Tournament.objects.filter(
        online=True,
        practice=False,
        starts_at__lte=at,
        state__in=(TournamentState.ANNOUNCED, TournamentState.REGISTERING),
    ).annotate(paid=Count("entries", filter=Q(entries__state=EntryState.REGISTERED)))
    rows = due.order_by("starts_at").values_list("pk", "format", "capacity", "paid", "venue__language")
    return [
        OnlineStart(
            tournament_id=pk,
            enough=paid >= least_players(format=format, capacity=capacity),
            language=language,
        )
        for pk, format, capacity, paid, language in rows[:limit]
    ]
