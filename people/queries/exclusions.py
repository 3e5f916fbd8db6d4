"""What keeps a player away: exclusions and play limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q

from people.models import Exclusion
from people.queries.fields import alphabetical


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionView:
    """An exclusion in force. `kind` is "self", "house" or "identity" (to be checked); `until_at` None has no end."""

    exclusion_id: int
    kind: str
    venue_id: int | None
    from_at: datetime
    until_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitView:
    """A play limit in force: at most `amount_cents` in any running `period` (day, week, month)."""

    period: str
    unit: str
    amount_cents: int
    applies_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionLine:
    """An exclusion as the director's list shows it. The reason is hidden information."""

    exclusion_id: int
    player_id: int
    full_name: str
    kind: str
    venue_id: int | None
    from_at: datetime
    until_at: datetime | None
    reason: str


_EXCLUSION = """
SELECT id, kind, venue_id, from_at, until_at FROM people_exclusion
WHERE player_id = %s AND lifted_at IS NULL AND from_at <= %s AND (until_at IS NULL OR until_at > %s)
  AND (venue_id IS NULL OR venue_id = %s)
ORDER BY until_at DESC NULLS FIRST, id LIMIT 1
"""


def exclusion_of(player_id: int, *, venue_id: int, at: datetime) -> ExclusionView | None:
    """Return the longest exclusion that keeps a player from a venue at `at`; None when welcome.

    Rule: PT-T.21
    """
    with connection.cursor() as cursor:
        cursor.execute(_EXCLUSION, [player_id, at, at, venue_id])
        row = cursor.fetchone()
    if row is None:
        return None
    return ExclusionView(exclusion_id=row[0], kind=row[1], venue_id=row[2], from_at=row[3], until_at=row[4])


def excluded_among(player_ids: Iterable[int], *, venue_id: int, at: datetime) -> set[int]:
    """Return who of these may not play at a venue at `at`. One statement."""
    return set(
        Exclusion.objects.filter(
            Q(venue_id=venue_id) | Q(venue_id__isnull=True),
            Q(until_at__isnull=True) | Q(until_at__gt=at),
            player_id__in=list(player_ids),
            lifted_at__isnull=True,
            from_at__lte=at,
        ).values_list("player_id", flat=True)
    )


def exclusions_of(player_id: int) -> tuple[ExclusionView, ...]:
    """Return every exclusion there was of a player, newest first; without the reason, which is the house's note."""
    rows = Exclusion.objects.filter(player_id=player_id).order_by("-from_at", "-pk")
    return tuple(
        ExclusionView(
            exclusion_id=row.pk,
            kind=row.kind,
            venue_id=row.venue_id,
            from_at=row.from_at,
            until_at=row.lifted_at or row.until_at,
        )
        for row in rows
    )


def exclusions_at(venue_id: int, *, at: datetime) -> tuple[ExclusionLine, ...]:
    """Return who may not play at a venue at `at`, by name: ask `require(MANAGE_EXCLUSION)` first."""
    rows = (
        Exclusion.objects.select_related("player")
        .filter(Q(venue_id=venue_id) | Q(venue_id__isnull=True), lifted_at__isnull=True, from_at__lte=at)
        .filter(Q(until_at__isnull=True) | Q(until_at__gt=at))
        .order_by(alphabetical("player__full_name"), "pk")
    )
    return tuple(
        ExclusionLine(
            exclusion_id=row.pk,
            player_id=row.player_id,
            full_name=row.player.full_name,
            kind=row.kind,
            venue_id=row.venue_id,
            from_at=row.from_at,
            until_at=row.until_at,
            reason=row.reason,
        )
        for row in rows
    )


def limits_of(player_id: int, *, unit: str, at: datetime) -> tuple[LimitView, ...]:
    """Return the play limits that hold for a player at `at`, one per period at most. `unit` is a currency."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT ON (period) period, amount_cents, applies_from FROM people_playlimit"
            " WHERE player_id = %s AND unit = %s AND applies_from <= %s"
            " ORDER BY period, applies_from DESC, id DESC",
            [player_id, unit, at],
        )
        rows = cursor.fetchall()
    return tuple(
        LimitView(period=period, unit=unit, amount_cents=cents, applies_from=since)
        for period, cents, since in rows
        if cents is not None
    )
