"""What every list of the integrity desk counts from: the hands of a kind of table that are over, from a day to another.

Hands that were made void count for nothing; nobody reads of the own play. Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from people.models import Player
from people.queries import player_of_user
from play.models import DealtHand, TableKind
from rules.online import check_period, period
from tournaments.models import Venue

ON_A_PAGE = 50


def _played(before: str = "", *, which: str = "") -> str:
    return f"""
WITH {before}ended AS (
    SELECT hand.id, hand.table_id, hand.number, hand.big_blind_chips, hand.dealt_at, hand.closed_at, tables.currency, greatest(tables.stack_chips, 1) AS buy_in_chips
    FROM play_dealthand hand
    JOIN play_playtable tables ON tables.id = hand.table_id
    WHERE tables.venue_id = %(venue)s AND tables.kind = %(kind)s
        AND hand.closed_at >= %(since)s AND hand.closed_at < %(until)s
        AND NOT (hand.result ? 'voided') {which}
), packed AS MATERIALIZED (
    SELECT (one -> 2)::bigint AS hand_id, player_id, (one -> 4)::int AS seat, (one -> 6)::bigint - (one -> 5)::bigint AS change
    FROM play_packedparts CROSS JOIN LATERAL jsonb_array_elements(parts::jsonb) one
    WHERE last_at >= %(since)s AND first_at < %(until)s
), played AS (
    SELECT ended.id AS hand_id, table_id, number, player_id, seat, big_blind_chips, dealt_at, closed_at, currency, buy_in_chips, change
    FROM ended JOIN (
        SELECT hand_id, player_id, seat, won_chips - staked_chips AS change FROM play_handofplayer
    ) part ON part.hand_id = ended.id
    UNION ALL
    SELECT ended.id, table_id, number, player_id, seat, big_blind_chips, dealt_at, closed_at, currency, buy_in_chips, change
    FROM packed JOIN ended ON ended.id = packed.hand_id
)"""


# Who was dealt which hand, and by how much it changed the stack, wherever that lies: how each statement over hands begins.
PLAYED = _played()
# of the hands alone that two players were both dealt: few, and found by their own parts
PLAYED_BY_BOTH = _played(
    """own AS (
    SELECT player_id, hand_id FROM play_handofplayer WHERE player_id IN (%(first)s, %(second)s)
    UNION ALL
    SELECT player_id, (one -> 2)::bigint FROM play_packedparts CROSS JOIN LATERAL jsonb_array_elements(parts::jsonb) one
    WHERE player_id IN (%(first)s, %(second)s) AND last_at >= %(since)s AND first_at < %(until)s
), shared AS MATERIALIZED (
    SELECT hand_id FROM own GROUP BY hand_id HAVING count(*) = 2
), """,
    which="AND hand.id IN (SELECT hand_id FROM shared)",
)

# Their acts, wherever they lie: behind `PLAYED`. Which packs, by the span of each table's hands: asked hand by hand, each would look through all packs before it.
ACTED = """, numbered AS (
    SELECT DISTINCT hand_id, table_id, number FROM played
), packed_acts AS MATERIALIZED (
    SELECT table_id, (one -> 0)::int AS number, (one -> 1)::bigint AS turn, (one -> 2)::int AS seat, one ->> 3 AS street, one ->> 4 AS act,
        (one -> 6)::boolean AS all_in, (one -> 7)::int AS took_ms, one ->> 8 AS manner
    FROM (SELECT table_id, min(number) AS first, max(number) AS last FROM numbered GROUP BY table_id) span
    JOIN play_packedacts USING (table_id) CROSS JOIN LATERAL jsonb_array_elements(acts::jsonb) one
    WHERE first_number <= span.last AND last_number >= span.first
), every_act AS (
    SELECT hand_id, turn, seat, street, act, all_in, took_ms, manner FROM play_handact
    WHERE hand_id IN (SELECT hand_id FROM numbered)
    UNION ALL
    SELECT hand_id, turn, seat, street, act, all_in, took_ms, manner FROM packed_acts JOIN numbered USING (table_id, number)
)"""


def days_asked(venue_id: int, *, at: datetime, first: date | None, last: date | None) -> tuple[date, date]:
    """Return the first and the last day, at the venue, over which hands are looked through. None: not asked for.

    Refusals: ``bad_period``.
    """
    return period(first=first, last=last, today=at.astimezone(_zone(venue_id)).date())


def kind_played(venue_id: int, *, first: date, last: date) -> TableKind | None:
    """Return at which tables hands were played from a day to another: for money before in tournaments, and those before at demo tables;
    None where none were. Refusals: ``bad_period``.
    """
    since, until = _instants(venue_id, first=first, last=last)
    over = DealtHand.objects.filter(closed_at__gte=since, closed_at__lt=until, table__venue_id=venue_id)
    counted = over.filter(~Q(result__has_key="voided"))
    kinds = (TableKind.CASH, TableKind.TOURNAMENT, TableKind.DEMO)
    return next((kind for kind in kinds if counted.filter(table__kind=kind).exists()), None)


def of_period(venue_id: int, *, kind: TableKind, first: date, last: date) -> dict[str, Any]:
    """Return what a statement over hands is asked with: the house, its zone, the tables, and the instants at which the days begin and end there.

    Refusals: ``bad_period``.
    """
    since, until = _instants(venue_id, first=first, last=last)
    zone = str(_zone(venue_id))
    return {"venue": venue_id, "zone": zone, "kind": kind.value, "since": since, "until": until}


def own_player(officer_id: int | None) -> int:
    """Return whose play an officer reads nothing of: the own; 0 where the account plays nowhere."""
    own = player_of_user(officer_id) if officer_id is not None else None
    return own or 0


def names_of(players: set[int]) -> dict[int, str]:
    """Return the names by which players are known at the tables."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "public_name"))


def _zone(venue_id: int) -> ZoneInfo:
    return ZoneInfo(Venue.objects.values_list("timezone", flat=True).get(pk=venue_id))


def _instants(venue_id: int, *, first: date, last: date) -> tuple[datetime, datetime]:
    """The instants at which the first day begins and the last one ends at the venue. Refusals: ``bad_period``."""
    check_period(first=first, last=last)
    begins = begins_of_days(_zone(venue_id), first=first, last=last)
    return begins[0], begins[-1]


def begins_of_days(zone: ZoneInfo, *, first: date, last: date) -> list[datetime]:
    """Return the instants at which each day begins in a zone, from one day to another, and at last the one at which that ends."""
    days = [first + timedelta(days=number) for number in range((last - first).days + 2)]
    return [datetime(day.year, day.month, day.day, tzinfo=zone) for day in days]
