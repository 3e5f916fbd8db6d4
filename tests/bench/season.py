"""Row g: the table of a season with 247,000 results of 30,000 players.

Limit: the same sum and rank as one bare SQL statement, the first hundred rows of it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from payouts.queries import season_table
from tests import cast
from tests.bench.crowd import copy, highest, rows, sequence
from tests.bench.figures import Figure, say, tell
from tournaments.commands.create_season import create_season

RESULTS, PLAYERS = 247_000, 30_000


def measure() -> None:
    house = cast.house()
    season = cast.say(
        create_season,
        by=house.olga,
        **_named(house),
    )["season_id"]
    tournament = house.started("turbo-8max", entries=2)
    entry, player = rows(
        "SELECT id, player_id FROM tournaments_entry WHERE tournament_id = %s ORDER BY id LIMIT 1",
        [tournament],
    )[0]
    p, e = highest("people_player"), highest("tournaments_entry")
    copy(
        "people_player",
        f"id = {player}",
        PLAYERS,
        id=f"{p} + i",
        document_number="'S' || i",
        public_name="'J ' || i",
    )
    copy(
        "tournaments_entry",
        f"id = {entry}",
        RESULTS,
        id=f"{e} + i",
        player_id=f"{p} + 1 + mod(i * 7919, {PLAYERS})",
        receipt="'S' || i",
        state="'out'",
    )
    sequence("tournaments_entry", at_least=e + RESULTS)
    rows(
        "INSERT INTO payouts_score (season_id, tournament_id, player_id, entry_id, place, scored_as_place, entries,"
        " buy_in_cents, c_milli, weight_milli, points_e4)"
        " SELECT %s, %s, player_id, id, 1 + id %% 500, 1 + id %% 500, 500, 45000, 1000, 1000, 10000 + (id * 7907) %% 2000000"
        " FROM tournaments_entry WHERE id > %s",
        [season, tournament, e],
    )
    rows("VACUUM ANALYZE payouts_score")
    say(f"{RESULTS:,} results stand")

    def bare() -> Any:
        return rows(
            "SELECT player_id, sum(points_e4) AS points, rank() OVER (ORDER BY sum(points_e4) DESC) FROM payouts_score"
            " WHERE season_id = %s GROUP BY player_id ORDER BY points DESC LIMIT 100",
            [season],
        )

    limit, ours = [], []
    for _ in range(5):
        limit.append(_took(bare))
        ours.append(_took(lambda: season_table(season, limit=100)))
    table = season_table(season, limit=100)
    tell(
        Figure(
            row="g",
            what=f"season table of {RESULTS:,} results, first 100 with their working",
            ours=statistics.median(ours),
            limit=statistics.median(limit),
            unit="s",
            bar="≤ 1 s",
            met=statistics.median(ours) <= 1,
            note=f"{table.players:,} players; {sum(len(r.working) for r in table.rows)} lines of working",
        )
    )


def _named(house: cast.House) -> dict[str, Any]:
    from tournaments.commands.create_series import create_series

    series = cast.say(create_series, by=house.olga, venue_id=house.venue_id, name="Circuito", slug="circuito")
    return {
        "series_id": series["series_id"],
        "name": "2026",
        "starts_on": cast.START.date(),
        "ends_on": cast.after(days=300).date(),
        "points_c_milli": 1000,
    }


def _took(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
