"""The style sheet of a house's colours: its own address for every change, so that a display keeps it for ever."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments.operations.house_colours import style_sheet
from tournaments.queries import branding


@require_GET
def theme(request: HttpRequest, *, venue_id: int, name: str) -> HttpResponse:
    """Show the tokens of a venue's displays (static/css/wall.css has those of a venue that chose none)."""
    del request
    found = branding.colours_of(venue_id)
    if found is None or found.name != name:
        raise Http404
    return HttpResponse(
        style_sheet(found.tokens, ground=found.ground),
        content_type="text/css; charset=utf-8",
        headers={"Cache-Control": "public, max-age=31536000, immutable"},
    )
