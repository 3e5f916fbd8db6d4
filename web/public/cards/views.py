"""The addresses of the pictures that go with shared links.

A picture is in the language of its address: who fetches it for a preview speaks none.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from access import moment
from rules.refusals import Refused
from tournaments.queries import announcements, circuit
from web.public.cards.content import LOCALES, PreviewCard, card_of, house_card, season_card
from web.public.cards.drawing import drawing


def address_of(
    shown: PreviewCard, *, language: str, tournament_id: int | None = None, season_id: int | None = None
) -> str:
    """Return where the picture is: with other words the address is another, so that no preview is stale. It is of the house where
    neither a tournament nor a season is named."""
    if tournament_id is not None:
        path = reverse("card", args=[tournament_id, language])
    elif season_id is not None:
        path = reverse("season-card", args=[season_id, language])
    else:
        path = reverse("house-card", args=[shown.venue_id, language])
    return f"{path}?v={shown.digest}"


@require_safe
def card(request: HttpRequest, *, tournament_id: int, language: str) -> HttpResponse:
    """Show the picture of a tournament that everybody may see."""
    del request
    where = announcements.audience_of(tournament_id)
    if where is None or not where.public or language not in LOCALES:
        raise Http404
    return _picture(card_of(announcements.announcement(tournament_id, at=moment.at()), language=language))


@require_safe
def of_house(request: HttpRequest, *, venue_id: int, language: str) -> HttpResponse:
    """Show the picture of a venue."""
    del request
    if language not in LOCALES:
        raise Http404
    try:
        return _picture(house_card(circuit.venue_view(venue_id), language=language))
    except Refused:
        raise Http404 from None


@require_safe
def of_season(request: HttpRequest, *, season_id: int, language: str) -> HttpResponse:
    """Show the picture of a season."""
    del request
    if language not in LOCALES:
        raise Http404
    try:
        return _picture(season_card(circuit.season_view(season_id), language=language))
    except Refused:
        raise Http404 from None


def _picture(shown: PreviewCard) -> HttpResponse:
    # ConditionalGetMiddleware answers 304 to who has it
    return HttpResponse(
        drawing(shown),
        content_type="image/png",
        headers={
            "ETag": f'"{shown.digest}"',
            "Cache-Control": "public, max-age=3600",
            # shown on pages of others
            "Cross-Origin-Resource-Policy": "cross-origin",
        },
    )
