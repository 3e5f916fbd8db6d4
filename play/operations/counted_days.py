"""Days that are over are counted for the integrity desk: once each, and once more where its hands are others than those that were counted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection

from dispatch.packs import nobody_else_packs
from play.models import CountedDay, PairOfDay, PlayerOfDay, PlayTable, TableKind
from play.queries import pair_sums, style_sums
from play.queries.counted_days import COUNTED_AS, FIGURED, PlayedDay, played_days
from rules.online import PERIOD_DAYS

# a hand that ended in the last moment of a day is written down by then
_SETTLED = timedelta(minutes=15)
# of one kind of table at once: what is left waits for the next time
_AT_ONCE = 10

_PAIRS = f"""
INSERT INTO play_pairofday (day_id, first_id, second_id, currency, last_at, {", ".join(pair_sums.FIGURES)})
SELECT %(day)s, first, second, currency, last_at, {", ".join(pair_sums.FIGURES)} FROM ({pair_sums.PAIRS}) counted
"""
_STYLED = ", ".join(
    ("player_id", "currency", "last_at", *style_sums.FIGURES, *style_sums.EXACT, *style_sums.OTHERS)
)
_STYLES = f"""
INSERT INTO play_playerofday (day_id, {_STYLED}) SELECT %(day)s, {_STYLED} FROM ({style_sums.STYLES}) counted
"""


def count_days(*, at: datetime, most: int = _AT_ONCE) -> int:
    """Count days that are over, the last one first, `most` of each kind of table of each house; how many that were. Sums of before the longest time that the desk looks through are forgotten."""
    _forget(at - timedelta(days=PERIOD_DAYS + 1))
    kinds = PlayTable.objects.values_list("venue_id", "venue__timezone", "kind").distinct().order_by()
    return sum(
        _count(venue_id, kind=TableKind(kind), zone=ZoneInfo(zone), at=at, most=most)
        for venue_id, zone, kind in kinds
    )


def _count(venue_id: int, *, kind: TableKind, zone: ZoneInfo, at: datetime, most: int) -> int:
    last = (at - _SETTLED).astimezone(zone).date() - timedelta(days=1)
    with nobody_else_packs(f"days of {venue_id} {kind.value}") as alone:
        if not alone:
            return 0
        days = played_days(
            venue_id, kind=kind, zone=zone, first=last - timedelta(days=PERIOD_DAYS - 1), last=last
        )
        waiting = [day for day in days if day.counted_id is None][-most:]
    return sum(_count_day(venue_id, kind=kind, zone=zone, day=day) for day in waiting)


def _count_day(venue_id: int, *, kind: TableKind, zone: ZoneInfo, day: PlayedDay) -> bool:
    """What is read of its hands first is what the day says it was counted from: a hand that changes meanwhile has it counted once more."""
    with nobody_else_packs(f"days of {venue_id} {kind.value}") as alone:
        if not alone:
            return False
        _take_away(CountedDay.objects.filter(venue_id=venue_id, kind=kind, since=day.since))
        counted = CountedDay.objects.create(
            venue_id=venue_id,
            kind=kind,
            since=day.since,
            until=day.until,
            counted_as=COUNTED_AS,
            hands=day.hands,
            voided_hands=day.voided_hands,
            last_hand_id=day.last_hand_id,
        )
        asked: dict[str, Any] = FIGURED | {
            "venue": venue_id,
            "kind": kind.value,
            "zone": str(zone),
            "since": day.since,
            "until": day.until,
            "day": counted.pk,
        }
        with connection.cursor() as cursor:
            cursor.execute(_PAIRS, asked)
            cursor.execute(_STYLES, asked)
    return True


def _forget(before: datetime) -> None:
    with nobody_else_packs("days of long ago") as alone:
        if alone:
            _take_away(CountedDay.objects.filter(until__lt=before))


def _take_away(days: Any) -> None:
    ids = list(days.values_list("pk", flat=True))
    PairOfDay.objects.filter(day_id__in=ids).delete()
    PlayerOfDay.objects.filter(day_id__in=ids).delete()
    CountedDay.objects.filter(pk__in=ids).delete()
