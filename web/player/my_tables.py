"""Several tables on one screen: each at which the reader sits, small, in a frame of this house."""

from __future__ import annotations

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.http import require_GET

from play.queries.sessions import SessionLine, tables_sat_at
from play.queries.waiting_list import places_of
from web.player.views import own_page, own_player


@csp_update({"frame-src": [SELF]})
@require_GET
@own_page
def my_tables(request: HttpRequest) -> HttpResponse:
    """Show every table at which the reader sits; ``?part=numbers``: which they are, for a page that is open."""
    player_id = own_player(request)
    tables = tables_sat_at(player_id)
    if request.GET.get("part") == "numbers":
        return JsonResponse([one.table_id for one in tables], safe=False)
    get_token(
        request
    )  # before the frames: each would make one of its own, and the last one's alone would count
    context = {"tables": tables, "apart": _apart(tables), "places": places_of(player_id)}
    return render(request, "player/my_tables.html", context)


def _apart(tables: list[SessionLine]) -> dict[int, int]:
    """Return of tables that no name and no blinds tell apart the count of each, in the order of the screen."""
    alike: dict[tuple[str, int | None, int, int], list[int]] = {}
    for one in tables:
        name = (one.table, one.table_number, one.small_blind_chips, one.big_blind_chips)
        alike.setdefault(name, []).append(one.table_id)
    return {
        table_id: count
        for found in alike.values()
        if len(found) > 1
        for count, table_id in enumerate(found, start=1)
    }
