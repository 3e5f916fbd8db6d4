"""The frame around the pages: the light they are read in, and where the staff can go."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from access import moment
from web import theme
from web.director.places import Places, places_of

register = template.Library()


@register.simple_tag(takes_context=True)
def theme_of_page(context: dict[str, Any]) -> str:
    """device, light or dark."""
    return theme.theme_of(context.get("request"))


@register.simple_tag(takes_context=True)
def address_of_page(context: dict[str, Any]) -> str:
    """Return where this page is asked for: as it was asked for; where a form was answered, at the page's own address."""
    request = context.get("request")
    if request is None:
        return ""
    own = str(context.get("own_address") or "") if request.method == "POST" else ""
    return own or str(request.get_full_path())


@register.simple_tag(takes_context=True)
def head_colours(context: dict[str, Any]) -> SafeString:
    """Tell a telephone the colour of its own bar above the page: a white one would light up a dark room."""
    chosen = theme.theme_of(context.get("request"))
    if chosen in theme.HEAD:
        return format_html('<meta name="theme-color" content="{}">', theme.HEAD[chosen])
    return format_html_join(
        "",
        '<meta name="theme-color" media="(prefers-color-scheme: {})" content="{}">',
        theme.HEAD.items(),
    )


@register.simple_tag(takes_context=True)
def staff_places(context: dict[str, Any]) -> Places:
    """Return what the column at the left of a staff's page shows."""
    return places_of(
        context.get("scope"), venue=context.get("venue"), tab=str(context.get("tab") or ""), at=moment.at()
    )
