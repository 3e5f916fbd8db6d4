"""Ranking points of a season, with the working shown.

Points are decimals rounded half up to four places; 10 * sqrt(n) / sqrt(k) * (c + log10(b + 0.25)) * weight.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import lru_cache

# its own context: what a caller sets in the thread's context changes no score
_CONTEXT = Context(prec=28, rounding=ROUND_HALF_UP)
_FOUR = Decimal("0.0001")
_QUARTER = Decimal("0.25")
DEFAULT_C = Decimal("1.5")
WEIGHT_ONE_BP = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """How one score came about: n entries and re-entries, k place scored, b buy-in, c, weight, points."""

    n: int
    k: int
    b_cents: int
    c: Decimal
    weight_bp: int
    points: Decimal


@lru_cache(maxsize=4096)
def _of_event(n: int, b_cents: int, c: Decimal, weight_bp: int) -> Decimal:
    x = _CONTEXT
    buy_in = x.add(x.divide(Decimal(b_cents), Decimal(100)), _QUARTER)
    size = x.add(c, x.log10(buy_in))
    factor = x.multiply(x.multiply(Decimal(10), x.sqrt(Decimal(n))), size)
    return x.divide(x.multiply(factor, Decimal(weight_bp)), Decimal(WEIGHT_ONE_BP))


@lru_cache(maxsize=65_536)
def _root(k: int) -> Decimal:
    return _CONTEXT.sqrt(Decimal(k))


def points(
    *, n: int, k: int, b_cents: int, c: Decimal = DEFAULT_C, weight_bp: int = WEIGHT_ONE_BP
) -> Decimal:
    """Return the points of one place, rounded half up to four places, never below zero.

    n: entries and re-entries. k: place. b_cents: the buy-in. c: the season's parameter. weight_bp: 10,000 is
    weight 1.
    Rule: SCPT.S, CASES points-1, CASES points-2, REGULATIONS 7.1
    """
    if n < 1 or k < 1 or b_cents < 0 or weight_bp < 0:
        raise ValueError("entries and places count from one, buy-in and weight from zero")
    raw = _CONTEXT.divide(_of_event(n, b_cents, c, weight_bp), _root(k))
    return max(raw.quantize(_FOUR, context=_CONTEXT), Decimal(0))


def scoring_place(
    place: int, *, official_itm: int, paid_by_deal: int | None = None, deal_among: int | None = None
) -> int | None:
    """Return the place that a finisher scores as, or None where there is no score.

    official_itm: the paid places as published. paid_by_deal: paid places after a deal that extended the
    money; then the extra places score nothing and every scorer scores as the last official place. deal_among:
    the number of players left at a financial deal inside the money; they all score as that place. Tied
    players score as their shared place.
    Rule: SCPT.S, SCPT.S-A, SCPT.S-B, CASES points-3, REGULATIONS 7.2
    """
    if place > official_itm:
        return None
    if paid_by_deal is not None and paid_by_deal > official_itm:
        return official_itm
    if deal_among is not None and place <= deal_among:
        return min(deal_among, official_itm)
    return place


def score(
    *,
    place: int,
    entries: int,
    b_cents: int,
    official_itm: int,
    c: Decimal = DEFAULT_C,
    weight_bp: int = WEIGHT_ONE_BP,
    paid_by_deal: int | None = None,
    deal_among: int | None = None,
) -> Working | None:
    """Return the score of one finisher with its working, or None outside the official money.

    Rule: SCPT.S, CASES points-3
    """
    k = scoring_place(place, official_itm=official_itm, paid_by_deal=paid_by_deal, deal_among=deal_among)
    if k is None:
        return None
    return Working(
        n=entries,
        k=k,
        b_cents=b_cents,
        c=c,
        weight_bp=weight_bp,
        points=points(n=entries, k=k, b_cents=b_cents, c=c, weight_bp=weight_bp),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """One player's line in the season table; equal lines share a rank and the next rank is left out."""

    rank: int
    player: int | str
    points: Decimal
    scores: int
    best: Decimal


def season_table(
    results: Iterable[tuple[int | str, Decimal]], *, best_of: int | None = None
) -> tuple[SeasonLine, ...]:
    """Return the season from (player, points) per scored result.

    best_of: only so many best results of each player count; None counts all. Tie-breaks, stated: more points;
    then the better single result; then fewer results that were needed for them; who is still equal shares the
    rank (ordered by player key).
    Rule: SCPT.R, SCPT.S, REGULATIONS 7.3
    """
    with localcontext(_CONTEXT):
        return _table(results, best_of)


def _table(results: Iterable[tuple[int | str, Decimal]], best_of: int | None) -> tuple[SeasonLine, ...]:
    of: dict[int | str, list[Decimal]] = {}
    for player, scored in results:
        kept = of.get(player)
        if kept is None:
            of[player] = [scored]
        else:
            kept.append(scored)
    zero = Decimal(0)
    rows: list[tuple[Decimal, Decimal, int, str, int | str]] = []
    for player, scores in of.items():
        if best_of is not None and len(scores) > best_of:
            scores = sorted(scores, reverse=True)[:best_of]
        rows.append((-sum(scores, zero), -max(scores), len(scores), _order(player), player))
    rows.sort(key=lambda row: row[:4])
    table: list[SeasonLine] = []
    rank = 0
    before: tuple[Decimal, Decimal, int] | None = None
    for position, (total, best, count, _, player) in enumerate(rows, 1):
        key = (total, best, count)
        if key != before:
            rank, before = position, key
        table.append(SeasonLine(rank=rank, player=player, points=-total, scores=count, best=-best))
    return tuple(table)


def _order(player: int | str) -> str:
    return f"{player:020d}" if isinstance(player, int) else player
