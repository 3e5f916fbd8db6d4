"""How long a player has sat at online tables for money, against their own limits of time. Rule: PT-T.21, REGULATIONS 2.10"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from people.queries import coming_limits_of, limited_in_time, time_limits_of
from people.queries.exclusions import ComingLimit
from play.models import Sitting, TableKind, TableStop
from rules.play_limits import PERIODS, time_within, used_up_at, window_start, without_stops
from rules.refusals import N_, Refused

# by the end that one limit sets a looser one of the same player may hold: it is looked at again then
_LOOKS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUse:
    """The time at tables that counts towards a limit by now, whether it is set or not.

    limit_minutes: what holds; None for no limit. used_seconds: in the period that ends now. frees_at: when the earliest of it begins to count no
    longer; None for nothing. coming: a looser limit that waits for its day.
    """

    period: str
    limit_minutes: int | None
    used_seconds: int
    frees_at: datetime | None
    coming: ComingLimit | None


def use_of_time(player_id: int, *, at: datetime) -> list[TimeUse]:
    """Return for each period how long a player sat at tables for money, with the limit where one is set."""
    spans = _spans(player_id, at=at)
    hold = {limit.period: limit.minutes for limit in time_limits_of(player_id, at=at)}
    coming = {one.period: one for one in coming_limits_of(player_id, unit="", at=at)}
    return [
        TimeUse(
            period=period,
            limit_minutes=hold.get(period),
            used_seconds=int(time_within(spans, since=since).total_seconds()),
            frees_at=min(
                (max(begins, since) + PERIODS[period] for begins, ends in spans if ends > since), default=None
            ),
            coming=coming.get(period),
        )
        for period, since in ((period, window_start(period, at=at)) for period in PERIODS)
    ]


def time_left(player_id: int, *, at: datetime) -> timedelta | None:
    """Return how long a player may still sit at tables for money by the strictest of their own limits; None without one."""
    limits = time_limits_of(player_id, at=at)
    if not limits:
        return None
    spans = _spans(player_id, at=at)
    return max(
        min(
            timedelta(minutes=limit.minutes) - time_within(spans, since=window_start(limit.period, at=at))
            for limit in limits
        ),
        timedelta(),
    )


def own_time_ends_at(player_id: int, *, at: datetime) -> datetime | None:
    """Return when the time that a player set is used up, if he stays at a table for money until then; None without a limit. What was played before
    counts no longer while he stays.
    """
    spans, ends = _spans(player_id, at=at), at
    for _ in range(_LOOKS):
        limits = time_limits_of(player_id, at=ends)
        if not limits:
            return None
        stays = [*spans, (at, ends)]
        full = min(
            used_up_at(stays, limit=timedelta(minutes=one.minutes), length=PERIODS[one.period], at=ends)
            for one in limits
        )
        if full == ends:
            break
        ends = full
    return ends


def first_out_of_time(player_ids: Iterable[int], *, at: datetime) -> datetime | None:
    """Return when the time of the first of these is used up who stay at a table; None where nobody has a limit. One statement there."""
    ends = [own_time_ends_at(player_id, at=at) for player_id in limited_in_time(player_ids)]
    return min((end for end in ends if end is not None), default=None)


def out_of_time(player_ids: Iterable[int], *, at: datetime) -> set[int]:
    """Return whose time at tables is used up by a limit of their own. One statement, where nobody has one."""
    limited = limited_in_time(player_ids)
    return {player_id for player_id in limited if time_left(player_id, at=at) == timedelta()}


def check_time_left(player_id: int, *, at: datetime) -> None:
    """Refuse to sit down at a table for money when the time that the player set is used up.

    Refusals: ``time_limit_reached``. Rule: PT-T.21, REGULATIONS 2.10
    """
    left = time_left(player_id, at=at)
    if left is not None and not left:
        raise Refused(
            "time_limit_reached",
            N_(
                "The time at tables that you set for yourself is used up. Your account shows when there is some again;"
                " a higher limit waits 24 hours."
            ),
            rule="PT-T.21",
        )


def _spans(player_id: int, *, at: datetime) -> Sequence[tuple[datetime, datetime]]:
    """From when to when a player sat at a table for money, within the longest period, and the table was not held. Rule: PT-H.72"""
    since = window_start("month", at=at)
    sittings = list(
        Sitting.objects.filter(
            Q(left_at__isnull=True) | Q(left_at__gt=since), player_id=player_id, since__lt=at
        )
        .exclude(table__kind=TableKind.DEMO)
        .values_list("table_id", "since", "left_at", "table__held_at")
    )
    stops: dict[int, list[tuple[datetime, datetime]]] = {}
    there = TableStop.objects.filter(table_id__in={table_id for table_id, *_ in sittings}, until__gt=since)
    for table_id, begins, ends in there.values_list("table_id", "since", "until"):
        stops.setdefault(table_id, []).append((begins, ends))
    return [
        span
        for table_id, begins, left_at, held_at in sittings
        for span in without_stops(
            begins,
            ends=min(left_at or at, at),
            stops=[*stops.get(table_id, ()), *([(held_at, at)] if held_at is not None else [])],
        )
    ]
