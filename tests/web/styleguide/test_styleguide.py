"""The style guide shows every token of the stylesheet, in three languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.styleguide import views

SHEETS = Path(__file__).resolve().parents[3] / "static" / "css"
CSS = (SHEETS / "app.css").read_text()
SPECIMENS = (SHEETS / "styleguide.css").read_text()
SHOWN = {*views.COLOURS, *views.SPACES, *views.RADII, *views.SIZES, *views.MOTION}


def tokens() -> set[str]:
    layer = CSS[CSS.index("@layer tokens {") : CSS.index("@layer base {")]
    return set(re.findall(r"--([a-z0-9-]+):", layer)) - {"sans", "measure"}


def test_every_token_has_its_specimen():
    assert tokens() == SHOWN
    for name in SHOWN - {"quick"}:
        assert f'[data-token="{name}"]' in SPECIMENS, name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title"), [("pt-br", "Guia de estilo"), ("pt", "Guia de estilo"), ("en", "Style guide")]
)
def test_it_renders_for_anybody_and_is_not_indexed(client, language, title):
    answer = client.get("/styleguide/", headers={"Accept-Language": language})
    assert answer.status_code == 200 and f"<h1>{title}</h1>" in answer.text
    assert answer["X-Robots-Tag"] == "noindex" and 'content="noindex"' in answer.text
    assert answer.text.count('data-token="accent"') == 2  # light and dark
    assert "style=" not in answer.text and "css/styleguide.css" in answer.text


def test_dark_is_the_same_whether_chosen_or_the_devices():
    """CSS cannot share one block between a selector and a media query where `light-dark()` is not known yet: the tokens stand
    twice and are held equal here."""
    chosen = re.search(r'^  \[data-theme="dark"\] \{(.*?)\}', CSS, re.S | re.M)[1]
    device = re.search(r':root\[data-theme="device"\] \{(.*?)\}', CSS, re.S)[1]
    assert [line.strip() for line in chosen.split(";")] == [line.strip() for line in device.split(";")]
    assert chosen.count("--") >= 14
