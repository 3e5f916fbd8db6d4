"""Icons: drawings of static/img/icons.svg, in the colour of the words beside them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

SHEET = "img/icons.svg"


@cache
def drawings() -> dict[str, SafeString]:
    """Return what each icon of the sheet draws, by its name."""
    sheet = (Path(settings.BASE_DIR) / "static" / SHEET).read_text("utf-8")
    found = re.findall(r'^<symbol id="([a-z0-9-]+)" viewBox="0 0 24 24">(.*)</symbol>$', sheet, re.MULTILINE)
    return {name: mark_safe(inside) for name, inside in found}  # noqa: S308 -- our own file, nobody's input


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw the icon of that name. Nobody hears of it: the word beside it says it.

    Refuses a name that the sheet has not: an empty place would be seen by nobody.
    """
    drawn = drawings().get(name)
    if drawn is None:
        raise template.TemplateSyntaxError(
            f"no icon {name!r} in static/{SHEET}; config/local/icons.py adds one"
        )
    # a size of its own: without its styles a page would be one icon wide and high
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">{}</svg>', drawn
    )


@register.simple_tag
def icon_sheet() -> str:
    """Return the address of the sheet, for static/js/icons.js."""
    return static(SHEET)


@register.simple_tag
def icons_here(*names: str) -> SafeString:
    """Put these drawings into the page for static/js/icons.js: a page that draws few does not load the sheet for them."""
    symbols = format_html_join(
        "", '<symbol id="{}" viewBox="0 0 24 24">{}</symbol>', ((name, drawings()[name]) for name in names)
    )
    return format_html('<svg hidden aria-hidden="true">{}</svg>', symbols)
