"""The displays of the room in the style guide: each of their pages, with payloads in the shape in which a display is sent them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tables.queries import news_payload, seats_payload
from tests import cast
from web.board import board_payloads
from web.screens.words import ROLES
from web.styleguide.displays import DISPLAYS, PLAYED, TONIGHT
from web.styleguide.shown_displays import payloads_of

ROOT = Path(__file__).resolve().parents[3]


def address(name: str, *, ground: str = "dark") -> str:
    return f"/styleguide/display/{ground}/{name}/"


@pytest.mark.django_db
@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_is_its_own_page_and_has_no_house_behind_it(client, name):
    answer = client.get(address(name), headers={"Accept-Language": "en"})
    page = answer.text
    assert answer.status_code == 200 and "css/wall.css" in page and "css/app.css" not in page
    assert answer["X-Frame-Options"] == "SAMEORIGIN" and answer["X-Robots-Tag"] == "noindex"
    assert not answer.cookies and "js/display_specimen.js" in page
    assert set(re.findall(r"js/[\w/]+\.js", page)) == {"js/display_specimen.js"}
    assert not re.search(r"<(?:a|form)\b", page) and "data-screen=" not in page
    ground = DISPLAYS[name].ground or "dark"
    assert f'data-ground="{ground}"' in page


@pytest.mark.django_db
def test_only_what_is_there_is_shown(client):
    for at, status in (
        (address("level", ground="light"), 200),
        (address("none"), 404),
        (address("level", ground="red"), 404),
    ):
        assert client.get(at).status_code == status
    assert client.get("/styleguide/").text.count('src="/styleguide/display/') == 2 * len(DISPLAYS)


def test_every_role_and_layout_of_a_display_is_shown():
    shown = {(one.role, one.layout) for one in DISPLAYS.values()}
    assert {layout for role, layout in shown if role == "clock"} == {"classic", "poster", "lower"}
    pages = {page.stem for page in (ROOT / "templates" / "screens").glob("[a-z]*.html")}
    assert {role for role, _layout in shown} == pages - {"wall", "frame", "control", "pairing"}
    # the clock has three of the roles
    assert len(ROLES) == len({role for role, _layout in shown}) + 2
    module = (ROOT / "static" / "js" / "display_specimen.js").read_text()
    assert {role for role, _layout in shown} == set(re.findall(r"^  (\w+): \(\) => import", module, re.M))


@pytest.mark.django_db
def test_what_is_shown_has_the_shape_of_what_a_display_is_sent():
    tournament, at = cast.house().started(entries=9), cast.after(minutes=5)
    real = board_payloads(tournament, at=at) | {"news": news_payload(tournament, seen_at=at)}
    sample = payloads_of({})
    assert set(sample) == set(real)
    for name in PLAYED:
        assert set(sample[name]) == set(real[name]), name
    level = next(one for one in real["clock"]["items"] if one["kind"] == "level")
    assert {frozenset(one) for one in sample["clock"]["items"] if one["kind"] == "level"} == {
        frozenset(level)
    }
    assert set(sample["prizes"]["rows"][0]) == {"first", "last", "amount_cents"}
    seats = seats_payload(tournament, table_number=1, at=at)
    drawn = DISPLAYS["table"].payloads["seats"]
    assert set(drawn) == set(seats) and set(drawn["seats"][0]) == set(seats["seats"][0])


def test_what_differs_names_what_there_is():
    differing = [one.payloads for one in DISPLAYS.values()] + [one[4] for one in TONIGHT]
    for payloads in differing:
        for name, more in payloads.items():
            if name in PLAYED:
                assert set(more) <= set(PLAYED[name]), name
