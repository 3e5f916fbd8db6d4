"""The tables of the seasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from access import moment
from payouts.queries import ranks_without, scored_lately, season_row, season_table
from payouts.queries.season import Scored, ScoreLine, SeasonRow
from people.queries import player_of_user, with_profile
from rules.refusals import Refused
from tournaments.queries import announcements, circuit
from tournaments.queries.public_view import untold_ends
from web.acting import actor_of
from web.problems import refused_page
from web.public.page import offset_of, pages_of, shared_page

PLAYERS_PER_PAGE = 50
# the tournaments whose points have a column of their own
_COLUMNS = 4
# the scores that one account draws as bars
_BARS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """One line of the ranking. points: of each column's tournament, None where nothing was scored. climbed: how many
    places up by the last one, None where there was nothing before it; new: the first points of this player; paged: whether
    everybody may open the player's page.
    """

    row: SeasonRow
    points: tuple[Decimal | None, ...]
    climbed: int | None
    new: bool
    mine: bool
    paged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedExample:
    """How one player's points came about: the last score as a formula, each as a bar. bars: (score, percent of the
    best); more: how many scores have no bar."""

    row: SeasonRow
    mine: bool
    last: ScoreLine
    bars: tuple[tuple[ScoreLine, int], ...]
    more: int


def seasons(request: HttpRequest) -> HttpResponse:
    """Show every season of every house that is public, the latest first, each with its ranking. Rule: SCPT.R"""
    untold = untold_ends(at=moment.at())
    houses = [(venue, circuit.seasons_of(venue.venue_id)) for venue in circuit.public_venues()]
    context = {
        "houses": [
            (venue, [(season, season_table(season.season_id, limit=3, without=untold)) for season in found])
            for venue, found in houses
            if found
        ]
    }
    return shared_page(request, response=render(request, "public/seasons.html", context))


def season(request: HttpRequest, *, season_id: int) -> HttpResponse:
    """Show a season's ranking with the working of every score. Rule: SCPT.R, SCPT.S"""
    offset, untold = offset_of(request), untold_ends(at=moment.at())
    try:
        table = season_table(season_id, limit=PLAYERS_PER_PAGE, offset=offset, without=untold)
        found = circuit.season_view(season_id)
    except Refused as refused:
        return refused_page(request, refused=refused)
    lately = scored_lately(season_id, limit=_COLUMNS, without=untold)
    me = player_of_user(actor_of(request).user_id)
    own = season_row(season_id, player_id=me, without=untold) if me is not None else None
    account = own or next(iter(table.rows), None)
    context = {
        "season": found,
        # the page of a house has a season, too, and shares the house
        "shared_season": found,
        "venue": circuit.venue_view(found.venue_id),
        "table": table,
        "lately": lately,
        "hours": len({_day(one) for one in lately}) < len(lately),
        "rows": _ranked(table.rows, season_id=season_id, lately=lately, me=me, untold=untold),
        "own": own,
        "account": _account(account, lately=lately, mine=own is not None),
        "next": announcements.next_of_season(season_id, at=moment.at()),
        "quarter": _decimal_quarter(),
        "c": Decimal(found.points_c_milli) / 1000,
        "csv_url": reverse("season-sheet", args=[season_id]),
        "tie_breaks": [_(sentence) for sentence in table.tie_breaks],
        "pages": pages_of(offset, size=PLAYERS_PER_PAGE, more=table.players > offset + PLAYERS_PER_PAGE),
    }
    return shared_page(request, response=render(request, "public/season.html", context))


def _ranked(
    rows: Sequence[SeasonRow],
    *,
    season_id: int,
    lately: Sequence[Scored],
    me: int | None,
    untold: Collection[int],
) -> list[RankedRow]:
    """The rows with their columns, and how far the last tournament moved each; the first one moves nobody."""
    before: dict[int, int] = {}
    if len(lately) > 1:
        before = ranks_without(
            season_id,
            tournament_id=lately[0].tournament_id,
            players=[row.player_id for row in rows],
            without=untold,
        )
    paged = with_profile(row.player_id for row in rows)
    return [
        RankedRow(
            row=row,
            points=tuple(_points_in(row, one.tournament_id) for one in lately),
            climbed=before[row.player_id] - row.rank if row.player_id in before else None,
            new=bool(before) and row.player_id not in before,
            mine=row.player_id == me,
            paged=row.player_id in paged,
        )
        for row in rows
    ]


def _day(one: Scored) -> date:
    return one.starts_at.astimezone(ZoneInfo(one.timezone)).date()


def _points_in(row: SeasonRow, tournament_id: int) -> Decimal | None:
    found = [line.points for line in row.working if line.tournament_id == tournament_id]
    return sum(found, Decimal(0)) if found else None


def _account(row: SeasonRow | None, *, lately: Sequence[Scored], mine: bool) -> WorkedExample | None:
    """The worked example: the visitor's own points, else the leader's."""
    if row is None or not row.working:
        return None
    newest = {one.tournament_id: place for place, one in enumerate(lately)}
    last = min(row.working, key=lambda line: newest.get(line.tournament_id, len(newest)))
    best = max(row.best, Decimal(1))
    return WorkedExample(
        row=row,
        mine=mine,
        last=last,
        bars=tuple((line, int(line.points * 100 / best)) for line in row.working[:_BARS]),
        more=max(0, len(row.working) - _BARS),
    )


def _decimal_quarter() -> str:
    return "0.25" if (get_language() or "").startswith("en") else "0,25"
