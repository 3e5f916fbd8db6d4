"""Icons are drawings of one sheet: what a page names is there, what is there is drawn somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import TemplateSyntaxError

from web.signs import SIGNS
from web.templatetags.icons import drawings, icon
from web.words import state_icons

ROOT = Path(__file__).resolve().parents[2]


def named() -> set[str]:
    """The icons that templates, modules of the browser and Python name."""
    pages = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "templates").rglob("*.html")))
    scripts = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "static" / "js").rglob("*.js")))
    found = re.findall(r'\{% icon "([a-z0-9-]+)"(?!\|)', pages) + re.findall(
        r'\bicon\("([a-z0-9-]+)"\)', scripts
    )
    signs = {sign.icon for sign in SIGNS.values() if sign.icon}
    return {*found, *signs, *state_icons().values()}


def test_every_icon_that_is_named_is_on_the_sheet():
    assert named() - set(drawings()) == set()


def test_an_icon_is_drawn_in_the_page_and_silent():
    assert icon("x") == (
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M18 6 6 18"/><path d="m6 6 12 12"/></svg>'
    )


def test_an_icon_that_is_not_there_is_refused():
    with pytest.raises(TemplateSyntaxError, match="no icon 'dragon'"):
        icon("dragon")
