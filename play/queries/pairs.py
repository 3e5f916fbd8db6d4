"""Who played with whom in a house: hands together, chips from one to the other, folds to the other's raises.

Counted from the hands that are over, by the database; hands that were made void count for nothing. Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ledger.queries.rows import rows_of
from play.models import TableKind
from play.queries.integrity import ACTED, ON_A_PAGE, PLAYED, names_of, of_period, own_player
from play.queries.origins import SharedOrigins, shared_origins
from rules.online import Alert, IntegrityPolicy, PairFigures, alerts_of_pair

# What a player lost in a hand went to those who won in it, in proportion to what each won: exact where one player won, else whole
# chips, rounded down. folds: to a raise or bet of the other that nobody had raised since; only what players did themselves.
_MET = (
    PLAYED
    + """, lost AS (
    SELECT hand_id, sum(-change) AS chips FROM played WHERE change < 0 GROUP BY hand_id
), met AS (
    SELECT one.hand_id, one.player_id AS first, two.player_id AS second, one.currency, one.big_blind_chips,
        CASE WHEN one.change < 0 AND two.change > 0
            THEN div(two.change::numeric * -one.change, lost.chips) ELSE 0 END AS there,
        CASE WHEN two.change < 0 AND one.change > 0
            THEN div(one.change::numeric * -two.change, lost.chips) ELSE 0 END AS back
    FROM played one
    JOIN played two ON two.hand_id = one.hand_id AND two.player_id > one.player_id
    LEFT JOIN lost ON lost.hand_id = one.hand_id
)"""
)

_PAIRS = (
    ACTED
    + """, pairs AS (
    SELECT first, second, currency, count(*) AS hands, sum(there) AS there, sum(back) AS back,
        sum(div(there * 100, big_blind_chips)) AS there_bb, sum(div(back * 100, big_blind_chips)) AS back_bb
    FROM met WHERE first <> %(own)s AND second <> %(own)s GROUP BY first, second, currency
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
SELECT pairs.first, pairs.second, pairs.currency, pairs.hands, pairs.there, pairs.back, pairs.there_bb, pairs.back_bb,
    coalesce(one.times, 0), coalesce(one.folds, 0), coalesce(two.times, 0), coalesce(two.folds, 0)
FROM pairs
LEFT JOIN faced one ON one.player = pairs.first AND one.raiser = pairs.second AND one.currency = pairs.currency
LEFT JOIN faced two ON two.player = pairs.second AND two.raiser = pairs.first AND two.currency = pairs.currency
ORDER BY abs(pairs.there_bb - pairs.back_bb) DESC, pairs.hands DESC, pairs.first, pairs.second, pairs.currency
LIMIT %(limit)s OFFSET %(offset)s"""
)

_HANDS = """
SELECT hand.table_id, tables.name, hand.number, hand.dealt_at, met.currency, met.there, met.back
FROM met
JOIN play_dealthand hand ON hand.id = met.hand_id
JOIN play_playtable tables ON tables.id = hand.table_id
WHERE met.first = %(first)s AND met.second = %(second)s
ORDER BY greatest(met.there, met.back) DESC, hand.id DESC
LIMIT %(limit)s"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLine:
    """Two players at the same tables. there_chips, back_chips: what went from the first to the second, and from the second to the
    first; currency: at cash tables, where every chip is a cent, "" elsewhere; net_bb: by how many hundredths of a big blind more went
    there than back. first_faced, first_folded: how often the first acted on a bet or raise of the second, and folded; second_faced,
    second_folded: the other way. line_sessions: in how many sessions and tournaments of both it is known from where they came, same_line:
    in how many of them from the same line; browser_sessions, same_browser: the same of browsers; 0 where the house keeps nothing of the kind.
    alerts: what stands out; nothing follows from it by itself.
    """

    first_id: int
    first: str
    second_id: int
    second: str
    currency: str
    hands: int
    there_chips: int
    back_chips: int
    net_bb: int
    first_faced: int
    first_folded: int
    second_faced: int
    second_folded: int
    line_sessions: int
    same_line: int
    browser_sessions: int
    same_browser: int
    alerts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairHand:
    """A hand that both of a pair were dealt. there_chips, back_chips, currency: as in `PairLine`."""

    table_id: int
    table: str
    number: int
    at: datetime
    currency: str
    there_chips: int
    back_chips: int


def pairs_of_house(
    venue_id: int,
    *,
    kind: TableKind,
    first: date,
    last: date,
    officer_id: int | None = None,
    limit: int = ON_A_PAGE,
    offset: int = 0,
) -> list[PairLine]:
    """Return the pairs that played hands of a kind of table from a day to another, those first between whom most went one way.

    officer_id: the account that reads; those that it is one of are left out. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    asked = of_period(venue_id, kind=kind, first=first, last=last)
    more = {"limit": limit, "offset": offset, "own": own_player(officer_id)}
    rows = rows_of(_MET + _PAIRS, values=asked | more)
    pairs = {(row[0], row[1]) for row in rows}
    names = names_of({player for pair in pairs for player in pair})
    shared = shared_origins(venue_id, pairs=pairs, kind=kind, first=first, last=last)
    return [_line(row, names, shared.get((row[0], row[1]), SharedOrigins())) for row in rows]


def hands_of_pair(
    venue_id: int,
    *,
    players: tuple[int, int],
    kind: TableKind,
    first: date,
    last: date,
    officer_id: int | None = None,
    limit: int = ON_A_PAGE,
) -> list[PairHand]:
    """Return the hands that two players were both dealt, those first in which most went from one to the other; the one with the
    lower number is the first. None to an officer who is one of them. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    if own_player(officer_id) in players:
        return []
    low, high = sorted(players)
    asked = of_period(venue_id, kind=kind, first=first, last=last)
    rows = rows_of(_MET + _HANDS, values=asked | {"first": low, "second": high, "limit": limit})
    return [
        PairHand(
            table_id=table_id,
            table=name,
            number=number,
            at=at,
            currency=currency,
            there_chips=int(there),
            back_chips=int(back),
        )
        for table_id, name, number, at, currency, there, back in rows
    ]


def _line(row: tuple[Any, ...], names: dict[int, str], shared: SharedOrigins) -> PairLine:
    first, second, currency, *figures = row
    hands, there, back, there_bb, back_bb, one_faced, one_folded, two_faced, two_folded = map(int, figures)
    alerts: tuple[Alert, ...] = alerts_of_pair(
        PairFigures(
            hands=hands,
            there_bb=there_bb,
            back_bb=back_bb,
            faced=(one_faced, two_faced),
            folded=(one_folded, two_folded),
        ),
        policy=IntegrityPolicy(),
    )
    return PairLine(
        first_id=first,
        first=names[first],
        second_id=second,
        second=names[second],
        currency=currency,
        hands=hands,
        there_chips=there,
        back_chips=back,
        net_bb=there_bb - back_bb,
        first_faced=one_faced,
        first_folded=one_folded,
        second_faced=two_faced,
        second_folded=two_folded,
        line_sessions=shared.line_sessions,
        same_line=shared.same_line,
        browser_sessions=shared.browser_sessions,
        same_browser=shared.same_browser,
        alerts=tuple(alert.value for alert in alerts),
    )
