"""The colours of the stylesheet can be read: the contrast of every pair of tokens that meet, in both themes (WCAG 2.2)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from web.theme import HEAD

STYLES = Path(__file__).resolve().parents[2] / "static" / "css" / "app.css"
GROUNDS = ("paper", "surface", "sunken", "rail")
WORDS = ("ink", "ink-soft", "ink-quiet", "accent", "brass", "good", "warn", "bad")
WASHES = ("accent-soft", "brass-soft", "good-soft", "warn-soft", "bad-soft")
# text on a ground of its own
OWN_GROUNDS = (
    ("accent-ink", "accent"),
    ("accent-ink", "accent-hover"),
    ("accent-on-soft", "accent-soft"),
    ("brass", "brass-soft"),
    ("good", "good-soft"),
    ("warn", "warn-soft"),
    ("bad", "bad-soft"),
    ("bad-ink", "bad-fill"),
    ("alert-ink", "alert"),
    ("paper", "ink"),
    *((word, wash) for word in ("ink", "ink-soft", "ink-quiet") for wash in WASHES),
    *((f"felt-{word}", felt) for word in ("ink", "soft", "brass") for felt in ("felt", "felt-deep")),
    *((f"strip-{word}", "strip") for word in ("ink", "soft", "warn", "run")),
)
# lines between things and the brass of the chip's edge say nothing by themselves
MUTE = {"line", "line-strong", "brass-fill"}
TEXT = 4.5  # 1.4.3
OUTLINE = 3.0  # 1.4.11: what must be seen to know where one is


@cache
def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme, by token; a dark theme has what it does not change from the light one."""
    css = STYLES.read_text()
    blocks = re.findall(r"^ *((?::root|\[data-theme)[^{]*) \{\n(.*?)^ *\}", css, re.M | re.S)
    found = {name: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body)) for name, body in blocks}
    light = found[':root, [data-theme="light"]']
    dark, device = found['[data-theme="dark"]'], found[':root[data-theme="device"]']
    assert dark == device, "who chose dark and whose device is dark see the same"
    assert set(dark) == set(light)
    return {"light": light, "dark": dark}


def test_a_telephones_own_bar_goes_on_in_the_colour_of_a_pages_head():
    assert {name: themes()[name]["surface"] for name in HEAD} == HEAD


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_the_formula_has_its_known_values():
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_can_be_read_on_every_ground(theme):
    colours = themes()[theme]
    pairs = [(word, ground) for word in WORDS for ground in GROUNDS] + list(OWN_GROUNDS)
    assert {
        f"{word} on {ground}": round(contrast(colours[word], colours[ground]), 2)
        for word, ground in pairs
        if contrast(colours[word], colours[ground]) < TEXT
    } == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_where_the_focus_is_can_be_seen(theme):
    colours = themes()[theme]
    assert {
        ground: round(contrast(colours["focus"], colours[ground]), 2)
        for ground in (*GROUNDS, *WASHES)
        if contrast(colours["focus"], colours[ground]) < OUTLINE
    } == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_where_a_control_ends_can_be_seen(theme):
    colours = themes()[theme]
    assert {
        ground: round(contrast(colours["edge"], colours[ground]), 2)
        for ground in GROUNDS
        if contrast(colours["edge"], colours[ground]) < OUTLINE
    } == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_colour_is_in_a_pair(theme):
    paired = {*GROUNDS, *WORDS, "focus", "edge", *(token for pair in OWN_GROUNDS for token in pair)}
    assert set(themes()[theme]) - paired == MUTE
