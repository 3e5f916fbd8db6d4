"""The season's table, counted by the database from the scores, with the working of every line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Sum

from payouts.models import Score
from payouts.queries.funds import balance_of, home_of_fund
from rules.refusals import N_
from tournaments.models import Tournament

# how equal points are told apart; equal in all of it is an equal rank
TIE_BREAKS = (
    N_("More points in all."),
    N_("Then the better single result."),
    N_("Then fewer results needed."),
    N_("Who is still equal shares the rank."),
)
_E4 = Decimal(10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """The working of one score: points = 10·√n / √k · (c + log10(b + 0.25)) · weight. Rule: SCPT.S"""

    tournament_id: int
    tournament: str
    place: int
    n: int
    k: int
    b_cents: int
    c: Decimal
    weight: Decimal
    points: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """One player of the season; equal rows share the rank and the next rank is left out."""

    rank: int
    player_id: int
    name: str
    points: Decimal
    results: int
    best: Decimal
    working: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTable:
    """A page of the season's table. fund_cents: what the ranking fund holds for the annual prize."""

    season_id: int
    rows: tuple[SeasonRow, ...]
    players: int
    fund_cents: int
    currency: str
    tie_breaks: tuple[str, ...]


# ties: REGULATIONS 7.3
_BEST_FIRST = "ORDER BY points DESC, best DESC, results"
_RANKED = f"""
WITH line AS (
    SELECT player_id, sum(points_e4)::bigint AS points, count(*) AS results, max(points_e4) AS best
    FROM payouts_score WHERE season_id = %s AND undone_at IS NULL GROUP BY player_id
), ranked AS (
    SELECT *, rank() OVER ({_BEST_FIRST}) AS place, count(*) OVER () AS players
    FROM line
)"""
_SHOWN = """
SELECT page.place, page.player_id, p.public_name, page.points, page.results, page.best, page.players
FROM page JOIN people_player p ON p.id = page.player_id ORDER BY page.place, page.player_id
"""
_TABLE = f"{_RANKED}, page AS (SELECT * FROM ranked ORDER BY place, player_id LIMIT %s OFFSET %s) {_SHOWN}"
_ONE = f"{_RANKED}, page AS (SELECT * FROM ranked WHERE player_id = %s) {_SHOWN}"
_BEFORE = f"""{_RANKED.replace("undone_at IS NULL", "undone_at IS NULL AND tournament_id <> %s")}
SELECT player_id, place FROM ranked WHERE player_id = ANY(%s)
"""


# what counts of a season; without those of whose end the public does not know
_STANDS = "undone_at IS NULL"
_APART = f"{_STANDS} AND NOT tournament_id = ANY(%s)"


def _asked(sql: str, season_id: int, *more: Any, without: Collection[int]) -> tuple[str, list[Any]]:
    """A statement with its values; the tournaments to be left out are named only where there are any."""
    if not without:
        return sql, [season_id, *more]
    return sql.replace(_STANDS, _APART), [season_id, list(without), *more]


def season_table(
    season_id: int, *, limit: int = 100, offset: int = 0, without: Collection[int] = ()
) -> SeasonTable:
    """Return a page of a season, best first, with the working of every result. without: tournaments whose end is not told yet. Refusals: ``not_found``.

    Ties: more points; then the better single result; then fewer results; else the rank is shared.
    Rule: SCPT.R, SCPT.S, REGULATIONS 7.3, CASES points-1, CASES points-2, CASES points-3
    """
    home = home_of_fund("ranking", tournament_id=None, season_id=season_id)
    page = _page(season_id, limit=max(1, min(limit, 1000)), offset=max(0, offset), without=without)
    working = _working(season_id, [row[1] for row in page], without=without)
    return SeasonTable(
        season_id=season_id,
        rows=tuple(_row(line, working) for line in page),
        players=page[0][6] if page else 0,
        fund_cents=balance_of(home),
        currency=home.unit,
        tie_breaks=TIE_BREAKS,
    )


def season_rows(season_id: int, *, limit: int, without: Collection[int] = ()) -> list[SeasonRow]:
    """Return the first lines of a season without their working. without: as in `season_table`. Refusals: ``not_found``. Rule: SCPT.R"""
    home_of_fund("ranking", tournament_id=None, season_id=season_id)
    return [_row(line, {}) for line in _page(season_id, limit=limit, offset=0, without=without)]


def _page(season_id: int, *, limit: int, offset: int, without: Collection[int]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(*_asked(_TABLE, season_id, limit, offset, without=without))
        return list(cursor.fetchall())


def _row(line: Sequence[Any], working: Mapping[int, Sequence[ScoreLine]]) -> SeasonRow:
    place, player, name, points, results, best, _ = line
    return SeasonRow(
        rank=place,
        player_id=player,
        name=name,
        points=Decimal(points) / _E4,
        results=results,
        best=Decimal(best) / _E4,
        working=tuple(working.get(player, ())),
    )


def season_row(season_id: int, *, player_id: int, without: Collection[int] = ()) -> SeasonRow | None:
    """Return one player's own line of a season, wherever it stands; None where nothing was scored. without: as in `season_table`. Rule: SCPT.R"""
    with connection.cursor() as cursor:
        cursor.execute(*_asked(_ONE, season_id, player_id, without=without))
        line = cursor.fetchone()
    return None if line is None else _row(line, _working(season_id, [player_id], without=without))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A tournament that brought points in a season. starts_at with timezone: its day, as its house has it."""

    tournament_id: int
    name: str
    starts_at: datetime
    timezone: str


def scored_lately(season_id: int, *, limit: int, without: Collection[int] = ()) -> list[Scored]:
    """Return the tournaments of a season that brought points, the one that was finished last first. without: as in `season_table`."""
    scores = Score.objects.filter(tournament=OuterRef("pk"), season_id=season_id, undone_at__isnull=True)
    rows = Tournament.objects.filter(Exists(scores)).order_by("-finished_at", "-pk")
    rows = rows.exclude(pk__in=list(without)) if without else rows
    return [
        Scored(tournament_id=pk, name=name, starts_at=starts_at, timezone=zone)
        for pk, name, starts_at, zone in rows.values_list("pk", "name", "starts_at", "venue__timezone")[
            :limit
        ]
    ]


def ranks_without(
    season_id: int, *, tournament_id: int, players: Sequence[int], without: Collection[int] = ()
) -> dict[int, int]:
    """Return the rank that each of these players had without the points of one tournament; who had none is left out. without: as in `season_table`."""
    with connection.cursor() as cursor:
        cursor.execute(*_asked(_BEFORE, season_id, tournament_id, list(players), without=without))
        return dict(cursor.fetchall())


def scores_of_player(player_id: int) -> dict[int, Decimal]:
    """Return the points that each tournament brought a player, by the tournament. Rule: SCPT.S"""
    return {
        tournament_id: Decimal(points) / _E4
        for tournament_id, points in Score.objects.filter(player_id=player_id, undone_at__isnull=True)
        .values_list("tournament_id")
        .annotate(Sum("points_e4"))
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonOf:
    """A season in which a player has points."""

    season_id: int
    series: str
    season: str
    rank: int
    points: Decimal
    players: int


_SEASONS_OF = f"""
WITH mine AS (
    SELECT DISTINCT season_id FROM payouts_score WHERE player_id = %s AND undone_at IS NULL
), line AS (
    SELECT season_id, player_id, sum(points_e4)::bigint AS points, count(*) AS results, max(points_e4) AS best
    FROM payouts_score WHERE season_id IN (SELECT season_id FROM mine) AND undone_at IS NULL
    GROUP BY season_id, player_id
), ranked AS (
    SELECT *, rank() OVER (PARTITION BY season_id {_BEST_FIRST}) AS place,
           count(*) OVER (PARTITION BY season_id) AS players
    FROM line
)
SELECT ranked.season_id, series.name, season.name, ranked.place, ranked.points, ranked.players
FROM ranked JOIN tournaments_season season ON season.id = ranked.season_id
JOIN tournaments_series series ON series.id = season.series_id
WHERE ranked.player_id = %s ORDER BY season.starts_on DESC, season.id
"""


def seasons_of_player(player_id: int, *, without: Collection[int] = ()) -> list[SeasonOf]:
    """Return where a player stands in each season that has points of theirs, the latest season first. without: as in `season_table`. Rule: SCPT.R"""
    apart = [list(without)] if without else []
    asked = _SEASONS_OF.replace(_STANDS, _APART) if without else _SEASONS_OF
    with connection.cursor() as cursor:
        cursor.execute(asked, [player_id, *apart, *apart, player_id])
        return [
            SeasonOf(
                season_id=season_id,
                series=series,
                season=season,
                rank=place,
                points=Decimal(points) / _E4,
                players=players,
            )
            for season_id, series, season, place, points, players in cursor.fetchall()
        ]


def _working(
    season_id: int, players: Sequence[int], *, without: Collection[int]
) -> dict[int, list[ScoreLine]]:
    found: dict[int, list[ScoreLine]] = {}
    scores = Score.objects.filter(season_id=season_id, player_id__in=players, undone_at__isnull=True)
    for row in (
        (scores.exclude(tournament_id__in=list(without)) if without else scores)
        .order_by("-points_e4", "id")
        .values_list(
            "player_id",
            "tournament_id",
            "tournament__name",
            "place",
            "entries",
            "scored_as_place",
            "buy_in_cents",
            "c_milli",
            "weight_milli",
            "points_e4",
        )
    ):
        player, tournament_id, name, place, n, k, b, c, weight, points = row
        found.setdefault(player, []).append(
            ScoreLine(
                tournament_id=tournament_id,
                tournament=name,
                place=place,
                n=n,
                k=k,
                b_cents=b,
                c=Decimal(c) / 1000,
                weight=Decimal(weight) / 1000,
                points=Decimal(points) / _E4,
            )
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOf:
    """What one entry brought in the season's ranking."""

    season_id: int
    season: str
    points: Decimal


def points_of(entry_id: int) -> PointsOf | None:
    """Return the ranking points of an entry, once its tournament is finished. Rule: SCPT.S"""
    row = Score.objects.filter(entry_id=entry_id, undone_at__isnull=True).select_related("season").first()
    if row is None:
        return None
    return PointsOf(season_id=row.season_id, season=row.season.name, points=Decimal(row.points_e4).scaleb(-4))


def points_by_entry(tournament_id: int) -> dict[int, Decimal]:
    """Return the ranking points that each entry of a tournament brought, by the entry; empty before it is finished. Rule: SCPT.S"""
    found = Score.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
    return {entry: Decimal(points) / _E4 for entry, points in found.values_list("entry_id", "points_e4")}
