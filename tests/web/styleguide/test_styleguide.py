"""The style guide shows every token of the stylesheet, in three languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.styleguide import views

CSS = (Path(__file__).resolve().parents[3] / "static" / "css" / "app.css").read_text()
SHOWN = {*views.COLOURS, *views.SPACES, *views.RADII, *views.SIZES, *views.MOTION}


def tokens() -> set[str]:
    layer = CSS[CSS.index("@layer tokens {") : CSS.index("@layer base {")]
    return set(re.findall(r"--([a-z0-9-]+):", layer)) - {"sans", "measure"}


def test_every_token_has_its_specimen():
    assert tokens() == SHOWN
    for name in SHOWN - {"quick"}:
        assert f'[data-token="{name}"]' in CSS, name


def channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def light(colour: str) -> float:
    red, green, blue = (channel(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [":root {", '[data-theme="dark"] {'])
def test_text_reads_on_every_ground(theme):
    """WCAG 2.2 AA: 4.5 to 1 for text, 3 to 1 for the ring of the focus."""
    layer = CSS[CSS.index("@layer tokens {") :]
    block = layer[layer.index(theme) :]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block[: block.index("}")]))

    def ratio(one: str, other: str) -> float:
        a, b = sorted((light(colours[one]), light(colours[other])), reverse=True)
        return (a + 0.05) / (b + 0.05)

    for ground in ("paper", "surface", "sunken"):
        for ink in ("ink", "ink-soft", "accent", "good", "warn", "bad"):
            assert ratio(ink, ground) >= 4.5, (ink, ground, ratio(ink, ground))
        assert ratio("focus", ground) >= 3
    for ink, ground in (
        ("accent-ink", "accent"),
        ("bad-ink", "bad"),
        ("ink", "warn-surface"),
        ("paper", "ink"),
    ):
        assert ratio(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title"), [("pt-br", "Guia de estilo"), ("pt", "Guia de estilo"), ("en", "Style guide")]
)
def test_it_renders_for_anybody_and_is_not_indexed(client, language, title):
    answer = client.get("/styleguide/", headers={"Accept-Language": language})
    assert answer.status_code == 200 and f"<h1>{title}</h1>" in answer.text
    assert answer["X-Robots-Tag"] == "noindex" and 'content="noindex"' in answer.text
    assert answer.text.count('data-token="accent"') == 2  # light and dark
    assert "style=" not in answer.text


def test_dark_is_the_same_whether_chosen_or_the_devices():
    """CSS cannot share one block between a selector and a media query where `light-dark()` is not known yet: the tokens stand
    twice and are held equal here."""
    chosen = re.search(r'^  \[data-theme="dark"\] \{(.*?)\}', CSS, re.S | re.M)[1]
    device = re.search(r':root\[data-theme="device"\] \{(.*?)\}', CSS, re.S)[1]
    assert [line.strip() for line in chosen.split(";")] == [line.strip() for line in device.split(";")]
    assert chosen.count("--") >= 14
