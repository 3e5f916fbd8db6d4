"""How the players of a house play online: results against chance, how they put chips in, how long they take, and when they play.

Counted by the database from the hands that are over; hands that were made void count for nothing. Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ledger.queries.rows import rows_of
from play.models import TableKind
from play.queries.integrity import ACTED, ON_A_PAGE, PLAYED, names_of, of_period, own_player
from rules.online import (
    HOURS,
    REST,
    THINKING_MS,
    TIME_BIN_MS,
    TIME_BINS,
    FieldFigures,
    IntegrityPolicy,
    PlayerFigures,
    Spread,
    alerts_of_player,
    entropy_of,
    quiet_hands,
)

# Ten bets and raises for each call, in hundredths: where hardly any call was made, more of it tells nothing.
_MOST_AGGRESSION = 1_000

_STYLES = (
    PLAYED
    + ACTED
    + """, results AS (
    SELECT player_id, currency, count(*) AS hands, sum(change) AS net, round(sum(change * 100.0 / big_blind_chips)) AS net_bb,
        round(coalesce(stddev_samp(change * 100.0 / big_blind_chips), 0)) AS deviation_bb,
        max(closed_at) AS last_at
    FROM played WHERE player_id <> %(own)s GROUP BY player_id, currency
), acted AS (
    SELECT played.player_id, played.currency, done.hand_id, done.street, done.act, done.took_ms
    FROM played
    JOIN every_act done ON done.hand_id = played.hand_id AND done.seat = played.seat
    WHERE done.manner = 'player'
), styles AS (
    SELECT player_id, currency,
        count(DISTINCT hand_id) FILTER (WHERE street = 'preflop' AND act IN ('call', 'bet', 'raise')) AS entered,
        count(DISTINCT hand_id) FILTER (WHERE street = 'preflop' AND act IN ('bet', 'raise')) AS raised,
        count(*) FILTER (WHERE street <> 'preflop' AND act IN ('bet', 'raise')) AS pushes,
        count(*) FILTER (WHERE street <> 'preflop' AND act = 'call') AS calls,
        count(*) FILTER (WHERE took_ms >= %(thinking)s) AS decisions,
        min(took_ms) FILTER (WHERE took_ms >= %(thinking)s) AS fastest,
        round(avg(took_ms) FILTER (WHERE took_ms >= %(thinking)s)) AS mean,
        round(stddev_pop(took_ms) FILTER (WHERE took_ms >= %(thinking)s)) AS deviation
    FROM acted GROUP BY player_id, currency
), tenths AS (
    SELECT player_id, currency, took_ms / 100 AS tenth, count(*) AS times
    FROM acted WHERE took_ms >= %(thinking)s GROUP BY player_id, currency, took_ms / 100
), bins AS (
    SELECT player_id, currency, least((tenth * 100 - %(thinking)s) / %(bin_ms)s, %(bins)s - 1) AS bin,
        sum(times) AS times, max(times) AS same
    FROM tenths GROUP BY player_id, currency, bin
), times AS (
    SELECT player_id, currency, jsonb_object_agg(bin, times) AS by_bin, max(same) AS same_tenth
    FROM bins GROUP BY player_id, currency
), hourly AS (
    SELECT player_id, currency, date_trunc('hour', closed_at AT TIME ZONE %(zone)s) AS hour, count(*) AS hands
    FROM played GROUP BY player_id, currency, date_trunc('hour', closed_at AT TIME ZONE %(zone)s)
), hours AS (
    SELECT player_id, currency, jsonb_object_agg(of_day, hands) AS by_hour
    FROM (
        SELECT player_id, currency, extract(hour FROM hour)::int AS of_day, sum(hands) AS hands
        FROM hourly GROUP BY player_id, currency, of_day
    ) each GROUP BY player_id, currency
), days AS (
    SELECT player_id, currency, count(DISTINCT hour::date) AS days FROM hourly GROUP BY player_id, currency
), begun AS (
    SELECT player_id, currency, hand_id, dealt_at, closed_at,
        (dealt_at - max(closed_at) OVER (
            PARTITION BY player_id, currency ORDER BY dealt_at, hand_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) >= %(rest)s) IS TRUE AS rested
    FROM played
), stretches AS (
    SELECT player_id, currency, dealt_at, closed_at, count(*) FILTER (WHERE rested) OVER (
        PARTITION BY player_id, currency ORDER BY dealt_at, hand_id ROWS UNBOUNDED PRECEDING
    ) AS stretch
    FROM begun
), longest AS (
    SELECT player_id, currency, max(lasted) AS lasted
    FROM (
        SELECT player_id, currency, extract(epoch FROM max(closed_at) - min(dealt_at))::bigint / 60 AS lasted
        FROM stretches GROUP BY player_id, currency, stretch
    ) each GROUP BY player_id, currency
), shares AS (
    SELECT results.player_id, results.currency, coalesce(styles.entered, 0) * 10000 / results.hands AS entered,
        coalesce(styles.raised, 0) * 10000 / results.hands AS raised,
        least(coalesce(styles.pushes, 0) * 100 / greatest(styles.calls, 1), %(most)s) AS aggression,
        results.hands >= %(field)s AS counts
    FROM results
    LEFT JOIN styles ON styles.player_id = results.player_id AND styles.currency = results.currency
), field AS (
    SELECT currency, count(*) AS players, sum(entered) AS entered, sum(entered * entered) AS entered_2,
        sum(raised) AS raised, sum(raised * raised) AS raised_2,
        sum(aggression) AS aggression, sum(aggression * aggression) AS aggression_2
    FROM shares WHERE counts GROUP BY currency
), lines AS (
    SELECT results.player_id, results.currency, results.last_at, results.hands, results.net, results.net_bb, results.deviation_bb,
        days.days, coalesce(styles.entered, 0) AS entered, coalesce(styles.raised, 0) AS raised,
        coalesce(styles.pushes, 0) AS pushes, coalesce(styles.calls, 0) AS calls,
        coalesce(styles.decisions, 0) AS decisions, coalesce(styles.fastest, 0) AS fastest,
        coalesce(styles.mean, 0) AS mean, coalesce(styles.deviation, 0) AS deviation,
        coalesce(times.same_tenth, 0) AS same_tenth, coalesce(longest.lasted, 0) AS longest,
        shares.entered AS entered_share, shares.raised AS raised_share, shares.aggression,
        coalesce(field.players, 0) AS players,
        coalesce(field.entered, 0) AS all_entered, coalesce(field.entered_2, 0) AS all_entered_2,
        coalesce(field.raised, 0) AS all_raised, coalesce(field.raised_2, 0) AS all_raised_2,
        coalesce(field.aggression, 0) AS all_aggression, coalesce(field.aggression_2, 0) AS all_aggression_2,
        coalesce(times.by_bin, '{}') AS by_bin, coalesce(hours.by_hour, '{}') AS by_hour
    FROM results
    LEFT JOIN styles ON styles.player_id = results.player_id AND styles.currency = results.currency
    LEFT JOIN times ON times.player_id = results.player_id AND times.currency = results.currency
    LEFT JOIN hours ON hours.player_id = results.player_id AND hours.currency = results.currency
    LEFT JOIN longest ON longest.player_id = results.player_id AND longest.currency = results.currency
    JOIN days ON days.player_id = results.player_id AND days.currency = results.currency
    JOIN shares ON shares.player_id = results.player_id AND shares.currency = results.currency
    LEFT JOIN field ON field.currency = results.currency
)
"""
)
_MOST_FIRST = """SELECT * FROM lines ORDER BY net_bb DESC, player_id, currency
LIMIT %(limit)s OFFSET %(offset)s"""
_OF_PLAYER = "SELECT * FROM lines WHERE player_id = %(player)s ORDER BY hands DESC, currency"
# what cannot stand out is left out; whether the rest does, the rules say. OFFSET 0: as in `play.queries.pairs`
_MAY_STAND_OUT = """SELECT * FROM (SELECT * FROM lines OFFSET 0) made WHERE hands >= %(chance)s OR decisions >= %(even)s OR longest >= %(no_rest)s OR hands >= %(round)s
ORDER BY last_at DESC, player_id, currency LIMIT %(limit)s"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleLine:
    """A player at a kind of table. net_chips: what the player won over what was lost; currency: at cash tables, where every chip is a cent, ""
    elsewhere; net_bb, deviation_bb: the result, and the standard deviation of one hand, in hundredths of big blinds. entered, raised: hands in which
    the player put chips in before the flop of the own will, and raised; pushes, calls: bets and raises, and calls, after the flop. aggression: bets and
    raises for each call, in hundredths, ten at most. field_players: how many others have played a thousand hands there;
    field_entered, field_raised: their shares of the hands, in hundredths of a per cent; field_aggression: as aggression; 0 where there are none.
    decisions: those that took a second and more; fastest_ms, mean_ms, deviation_ms: how long they took; times: how many took how
    long, by half a second from one second on, the last from 15; entropy: of those, in hundredths of a bit; same_tenth: how many took the time that is the
    most frequent to a tenth of a second. by_hour: hands in each hour of the day at the venue; days: on how many days; quiet_hands: hands in the quietest six hours in a row;
    longest_minutes: the longest time of play without six hours of rest. last_at: when the last hand was over.
    alerts: what stands out; nothing follows from it by itself.
    """

    player_id: int
    player: str
    currency: str
    hands: int
    net_chips: int
    net_bb: int
    deviation_bb: int
    entered: int
    raised: int
    pushes: int
    calls: int
    aggression: int
    field_players: int
    field_entered: int
    field_raised: int
    field_aggression: int
    decisions: int
    fastest_ms: int
    mean_ms: int
    deviation_ms: int
    times: tuple[int, ...]
    entropy: int
    same_tenth: int
    by_hour: tuple[int, ...]
    days: int
    quiet_hands: int
    longest_minutes: int
    last_at: datetime
    alerts: tuple[str, ...]


def styles_of_house(
    venue_id: int,
    *,
    kind: TableKind,
    first: date,
    last: date,
    officer_id: int | None = None,
    limit: int = ON_A_PAGE,
    offset: int = 0,
) -> list[StyleLine]:
    """Return the players who played hands of a kind of table from a day to another, who won most first.

    officer_id: the account that reads, whose own play is left out. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    asked = of_period(venue_id, kind=kind, first=first, last=last)
    more = {"own": own_player(officer_id), "limit": limit, "offset": offset}
    return _lines(_MOST_FIRST, asked | more)


def style_of_player(
    venue_id: int,
    *,
    player_id: int,
    kind: TableKind,
    first: date,
    last: date,
    officer_id: int | None = None,
) -> list[StyleLine]:
    """Return how one player played a kind of table from a day to another: a line for each currency, that with most hands first; none of who was
    in no hand there, and to whom it is about. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    asked = of_period(venue_id, kind=kind, first=first, last=last)
    return _lines(_OF_PLAYER, asked | {"own": own_player(officer_id), "player": player_id})


def players_that_stand_out(
    venue_id: int, *, kind: TableKind, first: date, last: date, officer_id: int | None, limit: int
) -> list[StyleLine]:
    """Return the players of whom something stands out, who played last first. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11"""
    policy = IntegrityPolicy()
    asked = of_period(venue_id, kind=kind, first=first, last=last) | {
        "chance": policy.chance_hands,
        "even": policy.even_decisions,
        "no_rest": policy.no_rest_minutes,
        "round": policy.round_hands,
        "own": own_player(officer_id),
        "limit": limit,
    }
    return [line for line in _lines(_MAY_STAND_OUT, asked) if line.alerts]


def _lines(tail: str, asked: dict[str, Any]) -> list[StyleLine]:
    policy = IntegrityPolicy()
    usual: dict[str, Any] = {
        "thinking": THINKING_MS,
        "bin_ms": TIME_BIN_MS,
        "bins": TIME_BINS,
        "rest": REST,
        "most": _MOST_AGGRESSION,
        "field": policy.field_hands,
    }
    rows = rows_of(_STYLES + tail, values=usual | asked)
    names = names_of({row[0] for row in rows})
    return [_line(row, names, policy) for row in rows]


def _line(row: tuple[Any, ...], names: dict[int, str], policy: IntegrityPolicy) -> StyleLine:
    player_id, currency, last_at, *whole, by_bin, by_hour = row
    hands, net, net_bb, deviation_bb, days, entered, raised, pushes, calls, *more = map(int, whole)
    decisions, fastest, mean, deviation, same_tenth, longest, *own, players = more[:10]
    spreads = [Spread(players=players, total=more[at], squares=more[at + 1]) for at in (10, 12, 14)]
    if hands >= policy.field_hands:
        spreads = [spread.without(value) for spread, value in zip(spreads, own, strict=True)]
    others = FieldFigures(entered=spreads[0], raised=spreads[1], aggression=spreads[2])
    times, hours = _counts(by_bin, TIME_BINS), _counts(by_hour, HOURS)
    figures = PlayerFigures(
        hands=hands,
        net_bb=net_bb,
        deviation_bb=deviation_bb,
        decisions=decisions,
        mean_ms=mean,
        deviation_ms=deviation,
        entropy=entropy_of(times),
        same_tenth=same_tenth,
        days=days,
        quiet_hands=quiet_hands(hours),
        longest_minutes=longest,
        entered=own[0],
        raised=own[1],
        aggression=own[2],
    )
    alerts = alerts_of_player(figures, others=others, policy=policy)
    return StyleLine(
        player_id=player_id,
        player=names[player_id],
        currency=currency,
        hands=hands,
        net_chips=net,
        net_bb=net_bb,
        deviation_bb=deviation_bb,
        entered=entered,
        raised=raised,
        pushes=pushes,
        calls=calls,
        aggression=figures.aggression,
        field_players=others.entered.players,
        field_entered=others.entered.mean,
        field_raised=others.raised.mean,
        field_aggression=others.aggression.mean,
        decisions=decisions,
        fastest_ms=fastest,
        mean_ms=mean,
        deviation_ms=deviation,
        times=times,
        entropy=figures.entropy,
        same_tenth=same_tenth,
        by_hour=hours,
        days=days,
        quiet_hands=figures.quiet_hands,
        longest_minutes=longest,
        last_at=last_at,
        alerts=tuple(alert.value for alert in alerts),
    )


def _counts(told: str, of: int) -> tuple[int, ...]:
    """The counts of as many bins as there are, from those that hold something."""
    found = json.loads(told)
    return tuple(int(found.get(str(number), 0)) for number in range(of))
