"""The frame around the pages: the light they are read in, and where the staff can go."""

from __future__ import annotations

from typing import Any

from django import template

from access import moment
from web import theme
from web.director.places import Places, places_of

register = template.Library()


@register.simple_tag(takes_context=True)
def theme_of_page(context: dict[str, Any]) -> str:
    """device, light or dark."""
    return theme.theme_of(context.get("request"))


@register.simple_tag(takes_context=True)
def staff_places(context: dict[str, Any]) -> Places:
    """Return what the column at the left of a staff's page shows."""
    return places_of(
        context.get("scope"), venue=context.get("venue"), tab=str(context.get("tab") or ""), at=moment.at()
    )
