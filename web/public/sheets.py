"""Results and rankings as lists for spreadsheets, in the reader's words."""

from __future__ import annotations

from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from access import moment
from payouts.queries import amounts_of
from payouts.queries.season import season_rows
from rules.refusals import Refused
from tournaments.queries import circuit
from tournaments.queries.public_view import untold_ends
from tournaments.queries.results import results
from web.problems import refused_page
from web.public.page import announced
from web.sheets import sheet

# more than any tournament or season has
_MOST = 100_000


def results_sheet(request: HttpRequest, *, tournament_id: int) -> HttpResponse:
    """Return every place decided so far with what it won."""
    try:
        announced(request, tournament_id=tournament_id)
        rows = results(tournament_id, at=moment.at(), offset=0, limit=_MOST)
    except Refused as refused:
        return refused_page(request, refused=refused)
    won = amounts_of([row.entry_id for row in rows])
    return sheet(
        [_("Place"), _("Players on it"), _("Player"), _("Country"), _("Entry"), _("Prize")],
        rows=(
            (
                row.place,
                row.tied,
                row.player,
                row.country,
                row.ordinal,
                Decimal(won.get(row.entry_id, 0)).scaleb(-2),
            )
            for row in rows
        ),
        file=f"results-{tournament_id}",
    )


def season_sheet(request: HttpRequest, *, season_id: int) -> HttpResponse:
    """Return a season's whole ranking. Rule: SCPT.R"""
    try:
        circuit.season_view(season_id)
        rows = season_rows(season_id, limit=_MOST, without=untold_ends(at=moment.at()))
    except Refused as refused:
        return refused_page(request, refused=refused)
    return sheet(
        [_("Place"), _("Player"), _("Points"), _("Results"), _("Best result")],
        rows=((row.rank, row.name, row.points, row.results, row.best) for row in rows),
        file=f"season-{season_id}",
    )
