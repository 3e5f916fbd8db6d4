"""A player's own page, for those who chose to have one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from access import moment
from payouts.queries import amounts_of, scores_of_player, seasons_of_player
from people.queries import profile_of
from rules.refusals import not_found
from tournaments.queries.careers import Played, played_by
from tournaments.queries.public_view import untold_ends
from web.problems import refused_page
from web.public.page import offset_of, pages_of, shared_page

RESULTS_PER_PAGE = 25
# the points of the chart: what fits beside the results
_STEPS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One line of the page. prize_cents, points: 0 and None where there are none, or are not told."""

    played: Played
    prize_cents: int
    points: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A point of the chart, in its box of 100 by 60: the points so far."""

    name: str
    total: Decimal
    x: int
    y: int


def player(request: HttpRequest, *, player_id: int) -> HttpResponse:
    """Show what a player has played and won, under the nickname; without the player's own choice there is no such
    page.
    """
    profile = profile_of(player_id)
    if profile is None:
        return refused_page(request, refused=not_found("player"))
    untold = untold_ends(at=moment.at())
    played = [one for one in played_by(player_id) if one.tournament_id not in untold]
    won = amounts_of([entry for one in played for entry in one.entry_ids])
    points = scores_of_player(player_id)
    rows = [
        ResultRow(
            played=one,
            prize_cents=sum(won.get(entry, 0) for entry in one.entry_ids),
            points=points.get(one.tournament_id),
        )
        for one in played
    ]
    offset = offset_of(request)
    context = {
        "profile": profile,
        "initials": initials(profile.name),
        "rows": rows[offset : offset + RESULTS_PER_PAGE],
        "pages": pages_of(offset, size=RESULTS_PER_PAGE, more=len(rows) > offset + RESULTS_PER_PAGE),
        "played": len(rows),
        "wins": sum(row.played.place == 1 for row in rows),
        "cashes": (cashes := sum(row.prize_cents > 0 for row in rows)),
        "cash_percent": round(cashes * 100 / len(rows)) if rows else 0,
        "won": _by_currency(rows) if profile.prizes else [],
        "champion_of": next((row.played for row in rows if row.played.place == 1), None),
        "rankings": seasons_of_player(player_id, without=untold),
        "steps": _steps(rows),
    }
    return shared_page(request, response=render(request, "public/player.html", context))


def initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name."""
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0].upper() for word in (words[:1] + words[-1:] if len(words) > 1 else words))


def _by_currency(rows: Sequence[ResultRow]) -> list[tuple[str, int]]:
    sums: dict[str, int] = {}
    for row in rows:
        if row.prize_cents:
            sums[row.played.currency] = sums.get(row.played.currency, 0) + row.prize_cents
    return sorted(sums.items())


def _steps(rows: Sequence[ResultRow]) -> tuple[Step, ...]:
    """The points of the last scored tournaments, added up; nothing before there are two."""
    scored = [row for row in rows if row.points is not None][:_STEPS][::-1]
    if len(scored) < 2:
        return ()
    totals: list[Decimal] = []
    for row in scored:
        totals.append((totals[-1] if totals else Decimal(0)) + (row.points or 0))
    top = max(totals[-1], Decimal(1))
    return tuple(
        Step(
            name=row.played.tournament,
            total=total,
            x=round(4 + 92 * place / (len(scored) - 1)),
            y=round(54 - 46 * float(total / top)),
        )
        for place, (row, total) in enumerate(zip(scored, totals, strict=True))
    )
