"""How the players of a house play online: results against chance, how often they put chips in, and how long they take.

Counted by the database from the hands that are over; hands that were made void count for nothing. Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from ledger.queries.rows import rows_of
from play.models import TableKind
from play.queries.integrity import ACTED, ON_A_PAGE, PLAYED, names_of, of_period, own_player
from rules.online import IntegrityPolicy, PlayerFigures, alerts_of_player

# Below a second it was decided ahead, or there was nothing to think about.
THINKING_MS = 1000

_STYLES = (
    PLAYED
    + ACTED
    + """, results AS (
    SELECT player_id, currency, count(*) AS hands, sum(change) AS net, round(sum(change * 100.0 / big_blind_chips)) AS net_bb,
        round(coalesce(stddev_samp(change * 100.0 / big_blind_chips), 0)) AS deviation_bb
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
        count(*) FILTER (WHERE took_ms >= %(thinking)s) AS decisions,
        min(took_ms) FILTER (WHERE took_ms >= %(thinking)s) AS fastest,
        round(avg(took_ms) FILTER (WHERE took_ms >= %(thinking)s)) AS mean,
        round(stddev_pop(took_ms) FILTER (WHERE took_ms >= %(thinking)s)) AS deviation
    FROM acted GROUP BY player_id, currency
)
SELECT results.player_id, results.currency, results.hands, results.net, results.net_bb, results.deviation_bb,
    coalesce(styles.entered, 0), coalesce(styles.raised, 0), coalesce(styles.decisions, 0),
    coalesce(styles.fastest, 0), coalesce(styles.mean, 0), coalesce(styles.deviation, 0)
FROM results
LEFT JOIN styles ON styles.player_id = results.player_id AND styles.currency = results.currency
ORDER BY results.net_bb DESC, results.player_id, results.currency
LIMIT %(limit)s OFFSET %(offset)s"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleLine:
    """A player at a kind of table. net_chips: what the player won over what was lost; currency: at cash tables, where every chip is a cent, ""
    elsewhere; net_bb, deviation_bb: the result, and the standard deviation of one hand, in hundredths of big blinds. entered, raised: hands in which
    the player put chips in before the flop of the own will, and raised. decisions: those that took a second and more; fastest_ms, mean_ms,
    deviation_ms: how long they took. alerts: what stands out; nothing follows from it by itself.
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
    decisions: int
    fastest_ms: int
    mean_ms: int
    deviation_ms: int
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
    more = {"thinking": THINKING_MS, "own": own_player(officer_id), "limit": limit, "offset": offset}
    rows = rows_of(_STYLES, values=asked | more)
    names = names_of({row[0] for row in rows})
    return [_line(row, names) for row in rows]


def _line(row: tuple[Any, ...], names: dict[int, str]) -> StyleLine:
    player_id, currency, *figures = row
    hands, net, net_bb, deviation_bb, entered, raised, decisions, fastest, mean, deviation = map(int, figures)
    alerts = alerts_of_player(
        PlayerFigures(
            hands=hands,
            net_bb=net_bb,
            deviation_bb=deviation_bb,
            decisions=decisions,
            mean_ms=mean,
            deviation_ms=deviation,
        ),
        policy=IntegrityPolicy(),
    )
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
        decisions=decisions,
        fastest_ms=fastest,
        mean_ms=mean,
        deviation_ms=deviation,
        alerts=tuple(alert.value for alert in alerts),
    )
