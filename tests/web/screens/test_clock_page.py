"""The page of the clock: its layouts and grounds, the logo's ground, and what it is filled with."""

from __future__ import annotations

import base64
import io
import json
import re
from datetime import UTC, datetime

import pytest
from PIL import Image

from tests import cast
from tournaments.commands.change_colours import change_colours
from tournaments.commands.change_logo import change_logo
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.queries.clock import clock_payload

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture
def running(house) -> int:
    return house.started("scpt-main", entries=12)


def faces(page: str) -> dict:
    return json.loads(re.search(r'<script id="faces" type="application/json">(.*?)</script>', page)[1])


@pytest.mark.parametrize(
    ("query", "layout", "ground"),
    [
        ("", "classic", None),
        ("?layout=poster&ground=light", "poster", "light"),
        ("?layout=lower&ground=colour", "lower", "colour"),
        ("?layout=film&ground=blue", "classic", None),
    ],
)
def test_a_display_asks_for_its_layout_and_its_ground(client, running, query, layout, ground):
    page = client.get(f"/screens/{running}/clock/{query}").text
    assert f'data-layout="{layout}"' in page
    found = re.search(r'<html[^>]*data-ground="(\w+)"', page)
    assert (found and found[1]) == ground
    # a display loads its own sheet and none of the pages'
    assert re.findall(r'rel="stylesheet" href="/static/css/(\w+)', page) == ["wall", "clock"]


def test_the_page_is_filled_with_the_news_of_its_tables(client, running):
    told = faces(client.get(f"/screens/{running}/clock/").text)
    assert told["topics"]["news"] == f"tournament/{running}/news"
    assert told["news"] == {"moves": [], "breaks": [], "tables": 2, "hand": None}


def test_a_clock_that_was_stopped_says_since_when(house, running):
    at = cast.after(minutes=5)
    assert clock_payload(running, at=at)["stood_ms"] is None
    cast.say(pause_clock, by=house.bruno, at=at, tournament_id=running)
    assert clock_payload(running, at=cast.after(minutes=9))["stood_ms"] == int(at.timestamp() * 1000)


def test_a_logo_that_would_drown_stands_on_a_ground_of_its_own(client, house, running):
    def logo(*colour: int) -> str:
        out = io.BytesIO()
        Image.new("RGBA", (40, 40), colour).save(out, "PNG")
        picture = base64.b64encode(out.getvalue()).decode()
        cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=picture)
        page = client.get(f"/screens/{running}/clock/").text
        return re.search(r'class="logo-ground" data-ground="(\w+)"', page)[1]

    assert "logo-ground" not in client.get(f"/screens/{running}/clock/").text
    assert [logo(255, 255, 255, 255), logo(20, 20, 30, 255)] == ["none", "white"]
    # so it does on every other display of the house
    for path in (f"{running}/seating/", f"{running}/payouts/", f"venue/{house.venue_id}/today/"):
        assert 'class="logo-ground" data-ground="white"' in client.get(f"/screens/{path}").text
    # in a bright room it is the other way round
    light = {"first": "#0d2f6e", "second": "#895800", "ground": "light"}
    cast.say(change_colours, by=house.ana, venue_id=house.venue_id, **light)
    assert [logo(255, 255, 255, 255), logo(20, 20, 30, 255)] == ["black", "none"]


def test_a_clock_that_has_not_begun_counts_the_recess_from_the_start(client, house):
    waiting = house.registering("scpt-main")
    page = client.get(f"/screens/{waiting}/clock/", headers={"accept-language": "en"}).text
    assert re.search(r'data-part="recess"[^>]*>\s*2\u00a0h after the start\s*<', page)
    # the first level is called so from the first paint on, as the script writes it; nothing comes after it yet
    blinds = re.compile(r'data-part="blinds"[^>]*>\s*([^<]*?)\s*<')
    assert blinds.search(page)[1] == "First level: 50 – 100"
    assert re.search(r'data-part="next">\s*<', page)
    for role in ("seating", "payouts"):
        page = client.get(f"/screens/{waiting}/{role}/", headers={"accept-language": "en"}).text
        assert [said[1] for said in blinds.finditer(page)] in ([], ["First level: 50 – 100"]), role
    assert [said[1] for said in blinds.finditer(page)] == ["First level: 50 – 100"]
    following = re.compile(r'data-part="next">\s*([^<]*?)\s*<')
    final = client.get(f"/screens/{waiting}/final-table/", headers={"accept-language": "en"}).text
    assert (blinds.search(final)[1], following.search(final)[1]) == ("First level: 50 – 100", "")
    house.fill(waiting, 2)
    started = house.started("scpt-main", entries=2)
    page = client.get(f"/screens/{started}/clock/", headers={"accept-language": "en"}).text
    assert "after the start" not in re.search(r'data-part="recess"[^>]*>([^<]*)<', page)[1]
    # begun just now: the first level is played, the second comes
    cast.say(start_tournament, by=house.ana, at=datetime.now(UTC), tournament_id=waiting)
    final = client.get(f"/screens/{waiting}/final-table/", headers={"accept-language": "en"}).text
    assert (blinds.search(final)[1], following.search(final)[1]) == ("50 – 100", "Next: 100 – 200")
