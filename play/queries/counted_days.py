"""Which days at a house's tables are counted, so that their sums do for their hands; the others are counted from the hands.

A day counts for as long as the same hands are there that it was counted from, by the statements of now. Days before the first that does not, and behind the last,
are read as sums; what lies between is counted in one piece: mostly it is today.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Sum

from dispatch.reading import read_once
from ledger.queries.rows import rows_of
from play.models import CountedDay, TableKind
from play.queries.integrity import begins_of_days, of_period
from play.queries.pair_sums import PAIRS
from play.queries.style_sums import STYLES
from rules.online import HOURS, REST, THINKING_MS, TIME_BIN_MS, TIME_BINS, IntegrityPolicy

# what both statements over hands are asked with
FIGURED = {
    "large": IntegrityPolicy().large_big_blinds,
    "thinking": THINKING_MS,
    "bin_ms": TIME_BIN_MS,
    "bins": TIME_BINS,
    "hours": HOURS,
    "rest": REST,
}
_OF_LATE_DAYS = 30
COUNTED_AS = hashlib.sha256(repr((PAIRS, STYLES, sorted(FIGURED.items()))).encode()).hexdigest()[:16]

# Each day with hands: how many there are, and its sums where those are of these hands.
_DAYS = """
WITH ended AS (
    SELECT width_bucket(hand.closed_at, %(begins)s::timestamptz[]) AS day, count(*) AS hands,
        count(*) FILTER (WHERE hand.result ? 'voided') AS voided, max(hand.id) AS last
    FROM play_dealthand hand
    JOIN play_playtable tables ON tables.id = hand.table_id
    WHERE tables.venue_id = %(venue)s AND tables.kind = %(kind)s
        AND hand.closed_at >= %(since)s AND hand.closed_at < %(until)s
    GROUP BY day
)
SELECT ended.day, ended.hands, ended.voided, ended.last, counted.id
FROM ended
LEFT JOIN play_countedday counted ON counted.venue_id = %(venue)s AND counted.kind = %(kind)s
    AND counted.since = (%(begins)s::timestamptz[])[ended.day] AND counted.until = (%(begins)s::timestamptz[])[ended.day + 1]
    AND counted.counted_as = %(counted_as)s AND counted.hands = ended.hands
    AND counted.voided_hands = ended.voided AND counted.last_hand_id = ended.last
ORDER BY ended.day
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDay:
    """A day on which hands ended. voided_hands, last_hand_id: as in `CountedDay`; counted_id: of the sums that are of these hands; None where there are none."""

    since: datetime
    until: datetime
    hands: int
    voided_hands: int
    last_hand_id: int
    counted_id: int | None


@read_once
def played_days(
    venue_id: int, *, kind: TableKind, zone: ZoneInfo, first: date, last: date
) -> list[PlayedDay]:
    """Return the days, from one to another at the venue, on which hands ended, the first one first."""
    begins = begins_of_days(zone, first=first, last=last)
    asked = {
        "venue": venue_id,
        "kind": kind.value,
        "begins": begins,
        "since": begins[0],
        "until": begins[-1],
        "counted_as": COUNTED_AS,
    }
    return [
        PlayedDay(
            since=begins[day - 1],
            until=begins[day],
            hands=hands,
            voided_hands=voided,
            last_hand_id=last_id,
            counted_id=counted_id,
        )
        for day, hands, voided, last_id, counted_id in rows_of(_DAYS, values=asked)
    ]


def days_counted(venue_id: int, *, kind: TableKind, first: date, last: date) -> dict[str, Any]:
    """Return what a statement over sums is asked with: as `of_period`, but since and until are those between which hands are counted; days: whose sums are read.

    Refusals: ``bad_period``.
    """
    asked = of_period(venue_id, kind=kind, first=first, last=last)
    days = played_days(venue_id, kind=kind, zone=ZoneInfo(asked["zone"]), first=first, last=last)
    anew = [day for day in days if day.counted_id is None]
    since, until = (anew[0].since, anew[-1].until) if anew else (asked["until"], asked["until"])
    counted = [day.counted_id for day in days if day.until <= since or day.since >= until]
    return asked | FIGURED | {"since": since, "until": until, "days": counted}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsOfLate:
    """Hands of tournaments and cash tables on the days of late that are over, of all houses. days: how many; voided: which of the hands count for nothing."""

    days: int
    hands: int
    voided: int


def hands_of_late(*, at: datetime) -> HandsOfLate:
    """Return how many hands of late were void: anybody may know. What staff, an outage or a fault made void is counted alike. Rule: PT-H.72"""
    rows = CountedDay.objects.exclude(kind=TableKind.DEMO).filter(
        since__gte=at - timedelta(days=_OF_LATE_DAYS)
    )
    sums = rows.aggregate(hands=Sum("hands", default=0), voided=Sum("voided_hands", default=0))
    return HandsOfLate(days=_OF_LATE_DAYS, hands=sums["hands"], voided=sums["voided"])
