"""The page of the colours, and the sheet that the displays load."""

from __future__ import annotations

import re
import uuid
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from people.models import User
from tests import cast
from tournaments.queries.branding import colours_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> cast.House:
    return cast.house()


@pytest.fixture
def ana(house) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    return client


def test_a_colour_that_cannot_be_read_is_refused_at_its_field_and_the_nearest_is_one_tap_away(house, ana):
    where = reverse("director-logo", args=[house.venue_id])

    def send(what="colours", **values):
        return ana.post(where, {"command_id": str(uuid.uuid4()), "what": what, **values})

    with cast.unchanged():
        refused = send(first="#0d2f6e", second="#303030", ground="dark")
    assert refused.status_code == 409
    page = " ".join(refused.text.split())
    said = "#303030 cannot be read on the displays: it has a contrast of 1.2 : 1, and 5 : 1 is the least. The nearest colour that can is #8f8f8f."
    assert re.findall(r'<p class="wrong" id="(\w+)-wrong" role="alert">([^<]*)</p>', page) == [
        ("second", said)
    ]
    # the display beside it tells the same figure
    with cast.unchanged():
        half_dark = ana.get(
            where, {"part": "colours", "first": "#101010", "second": "#111111", "ground": "dark"}
        )
    assert (
        "it has a contrast of 1.1 : 1" in half_dark.text
        and "1.1\u00a0:\u00a01 became 5.1\u00a0:\u00a01" in half_dark.text
    )
    # what was picked stays, and so does the other field
    for kept in ('value="#0d2f6e"', 'value="#303030"', 'value="dark" checked'):
        assert kept in page, kept
    # a link: it fills the field without a script, too
    fills = unescape(
        re.search(r'<a class="button" href="([^"]*)"', page[page.index('second-wrong" role') :])[1]
    )
    assert fills == "?first=%230d2f6e&second=%238f8f8f&ground=dark#colours"
    filled = ana.get(where + fills.removesuffix("#colours"))
    assert filled.status_code == 200 and 'value="#8f8f8f"' in filled.text and "-wrong" not in filled.text
    assert colours_of(house.venue_id) is None
    assert send(first="#0d2f6e", second="#8f8f8f", ground="dark").status_code == 302
    # in a reader's language the figure has its point
    client = Client(headers={"accept-language": "pt-br"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    told = {
        "command_id": str(uuid.uuid4()),
        "what": "colours",
        "first": "#ffe600",
        "second": "#9aa0a6",
        "ground": "light",
    }
    both = client.post(where, told)
    assert both.status_code == 409 and "1,2 : 1" in both.text and "2,2 : 1" in both.text
    # who fills one of two in still reads what is wrong with the other, and fills that in, too
    links = [unescape(one) for one in re.findall(r'<a class="button" href="(\?[^"]*)"', both.text)]
    with cast.unchanged():
        half = client.get(where + links[0].removesuffix("#colours"))
    assert half.status_code == 200
    assert re.findall(r'<p class="wrong" id="(\w+)-wrong"', half.text) == ["second"]
    (rest,) = [unescape(one) for one in re.findall(r'<a class="button" href="(\?[^"]*)"', half.text)]
    whole = client.get(where + rest.removesuffix("#colours"))
    assert whole.status_code == 200 and "-wrong" not in whole.text
    assert [rest.count(one) for one in re.findall(r'type="color" name="\w+" value="#(\w+)"', " ".join(whole.text.split()))] == [1, 1]  # fmt: skip
    with cast.unchanged():
        none = send(first="yellow", second="#303030", ground="dark")
    assert none.status_code == 409 and "“yellow” is no colour" in none.text
    assert send(what="our-colours").status_code == 302
    assert colours_of(house.venue_id) is None


def test_the_api_refuses_the_same_at_its_field(house, ana):
    with cast.unchanged():
        refused = ana.post(
            f"/api/venues/{house.venue_id}/colours",
            {"first": "#0d2f6e", "second": "#303030", "ground": "dark"},
            content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        )
    assert refused.status_code == 409
    told = refused.json()
    assert (told["code"], told["params"]["nearest"], told["params"]["found"]) == (
        "unreadable_colour",
        "#8f8f8f",
        1.2,
    )


def test_what_is_picked_is_seen_before_it_is_kept(house, ana):
    where = reverse("director-logo", args=[house.venue_id])
    with cast.unchanged():
        shown = ana.get(where, {"part": "colours", "first": "#ffe600", "second": "#303030", "ground": "dark"})
        assert "<html" not in shown.text and 'id="colours-shown"' in shown.text
        assert "1.2\u00a0:\u00a01 became 5.0\u00a0:\u00a01" in shown.text
        assert "The nearest colour that can is #8f8f8f." in shown.text
        back = re.search(r'<rect width="320" height="180" fill="(#[0-9a-f]{6})"', shown.text)[1]
        light = ana.get(
            where, {"part": "colours", "first": "#ffe600", "second": "#303030", "ground": "light"}
        )
        assert f'height="180" fill="{back}"' not in light.text
        # what is no colour is told; a ground that is none is the dark one
        wrong = ana.get(where, {"part": "colours", "first": "yellow", "second": "#303030", "ground": "dark"})
        assert wrong.status_code == 200 and "“yellow” is no colour" in wrong.text
        other = ana.get(where, {"part": "colours", "first": "#ffe600", "second": "#303030", "ground": "x"})
        assert f'height="180" fill="{back}"' in other.text
    assert colours_of(house.venue_id) is None


def test_a_display_loads_the_sheet_of_its_house(house, ana, client):
    tournament = house.published()
    wall = reverse("clock-screen", args=[tournament])
    assert "screens/theme/" not in client.get(wall).text
    where = reverse("director-logo", args=[house.venue_id])
    told = {"what": "colours", "first": "#0d2f6e", "second": "#895800", "ground": "light"}
    ana.post(where, {"command_id": str(uuid.uuid4()), **told})
    link = re.search(r'<link rel="stylesheet" href="(/screens/theme/[^"]+)">', client.get(wall).text)[1]
    sheet = client.get(link)
    tokens = colours_of(house.venue_id).tokens
    assert sheet["Content-Type"].startswith("text/css") and "immutable" in sheet["Cache-Control"]
    blocks = re.findall(r"^(:root\S*)\{(.*)\}$", sheet.text, re.M)
    # the house's ground first; a display may ask for another
    told_of = [":root", *(f':root[data-ground="{ground}"]' for ground in ("dark", "colour", "light"))]
    assert [where for where, _body in blocks] == told_of
    assert dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", blocks[0][1])) == tokens["light"]
    assert dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", blocks[1][1])) == tokens["dark"]
    # another choice has another address: nobody keeps yesterday's
    ana.post(where, {"command_id": str(uuid.uuid4()), **told, "second": "#f5a623", "ground": "dark"})
    assert client.get(link).status_code == 404
