"""How the players of a house play online: results against chance, how they put chips in, how long they take, and when they play.

Counted by the database from the hands that are over; hands that were made void count for nothing. Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from ledger.queries.rows import rows_of
from play.models import TableKind
from play.queries.counted_days import days_counted
from play.queries.integrity import ON_A_PAGE, names_of, own_player
from play.queries.style_sums import EXACT, FIGURES, LONGEST, OTHERS, STYLES
from rules.online import (
    HOURS,
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

# what is counted now, and the days that were counted before (`play.queries.counted_days`)
_EACH = ", ".join(("player_id", "currency", "last_at", *FIGURES, *EXACT, *OTHERS))
_ADDED = ", ".join(
    [f"sum({figure})::bigint AS {figure}" for figure in FIGURES]
    + [f"sum({figure}) AS {figure}" for figure in EXACT]
)


def _by_place(array: str, *, places: int) -> str:
    """Add arrays up, place by place."""
    return f"ARRAY[{', '.join(f'sum({array}[{place}])' for place in range(1, places + 1))}] AS {array}"


# same_tenth: of the days, at most so many; the tenths of all of them are put together for those alone of whom it is told
_LINES = f"""
WITH counted AS ({STYLES}), sums AS (
    SELECT {_EACH} FROM counted WHERE player_id <> %(own)s
    UNION ALL
    SELECT {_EACH} FROM play_playerofday WHERE day_id = ANY(%(days)s) AND player_id <> %(own)s
), added AS (
    SELECT player_id, currency, max(last_at) AS last_at, {_ADDED}, min(fastest) AS fastest,
        {_by_place("by_bin", places=TIME_BINS)},
        {_by_place("by_hour", places=HOURS)}
    FROM sums GROUP BY player_id, currency
), spans AS (
    SELECT player_id, currency, span.begins, span.ends FROM sums CROSS JOIN LATERAL unnest(begins, ends) span (begins, ends)
), {LONGEST}, figured AS (
    SELECT added.*, entered * 10000 / hands AS entered_share, raised * 10000 / hands AS raised_share,
        least(pushes * 100 / greatest(calls, 1), %(most)s) AS aggression
    FROM added
), field AS (
    SELECT currency, count(*) AS players, sum(entered_share) AS entered, sum(entered_share * entered_share) AS entered_2,
        sum(raised_share) AS raised, sum(raised_share * raised_share) AS raised_2,
        sum(aggression) AS aggression, sum(aggression * aggression) AS aggression_2
    FROM figured WHERE hands >= %(field)s GROUP BY currency
), lines AS (
    SELECT player_id, currency, last_at, hands, net, round(net_bb) AS net_bb,
        round(coalesce(sqrt(greatest(hands * squares_bb - net_bb * net_bb, 0) / nullif(hands * (hands - 1), 0)), 0)) AS deviation_bb,
        days, figured.entered, figured.raised, pushes, calls, decisions, coalesce(fastest, 0) AS fastest,
        round(coalesce(ms::numeric / nullif(decisions, 0), 0)) AS mean,
        round(coalesce(sqrt(greatest(decisions * squares_ms - ms::numeric * ms, 0) / nullif(decisions * decisions, 0)), 0)) AS deviation,
        lasted AS longest,
        entered_share, raised_share, figured.aggression,
        coalesce(field.players, 0) AS players,
        coalesce(field.entered, 0) AS all_entered, coalesce(field.entered_2, 0) AS all_entered_2,
        coalesce(field.raised, 0) AS all_raised, coalesce(field.raised_2, 0) AS all_raised_2,
        coalesce(field.aggression, 0) AS all_aggression, coalesce(field.aggression_2, 0) AS all_aggression_2,
        by_bin, by_hour, same_tenth AS same_at_most
    FROM figured
    JOIN longest USING (player_id, currency)
    LEFT JOIN field USING (currency)
)
"""


def _listed(which: str, *, order: str) -> str:
    """The lines that are told, in their order, each with how many decisions took the tenth of a second that is the most frequent."""
    return f"""{_LINES}, listed AS (
    SELECT * FROM lines {which}
), tenth AS MATERIALIZED (
    SELECT player_id, currency, one.tenth, sum(one.times) AS times
    FROM listed JOIN sums USING (player_id, currency) CROSS JOIN LATERAL unnest(sums.tenths, sums.times) one (tenth, times)
    WHERE same_at_most * 100 >= %(same)s * listed.decisions GROUP BY player_id, currency, one.tenth
), same AS MATERIALIZED (
    SELECT player_id, currency, max(times) AS times FROM tenth GROUP BY player_id, currency
)
SELECT listed.*, coalesce(same.times, 0) FROM listed LEFT JOIN same USING (player_id, currency) ORDER BY {order}"""


_FIRST = "net_bb DESC, player_id, currency"
_MOST_FIRST = _listed(f"ORDER BY {_FIRST} LIMIT %(limit)s OFFSET %(offset)s", order=_FIRST)
_OF_PLAYER = _listed("WHERE player_id = %(player)s", order="hands DESC, currency")
# what cannot stand out is left out; whether the rest does, the rules say
_LAST = "last_at DESC, player_id, currency"
_MAY_STAND_OUT = _listed(
    f"""WHERE hands >= %(chance)s OR decisions >= %(even)s OR longest >= %(no_rest)s OR hands >= %(round)s
    ORDER BY {_LAST} LIMIT %(limit)s""",
    order=_LAST,
)


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
    asked = days_counted(venue_id, kind=kind, first=first, last=last)
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
    asked = days_counted(venue_id, kind=kind, first=first, last=last)
    return _lines(_OF_PLAYER, asked | {"own": own_player(officer_id), "player": player_id})


def players_that_stand_out(
    venue_id: int, *, kind: TableKind, first: date, last: date, officer_id: int | None, limit: int
) -> list[StyleLine]:
    """Return the players of whom something stands out, who played last first. Refusals: ``bad_period``. Rule: PT-H.11, PT-O.11"""
    policy = IntegrityPolicy()
    asked = days_counted(venue_id, kind=kind, first=first, last=last) | {
        "chance": policy.chance_hands,
        "even": policy.even_decisions,
        "no_rest": policy.no_rest_minutes,
        "round": policy.round_hands,
        "same": policy.same_tenth_percent,
        "own": own_player(officer_id),
        "limit": limit,
    }
    return [line for line in _lines(_MAY_STAND_OUT, asked) if line.alerts]


def _lines(statement: str, asked: dict[str, Any]) -> list[StyleLine]:
    policy = IntegrityPolicy()
    usual: dict[str, Any] = {"most": _MOST_AGGRESSION, "field": policy.field_hands, "same": 0}
    rows = rows_of(statement, values=usual | asked)
    names = names_of({row[0] for row in rows})
    return [_line(row, names, policy) for row in rows]


def _line(row: tuple[Any, ...], names: dict[int, str], policy: IntegrityPolicy) -> StyleLine:
    player_id, currency, last_at, *whole, by_bin, by_hour, _at_most, same_tenth = row
    hands, net, net_bb, deviation_bb, days, entered, raised, pushes, calls, *more = map(int, whole)
    decisions, fastest, mean, deviation, longest, *own, players = more[:9]
    spreads = [Spread(players=players, total=more[at], squares=more[at + 1]) for at in (9, 11, 13)]
    if hands >= policy.field_hands:
        spreads = [spread.without(value) for spread, value in zip(spreads, own, strict=True)]
    others = FieldFigures(entered=spreads[0], raised=spreads[1], aggression=spreads[2])
    times, hours = tuple(map(int, by_bin)), tuple(map(int, by_hour))
    figures = PlayerFigures(
        hands=hands,
        net_bb=net_bb,
        deviation_bb=deviation_bb,
        decisions=decisions,
        mean_ms=mean,
        deviation_ms=deviation,
        entropy=entropy_of(times),
        same_tenth=int(same_tenth),
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
        same_tenth=int(same_tenth),
        by_hour=hours,
        days=days,
        quiet_hands=figures.quiet_hands,
        longest_minutes=longest,
        last_at=last_at,
        alerts=tuple(alert.value for alert in alerts),
    )
