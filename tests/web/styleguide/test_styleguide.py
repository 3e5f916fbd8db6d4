"""The style guide shows every token of the stylesheet, in three languages."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from people.models import User
from tables.queries.tables import GivenPenalty, SeatedTable, SeatView, TableLine
from tests import cast
from web.styleguide import views
from web.styleguide.moments import MOMENTS
from web.styleguide.pages import PAGES
from web.styleguide.tablets import opened

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
    chosen = re.search(r'^ +\[data-theme="dark"\] \{(.*?)\}', CSS, re.S | re.M)[1]
    device = re.search(r':root\[data-theme="device"\] \{(.*?)\}', CSS, re.S)[1]
    assert [line.strip() for line in chosen.split(";")] == [line.strip() for line in device.split(";")]
    assert chosen.count("--") >= 14


COMMAND_ID = r'name="command_id" value="[^"]*"'
#: What a layer of components lays out and the guide does not draw, with the reason.
ELSEWHERE = {
    **dict.fromkeys(
        ("chair-body",),
        "drawn by the tablet's module in its frame: tests/browser/test_states_of_the_guide.py",
    ),
    **dict.fromkeys(("account",), "what a page has for who is signed in"),
    **dict.fromkeys(("terms",), "the shape of one page"),
    "big": "a line of a form",
    "row-number": "a line of the field of a tablet",
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
    page += "".join(client.get(f"/styleguide/page/light/{name}/").text for name in PAGES)
    drawn = {name for said in re.findall(r'class="([^"]*)"', page) for name in said.split()}
    drawn |= {"toast", "sheet-head"}  # by the pages' modules: tests/browser/test_styleguide.py
    laid_out = set().union(*(components(f"{sheet}.css") for sheet in ("app", "pages", "public", "staff")))
    assert {"button", "felt", "chip-edge", "rail"} <= laid_out
    assert laid_out - drawn - set(ELSEWHERE) == set()
    assert set(ELSEWHERE) - laid_out | set(ELSEWHERE) & drawn == set(), "these have no reason any more"
    asked = (
        "strip rail needs need map table-card tag segments save-bar floorbar act toast sheet dialog podium stacks outs result "
        "my-table felt-strip event levels ranking climb working code-qr itemised steps seat-card sums found queue feed switch"
    )
    assert set(asked.split()) - drawn == set()


#: What writes in the guide's own templates nothing that a page writes, too: the pages' parts draw themselves.
DRAWN_BY_PAGES = {
    "_public.html": (
        "public/_felt_strip.html",
        "public/_podium.html",
        "public/_tabs.html",
        "public/_payout_head.html",
        "public/_payout_rows.html",
        "public/_levels_near.html",
        "public/_stack_rows.html",
        "public/_out_rows.html",
        "public/_ranking_head.html",
        "public/_ranking_row.html",
        "player/_lobby_table.html",
    ),
    "_staff.html": (
        "director/_strip.html",
        "staff/_rail.html",
        "staff/_phone_bar.html",
        "director/_history_kinds.html",
        "director/_need.html",
        "director/_table_card.html",
        "director/_totals.html",
        "director/_save_status.html",
        "desk/_found.html",
        "desk/_queue.html",
        "floor/penalties.html",
    ),
}


def test_parts_of_pages_are_drawn_by_the_pages_own_templates():
    templates = SHEETS.parents[1] / "templates"
    pages = "".join(
        page.read_text() for page in templates.rglob("*.html") if page.parent.name != "styleguide"
    ) + "".join(view.read_text() for view in (SHEETS.parents[1] / "web").rglob("*.py"))
    for name, parts in DRAWN_BY_PAGES.items():
        guide = (templates / "styleguide" / name).read_text()
        assert set(re.findall(r'{% include "([^"]+)"', guide)) == set(parts)
        assert [part for part in parts if f'"{part}"' not in pages] == []
    assert "<thead" not in (templates / "styleguide" / "_public.html").read_text()


@pytest.mark.django_db
def test_each_control_has_its_states(client):
    page = client.get("/styleguide/").text
    for theme in page.split('class="theme stack"')[1:]:
        for kind in ("main", "quiet", "danger", "icon"):
            for shown in ("hover", "focus", "active"):
                assert re.search(rf'<button[^>]*data-kind="{kind}"[^>]*data-shown="{shown}"', theme), (
                    kind,
                    shown,
                )
        for tag in ("input", "select"):
            for state in ('data-shown="focus"', "disabled", 'aria-invalid="true"'):
                assert re.search(rf"<{tag}[^>]*{state}", theme), (tag, state)
        for state in ("checked", "disabled", "checked disabled"):
            assert re.search(rf'type="checkbox" {state} ', theme) and re.search(
                rf'type="radio"[^>]* {state} ', theme
            )
        for state in (
            'aria-pressed="true"',
            'aria-pressed="false"',
            'aria-busy="true"',
            'class="empty"',
            "readonly",
        ):
            assert state in theme, state
        for seat in ("seated", "unverified", "away", "penalty", "locked", "empty"):
            assert f'data-state="{seat}"' in theme, seat


@pytest.mark.django_db
def test_the_editors_are_shown_as_their_pages_draw_them(client):
    page = client.get("/styleguide/", headers={"Accept-Language": "en"}).text
    for theme in page.split('class="theme stack"')[1:]:
        forms = re.findall(r'<form[^>]* class="structure-form".*?</form>', theme, re.S)
        assert len(forms) == 8
        typed, games, empty, lines, computed, own, wrong, text = forms
        assert [
            typed.count(one) for one in ("data-played", 'aria-current="step"', "data-recess", "late-line")
        ] == [2, 1, 2, 1]
        assert (
            "3 fields to put right." in typed and "8x0 is not a whole number." in typed and "Use 30" in typed
        )
        assert "data-ante" in games and "data-game" in games and "A proposal: 2 levels" in games
        assert "0 levels" in empty and "<tr\n" not in empty
        assert "<textarea" in lines and 'aria-invalid="true"' in lines and "Line 4, nada disto" in lines
        assert (
            "Everything is saved." in computed
            and "data-bubble" in computed
            and 'name="percent"' not in computed
        )
        assert own.count('name="percent"') == 4 and "Not saved yet." in own and "to put right" not in own
        assert wrong.count('class="row-wrong"') == 1 and "1x is no percentage, like 5 or 2,5." in wrong
        assert "<textarea" in text and "Line 2, 2 abc" in text


@pytest.mark.django_db
def test_a_new_tournament_is_shown_as_its_page_draws_it(client):
    page = client.get("/styleguide/", headers={"Accept-Language": "en"}).text
    for theme in page.split('class="theme stack"')[1:]:
        forms = re.findall(r'<form class="form new-tournament".*?</form>', theme, re.S)
        assert len(forms) == 5
        starts, plain, wrong, card, check = forms
        assert starts.count('name="template"') == 6 and starts.count("checked") == 1
        assert "the house's template" in starts and "as on " in starts
        assert plain.count('class="card fold"') == 6 and "aria-invalid" not in plain
        assert wrong.count('aria-invalid="true"') == 1 and "This is no amount of money." in wrong
        assert "R$450.00" in card and "card-check" not in card
        assert "The price cannot be read yet." in check and check.count('name="acknowledge"') == 1
        assert (
            theme.count("<tr") and theme[theme.index('class="table tournaments"') :].count("Duplicate") == 3
        )
    assert "autofocus" not in page


@pytest.mark.django_db
def test_parts_of_single_pages_are_shown_as_these_draw_them(client):
    page = client.get("/styleguide/", headers={"Accept-Language": "en"}).text
    for theme in page.split('class="theme stack"')[1:]:
        # who sits where: on the map, and beside a room of many tables
        assert theme.count("<span>Ana Prado</span>") == 2 and theme.count("<small>free</small>") >= 2
        assert theme.count('class="methods"') == 3 and "R$390.00 stay in it." in theme
        assert "The balance does not reach: R$330.00 are missing." in theme
        assert theme.count('class="hand-seat"') == 2 and "of 4 tables done" in theme
        assert theme.count('class="screen-row"') == 2 and "has not answered since 19:00" in theme
        assert theme.count("data-award=") == 3 and theme.count('class="step-mark"') == 3


@pytest.mark.django_db
def test_what_is_shown_leads_nowhere_and_each_id_is_one(client):
    page = client.get("/styleguide/").text
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    named = re.findall(
        r'\b(?:for|aria-labelledby|aria-describedby|aria-controls|popovertarget)="([^"]+)"', page
    )
    # heads of sheets come from the tablet's module
    assert {one for said in named for one in said.split() if "-sheet-" not in one} <= set(ids)
    assert "/director/0/" not in page and "hx-post" not in page


@pytest.mark.django_db
def test_a_played_table_is_framed_by_the_guide_alone(client):
    answer = client.get("/styleguide/table/dark/played/")
    assert answer.status_code == 200 and 'data-theme="dark"' in answer.text and "css/table.css" in answer.text
    assert answer["X-Frame-Options"] == "SAMEORIGIN" and answer["X-Robots-Tag"] == "noindex"
    assert [
        client.get(f"/styleguide/table/{of}/").status_code
        for of in ("red/played", "light/none", "light/decided")
    ] == [404, 404, 200]
    assert client.get("/styleguide/").text.count('src="/styleguide/table/') == 2 * len(MOMENTS)


@pytest.mark.django_db
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_played_table_leads_nowhere_and_is_the_same_for_everybody(client, moment):
    answer = client.get(f"/styleguide/table/light/{moment}/")
    page = answer.text
    assert set(re.findall(r'<(?:a|form|button)\b[^>]*?\b(?:action|formaction|href)="([^"]*)"', page)) <= {
        "#",
        "#content",
    }
    assert 'method="post"' not in page and "csrfmiddlewaretoken" not in page
    assert not answer.cookies and "js/table/specimen.js" in page and "js/table/table.js" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_a_whole_page_has_no_house_behind_it_and_is_the_same_for_everybody(client, name):
    answer = client.get(f"/styleguide/page/dark/{name}/")
    page = answer.text
    assert answer.status_code == 200 and 'data-theme="dark"' in page and not answer.cookies
    assert answer["X-Frame-Options"] == "SAMEORIGIN" and answer["X-Robots-Tag"] == "noindex"
    assert set(re.findall(r"js/[\w/]+\.js", page)) == {"js/page_specimen.js"}
    assert set(re.findall(r'<(?:a|form|button)\b[^>]*?\b(?:action|formaction|href)="([^"#]*)', page)) <= {""}
    assert not re.search(r'method="post"|csrfmiddlewaretoken|\shx-', page)
    client.force_login(User.objects.get(pk=cast.house().ana.user_id))
    again = client.get(f"/styleguide/page/dark/{name}/").text
    assert re.sub(COMMAND_ID, "", again) == re.sub(COMMAND_ID, "", page)


def test_the_tablet_hears_of_a_table_as_the_house_tells_of_it():
    _tables, (_topic, told) = opened()["heard"]
    serves = next(chair for chair in told["chairs"] if chair["penalties"])
    for kind, shown, more in (
        (SeatedTable, told, {"left"}),
        (TableLine, told["line"], set()),
        (SeatView, told["chairs"][0], set()),
        (GivenPenalty, serves["penalties"][0], set()),
    ):
        assert set(shown) == {field.name for field in fields(kind)} | more, kind.__name__


@pytest.mark.django_db
def test_only_what_is_there_is_framed_as_a_page(client):
    assert [
        client.get(f"/styleguide/page/{of}/").status_code for of in ("red/me", "light/none", "light/me")
    ] == [404, 404, 200]
    assert client.get("/styleguide/").text.count('src="/styleguide/page/') == 2 * len(PAGES)


def test_no_page_loads_what_is_the_guides_alone():
    templates = SHEETS.parents[1] / "templates"
    pages = [page for page in templates.rglob("*.html") if page.parent.name != "styleguide"]
    modules = [*(SHEETS.parent / "js").rglob("*.js")]
    own = (
        "styleguide.css",
        "styleguide.js",
        "specimen.js",
        "shown.js",
        "nowhere.js",
        "display_specimen.js",
        "page_specimen.js",
        "tablet_specimen.js",
    )
    assert [page.name for page in pages if any(one in page.read_text() for one in own)] == []
    assert {module.name for module in modules if any(f'/{one}"' in module.read_text() for one in own)} == {
        "styleguide.js",
        "specimen.js",
        "display_specimen.js",
        "page_specimen.js",
        "tablet_specimen.js",
    }
