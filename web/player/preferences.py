"""What a player chooses for the own tables: kept by the browser, but for the automatic top-up, which the house does."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from play.queries.cash import top_up_offer
from play.queries.tables import terms_of_table
from rules.refusals import Refused, not_found
from web.player.cash_words import why_ended
from web.player.tables import at_own_place
from web.player.views import private
from web.problems import refused_page


def rows_of_sizes() -> list[dict[str, Any]]:
    """Return the rows of the sizes that one may choose for oneself, in the language of the moment."""
    blinds, bet, pot = ("bb", _("BB")), ("bet", _("× the bet")), ("pot", _("% of the pot"))
    return [
        {"name": "before", "legend": _("Sizes before the flop"), "units": [blinds, bet, pot]},
        {"name": "after", "legend": _("Sizes from the flop on"), "units": [pot, bet, blinds]},
    ]


@require_GET
def table_preferences(request: HttpRequest, *, table_id: int) -> HttpResponse:
    """Show the form of what is kept in the browser, and to who sits at a cash table that of the automatic top-up."""
    terms = terms_of_table(table_id)
    if terms is None:
        return refused_page(request, refused=not_found("table"))
    me, offer = at_own_place(request), None
    if terms.cash is not None and me is not None:
        with suppress(Refused):  # who does not sit there keeps no stack
            offer = top_up_offer(table_id, player_id=me, at=moment.at())
    context = {
        "table_id": table_id,
        "currency": terms.cash is not None,
        "rows": rows_of_sizes(),
        "offer": offer,
        "ended": why_ended(offer.kept_ended) if offer is not None else "",
    }
    return private(render(request, "player/preferences.html", context))
