"""The sums over hands from which the lists of players are made: by player, over a time, or over a day once it is over (`play.models.PlayerOfDay`)."""

from __future__ import annotations

from play.queries.integrity import ACTED, PLAYED

# Stretches of play without a rest between, from hands, or from the stretches of several days.
_STRETCHES = """begun AS (
    SELECT player_id, currency, begins, ends,
        (begins - max(ends) OVER (
            PARTITION BY player_id, currency ORDER BY begins, ends ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) >= %(rest)s) IS TRUE AS rested
    FROM spans
), numbered_spans AS (
    SELECT player_id, currency, begins, ends, count(*) FILTER (WHERE rested) OVER (
        PARTITION BY player_id, currency ORDER BY begins, ends ROWS UNBOUNDED PRECEDING
    ) AS stretch
    FROM begun
), stretches AS (
    SELECT player_id, currency, min(begins) AS begins, max(ends) AS ends
    FROM numbered_spans GROUP BY player_id, currency, stretch
)"""
STYLES = (
    PLAYED
    + ACTED
    + """, results AS (
    SELECT player_id, currency, count(*) AS hands, sum(change) AS net, sum(change * 100.0 / big_blind_chips) AS net_bb,
        sum((change * 100.0 / big_blind_chips) * (change * 100.0 / big_blind_chips)) AS squares_bb, max(closed_at) AS last_at
    FROM played GROUP BY player_id, currency
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
        coalesce(sum(took_ms) FILTER (WHERE took_ms >= %(thinking)s), 0) AS ms,
        coalesce(sum(took_ms::numeric * took_ms) FILTER (WHERE took_ms >= %(thinking)s), 0) AS squares_ms
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
), each_tenth AS (
    SELECT player_id, currency, array_agg(tenth ORDER BY tenth) AS tenths, array_agg(times ORDER BY tenth) AS times
    FROM tenths GROUP BY player_id, currency
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
), spans AS (
    SELECT player_id, currency, dealt_at AS begins, closed_at AS ends FROM played
), """
    + _STRETCHES
    + """, of_stretches AS (
    SELECT player_id, currency, array_agg(begins ORDER BY begins) AS begins, array_agg(ends ORDER BY begins) AS ends
    FROM stretches GROUP BY player_id, currency
)
SELECT results.player_id, results.currency, results.last_at, days.days, results.hands, results.net, results.net_bb, results.squares_bb,
    coalesce(styles.entered, 0) AS entered, coalesce(styles.raised, 0) AS raised,
    coalesce(styles.pushes, 0) AS pushes, coalesce(styles.calls, 0) AS calls,
    coalesce(styles.decisions, 0) AS decisions, coalesce(styles.ms, 0) AS ms, coalesce(styles.squares_ms, 0) AS squares_ms,
    coalesce(times.same_tenth, 0) AS same_tenth, styles.fastest,
    coalesce(each_tenth.tenths, '{}')::int[] AS tenths, coalesce(each_tenth.times, '{}')::int[] AS times,
    (SELECT array_agg(coalesce((times.by_bin ->> n::text)::int, 0) ORDER BY n) FROM generate_series(0, %(bins)s - 1) n) AS by_bin,
    (SELECT array_agg(coalesce((hours.by_hour ->> n::text)::int, 0) ORDER BY n) FROM generate_series(0, %(hours)s - 1) n) AS by_hour,
    of_stretches.begins, of_stretches.ends
FROM results
JOIN days USING (player_id, currency)
JOIN hours USING (player_id, currency)
JOIN of_stretches USING (player_id, currency)
LEFT JOIN styles USING (player_id, currency)
LEFT JOIN times USING (player_id, currency)
LEFT JOIN each_tenth USING (player_id, currency)
"""
)

# what adds up from day to day: whole numbers,
FIGURES = (
    "days",
    "hands",
    "net",
    "entered",
    "raised",
    "pushes",
    "calls",
    "decisions",
    "ms",
    "same_tenth",
)
# numbers with all their digits,
EXACT = ("net_bb", "squares_bb", "squares_ms")
# and what is put together in a way of its own
OTHERS = ("fastest", "tenths", "times", "by_bin", "by_hour", "begins", "ends")
# of stretches that are put together: `spans` stands before it
LONGEST = (
    _STRETCHES
    + """, longest AS (
    SELECT player_id, currency, max(extract(epoch FROM ends - begins)::bigint / 60) AS lasted
    FROM stretches GROUP BY player_id, currency
)"""
)
