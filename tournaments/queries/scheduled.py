"""A tournament as an entry of a calendar: which version of it was announced when, and how long it takes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.levels import from_dict
from rules.structure_plan import plan
from tournaments.models import Tournament

# where no capacity says how many come
_ENTRIES_WITHOUT_ANY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheduled:
    """revision: rises with everything that is announced anew, since revised_at. ends_at: as the structure has it."""

    revision: int
    revised_at: datetime
    ends_at: datetime


def scheduled_of(tournament_ids: Collection[int]) -> dict[int, Scheduled]:
    """Return how these tournaments stand in a calendar, by their ids. One statement."""
    rows = Tournament.objects.filter(pk__in=tournament_ids).only(
        "revision", "revised_at", "created_at", "starts_at", "structure", "capacity", "seats_per_table"
    )
    return {
        row.pk: Scheduled(
            revision=row.revision,
            revised_at=row.revised_at or row.created_at,
            ends_at=row.starts_at + timedelta(seconds=_seconds(row)),
        )
        for row in rows
    }


def _seconds(row: Tournament) -> int:
    structure = from_dict(row.structure)
    planned = plan(
        structure.items,
        starting_stack=structure.starting_stack,
        entries=row.capacity or _ENTRIES_WITHOUT_ANY,
        seats=row.seats_per_table,
    )
    return planned.ends_seconds
