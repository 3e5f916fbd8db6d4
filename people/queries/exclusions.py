"""What keeps a player away: exclusions and play limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F, Q

from people.models import Exclusion, PlayLimit
from people.queries.fields import alphabetical
from rules.play_limits import LimitKind


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
    """A limit in force: at most `amount_cents` of what `kind` counts in any running `period` (day, week, month)."""

    kind: LimitKind
    period: str
    unit: str
    amount_cents: int
    applies_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimitView:
    """A limit of time in force: at most `minutes` at online tables in any running `period` (day, week, month)."""

    period: str
    minutes: int
    applies_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingLimit:
    """A looser limit that waits until `applies_from`: of money in cents, of time in minutes; both None ends the limit then."""

    kind: LimitKind
    period: str
    unit: str
    amount_cents: int | None
    minutes: int | None
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


def exclusion_of(player_id: int, *, venue_id: int, at: datetime) -> ExclusionView | None:
    """Return the longest exclusion that keeps a player from a venue at `at`; None when welcome.

    Rule: PT-T.21
    """
    found = Exclusion.objects.filter(
        Q(venue_id=venue_id) | Q(venue_id__isnull=True), Exclusion.standing(at=at), player_id=player_id
    )
    one = found.order_by(F("until_at").desc(nulls_first=True), "pk").first()
    if one is None:
        return None
    return ExclusionView(
        exclusion_id=one.pk, kind=one.kind, venue_id=one.venue_id, from_at=one.from_at, until_at=one.until_at
    )


def excluded_among(player_ids: Iterable[int], *, venue_id: int, at: datetime) -> set[int]:
    """Return who of these may not play at a venue at `at`. One statement."""
    return set(
        Exclusion.objects.filter(
            Q(venue_id=venue_id) | Q(venue_id__isnull=True),
            Exclusion.standing(at=at),
            player_id__in=list(player_ids),
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
        .filter(Q(venue_id=venue_id) | Q(venue_id__isnull=True), Exclusion.standing(at=at))
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


_LIMITS = """
SELECT DISTINCT ON (kind, period) kind, period, unit, amount_cents, minutes, applies_from FROM people_playlimit
WHERE player_id = %s AND unit = %s AND applies_from <= %s
ORDER BY kind, period, applies_from DESC, id DESC
"""
_COMING = """
SELECT DISTINCT ON (kind, period) kind, period, unit, amount_cents, minutes, applies_from FROM people_playlimit
WHERE player_id = %s AND unit = %s AND applies_from > %s
ORDER BY kind, period, applies_from DESC, id DESC
"""


def limits_of(player_id: int, *, unit: str, at: datetime) -> tuple[LimitView, ...]:
    """Return the limits in money that hold for a player at `at`, of each kind one per period at most. `unit` is a currency."""
    return tuple(
        LimitView(kind=LimitKind(kind), period=period, unit=unit, amount_cents=cents, applies_from=since)
        for kind, period, unit, cents, _minutes, since in _rows(_LIMITS, player_id, unit, at)
        if cents is not None
    )


def coming_limits_of(player_id: int, *, unit: str, at: datetime) -> tuple[ComingLimit, ...]:
    """Return the looser limits that a player asked for and that wait for their day. `unit`: a currency, or "" for those of time."""
    return tuple(
        ComingLimit(
            kind=LimitKind(kind),
            period=period,
            unit=unit,
            amount_cents=cents,
            minutes=minutes,
            applies_from=since,
        )
        for kind, period, unit, cents, minutes, since in _rows(_COMING, player_id, unit, at)
    )


def time_limits_of(player_id: int, *, at: datetime) -> tuple[TimeLimitView, ...]:
    """Return the limits of time that hold for a player at `at`, one per period at most."""
    return tuple(
        TimeLimitView(period=period, minutes=minutes, applies_from=since)
        for _kind, period, _unit, _cents, minutes, since in _rows(_LIMITS, player_id, "", at)
        if minutes is not None
    )


def limited_in_time(player_ids: Iterable[int]) -> set[int]:
    """Return who of these has set a limit of time at some moment. One statement."""
    rows = PlayLimit.objects.filter(player_id__in=list(player_ids), kind=LimitKind.TIME.value)
    return set(rows.values_list("player_id", flat=True))


def _rows(question: str, player_id: int, unit: str, at: datetime) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(question, [player_id, unit, at])
        rows: list[Any] = cursor.fetchall()
    return rows
