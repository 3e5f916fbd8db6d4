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


#: What is drawn nowhere on the page though app.css and pages.css lay it out as a component, with the reason.
ELSEWHERE = {
    **dict.fromkeys(("chair-body", "pick", "tile-open", "link"), "a part that is only said to answer a tap"),
    "account": "the frame of a page of somebody signed in",
    **dict.fromkeys(("calm", "wide", "entrance", "terms", "welcome"), "the shape of one page"),
    **dict.fromkeys(("itemised", "number-of", "called", "toasts"), "shown by the page that has it"),
    "form": "a form as it is sent",
    "wrong": "the sentence under a field of a table",
}


def components(sheet: str) -> set[str]:
    """The classes that a layer of components gives a rule of their own."""
    text = re.sub(r"/\*.*?\*/", "", (SHEETS / sheet).read_text(), flags=re.S)
    found: set[str] = set()
    for layer in re.findall(r"^@layer components \{(.*?)^\}", text, re.S | re.M):
        for selector in re.findall(r"([^{};]+)\{", layer):
            found |= {
                one.strip()[1:] for one in selector.split(",") if re.fullmatch(r"\s*\.[a-z][\w-]*\s*", one)
            }
    return found


@pytest.mark.django_db
def test_every_component_is_shown_or_named_with_a_reason(client):
    page = client.get("/styleguide/", headers={"Accept-Language": "en"}).text
    drawn = {name for said in re.findall(r'class="([^"]*)"', page) for name in said.split()}
    laid_out = components("app.css") | components("pages.css")
    assert {"button", "felt", "chip-edge"} <= laid_out
    assert laid_out - drawn - set(ELSEWHERE) == set()
    asked = "strip rail needs need map table-card tag segments save-bar floorbar act toast sheet dialog podium stacks outs result my-table"
    assert set(asked.split()) - drawn == set()


@pytest.mark.django_db
def test_what_is_shown_leads_nowhere_and_each_id_is_one(client):
    page = client.get("/styleguide/").text
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert "/director/0/" not in page and "hx-post" not in page
