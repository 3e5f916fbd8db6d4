"""The sums over hands from which the lists of pairs are made: by pair, over a time, or over a day once it is over (`play.models.PairOfDay`)."""

from __future__ import annotations

from play.queries.integrity import ACTED, PLAYED

# What a player lost in a hand went to those who won in it, in proportion to what each won: exact where one player won, else whole
# chips, rounded down.
LOST = """, lost AS (
    SELECT hand_id, sum(-change) FILTER (WHERE change < 0) AS chips, count(*) AS players FROM played GROUP BY hand_id
)"""
GIVEN = """
        CASE WHEN one.change < 0 AND two.change > 0
            THEN div(two.change::numeric * -one.change, lost.chips) ELSE 0 END AS there,
        CASE WHEN two.change < 0 AND one.change > 0
            THEN div(one.change::numeric * -two.change, lost.chips) ELSE 0 END AS back"""

# folds: to a raise or bet of the other that nobody had raised since; only what players did themselves. alone: nobody else was left at the end.
PAIRS = (
    PLAYED
    + LOST
    + ACTED
    + """, deeds AS (
    SELECT hand_id, seat, bool_or(all_in) AS all_in, bool_or(act = 'fold') AS folded,
        bool_or(street <> 'preflop' AND act IN ('bet', 'raise')) AS pushed
    FROM every_act GROUP BY hand_id, seat
), dealt AS (
    SELECT played.*, coalesce(deeds.all_in, false) AS all_in, coalesce(deeds.folded, false) AS folded,
        coalesce(deeds.pushed, false) AS pushed
    FROM played
    LEFT JOIN deeds ON deeds.hand_id = played.hand_id AND deeds.seat = played.seat
), two_left AS (
    SELECT lost.hand_id FROM lost JOIN (
        SELECT hand_id, count(*) AS players FROM deeds WHERE folded GROUP BY hand_id
    ) went ON went.hand_id = lost.hand_id AND lost.players - went.players = 2
    UNION ALL
    SELECT hand_id FROM lost WHERE players = 2
), met AS (
    SELECT one.player_id AS first, two.player_id AS second, one.currency, one.big_blind_chips, one.buy_in_chips, one.closed_at,
        one.folded AS one_folded, two.folded AS two_folded,
        one.all_in OR two.all_in AS all_in, one.pushed OR two.pushed AS pushed,
        two_left.hand_id IS NOT NULL AND NOT (one.folded OR two.folded OR one.all_in OR two.all_in) AS alone,"""
    + GIVEN
    + """
    FROM dealt one
    JOIN dealt two ON two.hand_id = one.hand_id AND two.player_id > one.player_id
    JOIN lost ON lost.hand_id = one.hand_id
    LEFT JOIN two_left ON two_left.hand_id = one.hand_id
), pairs AS (
    SELECT first, second, currency, count(*) AS hands, max(closed_at) AS last_at, sum(there) AS there, sum(back) AS back,
        sum(div(there * 100, big_blind_chips)) AS there_bb, sum(div(back * 100, big_blind_chips)) AS back_bb,
        count(*) FILTER (WHERE all_in AND there > 0) AS all_in_there,
        count(*) FILTER (WHERE all_in AND back > 0) AS all_in_back,
        coalesce(sum(div(there * 100, big_blind_chips)) FILTER (WHERE all_in), 0) AS all_in_there_bb,
        coalesce(sum(div(back * 100, big_blind_chips)) FILTER (WHERE all_in), 0) AS all_in_back_bb,
        sum(there * 100 / buy_in_chips) AS there_percent, sum(back * 100 / buy_in_chips) AS back_percent,
        count(*) FILTER (WHERE there >= %(large)s * big_blind_chips) AS large_there,
        count(*) FILTER (WHERE back >= %(large)s * big_blind_chips) AS large_back,
        count(*) FILTER (WHERE there >= %(large)s * big_blind_chips AND one_folded) AS folded_there,
        count(*) FILTER (WHERE back >= %(large)s * big_blind_chips AND two_folded) AS folded_back,
        count(*) FILTER (WHERE alone) AS alone, count(*) FILTER (WHERE alone AND NOT pushed) AS checked
    FROM met GROUP BY first, second, currency
), acts AS (
    SELECT done.hand_id, done.seat, done.act, done.manner,
        max(done.turn) FILTER (WHERE done.act IN ('bet', 'raise')) OVER (
            PARTITION BY done.hand_id, done.street ORDER BY done.turn
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS raised_at
    FROM every_act done
), faced AS (
    SELECT who.player_id AS player, by.player_id AS raiser, who.currency,
        count(*) AS times, count(*) FILTER (WHERE acts.act = 'fold') AS folds
    FROM acts
    JOIN every_act raised ON raised.hand_id = acts.hand_id AND raised.turn = acts.raised_at
    JOIN played who ON who.hand_id = acts.hand_id AND who.seat = acts.seat
    JOIN played by ON by.hand_id = acts.hand_id AND by.seat = raised.seat
    WHERE acts.manner = 'player' AND raised.seat <> acts.seat
    GROUP BY who.player_id, by.player_id, who.currency
)
SELECT pairs.*, coalesce(one.times, 0) AS one_times, coalesce(one.folds, 0) AS one_folds,
    coalesce(two.times, 0) AS two_times, coalesce(two.folds, 0) AS two_folds
FROM pairs
LEFT JOIN faced one ON one.player = pairs.first AND one.raiser = pairs.second AND one.currency = pairs.currency
LEFT JOIN faced two ON two.player = pairs.second AND two.raiser = pairs.first AND two.currency = pairs.currency
"""
)

# what adds up from day to day
FIGURES = (
    "hands",
    "there",
    "back",
    "there_bb",
    "back_bb",
    "all_in_there",
    "all_in_back",
    "all_in_there_bb",
    "all_in_back_bb",
    "there_percent",
    "back_percent",
    "large_there",
    "large_back",
    "folded_there",
    "folded_back",
    "alone",
    "checked",
    "one_times",
    "one_folds",
    "two_times",
    "two_folds",
)
