"""Who played with whom in a house: hands together, chips from one to the other, folds to the other's raises.

Counted from the hands that are over, by the database; hands that were made void count for nothing. Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ledger.queries.rows import rows_of
from play.models import TableKind
from play.queries.counted_days import days_counted
from play.queries.integrity import ON_A_PAGE, PLAYED_BY_BOTH, names_of, of_period, own_player
from play.queries.origins import SharedOrigins, pairs_of_one_browser, shared_origins
from play.queries.pair_sums import FIGURES, GIVEN, LOST, PAIRS
from rules.online import HUNDREDTHS, Alert, IntegrityPolicy, PairFigures, alerts_of_pair

# what is counted now, and the days that were counted before (`play.queries.counted_days`)
_ADDED = ", ".join(f"sum({figure}) AS {figure}" for figure in FIGURES)
_EACH = ", ".join(FIGURES)
_LINES = f"""
WITH counted AS ({PAIRS}), sums AS (
    SELECT first, second, currency, last_at, {_EACH} FROM counted
    UNION ALL
    SELECT first_id, second_id, currency, last_at, {_EACH} FROM play_pairofday WHERE day_id = ANY(%(days)s)
), added AS (
    SELECT first, second, currency, max(last_at) AS last_at, {_ADDED} FROM sums
    WHERE first <> %(own)s AND second <> %(own)s GROUP BY first, second, currency
), lines AS MATERIALIZED (
    SELECT first, second, currency, last_at, hands, there, back, there_bb, back_bb,
        all_in_there, all_in_back, all_in_there_bb, all_in_back_bb, alone, checked,
        div(there_percent, 1) AS there_percent, div(back_percent, 1) AS back_percent, large_there, large_back,
        folded_there, folded_back, one_times, one_folds, two_times, two_folds
    FROM added
)
"""
_ALL = "SELECT * FROM lines "
# those who sat down with one browser, as `play.queries.origins` found them
_ONE_BROWSER = "(first, second) IN (SELECT * FROM unnest(%(ones)s::bigint[], %(others)s::bigint[]))"
_MOST_FIRST = f"""ORDER BY {_ONE_BROWSER} DESC, abs(there_bb - back_bb) DESC, hands DESC, first, second, currency
LIMIT %(limit)s OFFSET %(offset)s"""
_OF_PLAYER = _ALL + "WHERE %(player)s IN (first, second) " + _MOST_FIRST
_OF_PAIR = _ALL + "WHERE first = %(first)s AND second = %(second)s ORDER BY hands DESC, currency"
# what cannot stand out is left out; whether the rest does, the rules say
_MAY_STAND_OUT = f"""SELECT * FROM lines WHERE hands >= %(one_way)s AND abs(there_bb - back_bb) >= %(big_blinds)s
    OR abs(all_in_there_bb - all_in_back_bb) >= %(big_blinds)s
    OR greatest(one_folds, two_folds) * 100 >= %(raises)s * %(folded)s
    OR alone >= %(alone)s OR greatest(folded_there, folded_back) >= %(left)s
    OR greatest(large_there, large_back) >= %(quick)s AND abs(there_bb - back_bb) >= %(quick_bb)s
    OR {_ONE_BROWSER}
ORDER BY {_ONE_BROWSER} DESC, last_at DESC, first, second, currency LIMIT %(limit)s"""

_HANDS = (
    PLAYED_BY_BOTH
    + LOST
    + """, met AS (
    SELECT one.hand_id, one.currency,"""
    + GIVEN
    + """
    FROM played one
    JOIN played two ON two.hand_id = one.hand_id AND two.player_id = %(second)s
    LEFT JOIN lost ON lost.hand_id = one.hand_id
    WHERE one.player_id = %(first)s
)
SELECT hand.table_id, tables.name, hand.number, hand.dealt_at, met.currency, met.there, met.back
FROM met
JOIN play_dealthand hand ON hand.id = met.hand_id
JOIN play_playtable tables ON tables.id = hand.table_id
ORDER BY greatest(met.there, met.back) DESC, hand.id DESC
LIMIT %(limit)s"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLine:
    """Two players at the same tables. there_chips, back_chips: what went from the first to the second, and from the second to the
    first; currency: at cash tables, where every chip is a cent, "" elsewhere; net_bb: by how many hundredths of a big blind more went
    there than back. all_in_there, all_in_back: how many of these hands with one of the two all-in went which way, all_in_net_bb: by how much, as net_bb.
    large_there, large_back: from how many hands ten big blinds and more went which way; folded_there, folded_back: those of them in which who gave it had folded.
    alone: hands to the end in which only the two were left, none of them all-in; checked: those without a bet after the flop. last_at: when the last hand was over. first_faced, first_folded: how often the first acted on a bet or raise of the second, and folded; second_faced,
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
    all_in_there: int
    all_in_back: int
    all_in_net_bb: int
    large_there: int
    large_back: int
    folded_there: int
    folded_back: int
    alone: int
    checked: int
    last_at: datetime
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
    """Return the pairs that played hands of a kind of table from a day to another: those first who sat down with one browser, then those between whom most went one way.

    officer_id: the account that reads; those that it is one of are left out. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    asked = {"limit": limit, "offset": offset, "own": own_player(officer_id)}
    return _lines(_ALL + _MOST_FIRST, venue_id, asked, kind=kind, first=first, last=last)


def pairs_of_player(
    venue_id: int,
    *,
    player_id: int,
    kind: TableKind,
    first: date,
    last: date,
    officer_id: int | None = None,
    limit: int = 10,
) -> list[PairLine]:
    """Return the pairs that a player is one of, as `pairs_of_house` does. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11"""
    asked = {"player": player_id, "limit": limit, "offset": 0, "own": own_player(officer_id)}
    return _lines(_OF_PLAYER, venue_id, asked, kind=kind, first=first, last=last)


def lines_of_pair(
    venue_id: int,
    *,
    players: tuple[int, int],
    kind: TableKind,
    first: date,
    last: date,
    officer_id: int | None = None,
) -> list[PairLine]:
    """Return what `pairs_of_house` says of two players, for each currency; none to an officer who is one of them.

    Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11
    """
    low, high = sorted(players)
    asked = {"first": low, "second": high, "own": own_player(officer_id)}
    return _lines(_OF_PAIR, venue_id, asked, kind=kind, first=first, last=last)


def pairs_that_stand_out(
    venue_id: int, *, kind: TableKind, first: date, last: date, officer_id: int | None, limit: int
) -> list[PairLine]:
    """Return the pairs of whom something stands out: those with one browser first, then who played last. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11"""
    policy = IntegrityPolicy()
    asked = {
        "one_way": policy.one_way_hands,
        "big_blinds": policy.one_way_big_blinds * HUNDREDTHS,
        "raises": policy.soft_raises,
        "folded": policy.soft_folded_percent,
        "alone": policy.checked_hands,
        "left": policy.folded_hands,
        "quick": policy.quick_hands,
        "quick_bb": policy.quick_big_blinds * HUNDREDTHS,
        "limit": limit,
        "own": own_player(officer_id),
    }
    found = _lines(_MAY_STAND_OUT, venue_id, asked, kind=kind, first=first, last=last)
    return [line for line in found if line.alerts]


def _lines(
    tail: str, venue_id: int, asked: dict[str, Any], *, kind: TableKind, first: date, last: date
) -> list[PairLine]:
    beside = pairs_of_one_browser(venue_id, kind=kind, first=first, last=last)
    more = {
        "ones": [one for one, _other in beside],
        "others": [other for _one, other in beside],
    }
    counted = days_counted(venue_id, kind=kind, first=first, last=last)
    rows = rows_of(_LINES + tail, values=counted | more | asked)
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
    rows = rows_of(_HANDS, values=asked | {"first": low, "second": high, "limit": limit})
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
    first, second, currency, last_at, *figures = row
    hands, there, back, there_bb, back_bb, *more = map(int, figures)
    all_in_there, all_in_back, all_in_there_bb, all_in_back_bb, alone, checked, *more = more
    there_percent, back_percent, large_there, large_back, folded_there, folded_back, *raises = more
    one_faced, one_folded, two_faced, two_folded = raises
    alerts: tuple[Alert, ...] = alerts_of_pair(
        PairFigures(
            hands=hands,
            there_bb=there_bb,
            back_bb=back_bb,
            all_in_bb=(all_in_there_bb, all_in_back_bb),
            all_in_hands=(all_in_there, all_in_back),
            percent=(there_percent, back_percent),
            large_hands=(large_there, large_back),
            large_folded=(folded_there, folded_back),
            same_browser=shared.same_browser,
            faced=(one_faced, two_faced),
            folded=(one_folded, two_folded),
            alone=alone,
            checked=checked,
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
        all_in_there=all_in_there,
        all_in_back=all_in_back,
        all_in_net_bb=all_in_there_bb - all_in_back_bb,
        large_there=large_there,
        large_back=large_back,
        folded_there=folded_there,
        folded_back=folded_back,
        alone=alone,
        checked=checked,
        last_at=last_at,
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
