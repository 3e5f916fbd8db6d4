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
    *((word, "felt-room") for word in ("ink", "ink-soft")),
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


# grounds on which the ring is in another colour than elsewhere: (where, ground, ring)
OWN_RINGS = (
    (".felt", "felt", "felt-ink"),
    (".felt", "felt-deep", "felt-ink"),
    (".strip", "strip", "strip-ink"),
    (".moved", "alert", "alert-ink"),
    (".called", "accent", "accent-ink"),
    (".toast", "ink", "paper"),
    (".toast", "bad-fill", "bad-ink"),
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_where_the_focus_is_can_be_seen_on_a_ground_of_its_own(theme):
    """On the bar that calls to a table the ring stood at 1.2 : 1, on the tablet's *Undo* at 1.1 : 1."""
    colours = themes()[theme]
    css = "".join(STYLES.with_name(f"{name}.css").read_text() for name in ("pages", "public", "staff"))
    for where, ground, ring in OWN_RINGS:
        assert contrast(colours[ring], colours[ground]) >= OUTLINE, (where, ground)
        said = re.search(rf"^ *{re.escape(where)} :focus-visible {{ outline-color: ([^;]+);", css, re.M)
        assert said, where
        assert said[1] in (f"var(--{ring})", "currentColor"), where


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


WALL = STYLES.with_name("wall.css")
TABLE = STYLES.with_name("table.css")
KINDS = ("good", "warn", "stop", "info")
PLACES = ("gold", "silver", "bronze")


@cache
def walls() -> dict[str, dict[str, str]]:
    """The colours of a display on each of its grounds, of a house that chose none; what a house chose is computed when it is
    (tests/tournaments/test_house_colours.py)."""
    found = re.findall(
        r'^:root(?:\[data-ground="(\w+)"\])? \{ (--back: #[^}]*)\}', WALL.read_text(), re.MULTILINE
    )
    return {name or "dark": dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body)) for name, body in found}


def test_each_ground_of_the_wall_has_every_colour():
    assert set(walls()) == {"dark", "colour", "light"}
    assert len({frozenset(colours) for colours in walls().values()}) == 1


@pytest.mark.parametrize("ground", ["dark", "colour", "light"])
def test_a_display_can_be_read(ground):
    colours = walls()[ground]
    pairs = {
        *(
            (word, on)
            for word in ("ink", "soft", "accent", *KINDS, *PLACES)
            for on in ("back", "art", "panel")
        ),
        *((f"{one}-ink", one) for one in ("accent", "plate", *KINDS)),
        *(("ink", f"{one}-band") for one in KINDS),
        ("ink", "rung"),
        ("soft", "rung"),
        ("plate-accent", "plate"),
    }
    assert {
        f"{word} on {on}": round(contrast(colours[word], colours[on]), 2)
        for word, on in sorted(pairs)
        if contrast(colours[word], colours[on]) < TEXT
    } == {}
    # the sign of a band, beside the words that say the same
    assert [one for one in KINDS if contrast(colours[one], colours[f"{one}-band"]) < OUTLINE] == []
    # a line and the field of the mark say nothing by themselves
    assert set(colours) - {token for pair in pairs for token in pair} == {"line", "logo"}


def test_the_cards_and_faces_of_a_played_table_can_be_read_in_both_themes():
    """They are the table's own and the same in both themes, as cards are."""
    css = TABLE.read_text()
    own = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css))
    assert set(own) == {"spade", "heart", "diamond", "club", "face", "back"}
    suits = ("spade", "heart", "diamond", "club")
    assert [suit for suit in suits if contrast(own[suit], own["face"]) < TEXT] == []
    assert "background: var(--suit); color: #fff;" in css
    assert [suit for suit in suits if contrast("#ffffff", own[suit]) < TEXT] == []
    assert contrast(own["back"], own["face"]) >= OUTLINE
    tints = re.findall(r'\.avatar(?:\[data-tint="\d"\])? \{[^}]*background: (#[0-9a-f]{6});', css)
    assert len(tints) == 8
    assert [tint for tint in tints if contrast("#ffffff", tint) < TEXT] == []
    ground, words = re.search(r"\.disc\.dealer \{ background: (#\w{6}); color: (#\w{6});", css).groups()
    assert contrast(words, ground) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_is_to_act_and_what_a_seat_says_can_be_read(theme):
    """What table.css says with the tokens of the pages, where a seat turns their meaning round."""
    css, colours = TABLE.read_text(), themes()[theme]
    said = {
        '.seat[data-state="act"] .plate { background: var(--ink); color: var(--paper);': ("paper", "ink"),
        '.seat[data-state="won"] .plate-word { color: var(--good); }': ("good", "surface"),
        '.seat[data-line]:not([data-state="act"]) .plate-word { color: var(--warn); }': ("warn", "surface"),
        ".seat.free button.plate { color: var(--accent);": ("accent", "sunken"),
        '.seat[data-state="fold"] .plate, .seat[data-state="away"] .plate { background: var(--sunken); border-color: var(--line); color: var(--ink-soft); }': (
            "ink-soft",
            "sunken",
        ),
    }
    assert [rule for rule in said if rule not in css] == []
    assert {pair for pair in said.values() if contrast(colours[pair[0]], colours[pair[1]]) < TEXT} == set()
