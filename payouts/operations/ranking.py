"""Points of the season, when a tournament ends."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from dispatch.commands import record
from payouts.facts import SeasonScored, SeasonScoreUndone
from payouts.models import PrizePool, Score
from payouts.operations.by_chips import best_placed
from payouts.queries.ladders import Ladder
from rules.ranking import score as score_of
from tournaments.models import Entry, Field, Tournament


def score(tournament: Tournament, *, field: Field, winner: Entry) -> int:
    """Score the officially paid places of a finished tournament; how many scored. Each keeps its working.

    Rehearsals, tournaments outside a season and those announced without points do not score. After a deal inside
    the money all who made it score as the last of them; after one that extended the money all score as the last
    official place.
    Rule: SCPT.R, SCPT.S, SCPT.S-A, CASES points-1, CASES points-2, CASES points-3
    """
    if tournament.practice or not tournament.ranks or tournament.stage is None:
        return 0
    season = tournament.stage.season
    pool = PrizePool.objects.get(pk=tournament.pk)
    official, among = pool.official_places, pool.deal_among
    paid = max(Ladder.of(pool.prizes).places, among or 0)
    extended = paid if paid > official else None
    total = field.entries_total
    placed = [(1, winner.pk, winner.player_id)]
    for entry_id, player_id, out_before, tied in best_placed(field, places=official).values_list(
        "entry_id", "entry__player_id", "out_before", "tied"
    ):
        placed.append((total - (out_before or 0) - tied + 1, entry_id, player_id))
    rows = []
    for place, entry_id, player_id in placed:
        working = score_of(
            place=place,
            entries=total,
            b_cents=tournament.price_cents,
            official_itm=official,
            c=Decimal(season.points_c_milli) / 1000,
            weight_bp=tournament.ranking_weight_milli * 10,
            paid_by_deal=extended,
            deal_among=None if extended else among,
        )
        if working is None:
            continue
        rows.append(
            Score(
                season=season,
                tournament=tournament,
                player_id=player_id,
                entry_id=entry_id,
                place=place,
                scored_as_place=working.k,
                entries=working.n,
                buy_in_cents=working.b_cents,
                c_milli=season.points_c_milli,
                weight_milli=tournament.ranking_weight_milli,
                points_e4=int(working.points * 10_000),
            )
        )
    Score.objects.bulk_create(rows, batch_size=5000)
    record(
        SeasonScored(
            season_id=season.pk,
            tournament_id=tournament.pk,
            scored=len(rows),
            c_milli=season.points_c_milli,
            weight_milli=tournament.ranking_weight_milli,
            entries=total,
            official_places=official,
        )
    )
    return len(rows)


def unscore(tournament: Tournament, *, at: datetime) -> int:
    """Take back the points of a tournament whose end was taken back: their rows stay; how many.

    Rule: SCPT.S"""
    if tournament.stage is None:
        return 0
    count = Score.objects.filter(tournament=tournament, undone_at__isnull=True).update(undone_at=at)
    if count:
        season_id = tournament.stage.season_id
        record(SeasonScoreUndone(season_id=season_id, tournament_id=tournament.pk, unscored=count))
    return count
