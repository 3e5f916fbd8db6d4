"""The picture of a page for who shares it."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.translation import get_language

from tournaments.queries import circuit
from tournaments.queries.announcements import Announcement
from web.public.cards.content import card_of, house_card, season_card
from web.public.cards.views import address_of
from web.templatetags.houses import house_of_page

register = template.Library()


@register.simple_tag(takes_context=True)
def social_card(context: dict[str, Any]) -> str:
    """Return the whole address of the picture: of the page's tournament, of its season, of its venue, or of the house itself."""
    request = context["request"]
    language = (get_language() or "pt-br").lower()
    view, house = context.get("view"), house_of_page(context)
    if isinstance(view, Announcement):
        path = address_of(
            card_of(view, language=language), language=language, tournament_id=view.tournament_id
        )
    elif isinstance(season := context.get("shared_season"), circuit.SeasonView):
        card = season_card(season, language=language)
        path = address_of(card, language=language, season_id=season.season_id)
    elif house is not None:
        path = address_of(house_card(circuit.venue_view(house[0]), language=language), language=language)
    else:
        path = static("img/card.png")
    return f"{request.scheme}://{request.get_host()}{path}"
