"""The page of the colours, and the sheet that the displays load."""

from __future__ import annotations

import re
import uuid

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


def test_the_page_tells_what_became_of_a_colour_and_the_figure(house, ana, client):
    where = reverse("director-logo", args=[house.venue_id])

    def send(what="colours", **values):
        return ana.post(where, {"command_id": str(uuid.uuid4()), "what": what, **values})

    assert send(first="#ffe600", second="#303030", ground="dark").status_code == 302
    page = ana.get(where).text
    accent = colours_of(house.venue_id).tokens["dark"]["accent"]
    for said in ("#303030", accent, 'value="#ffe600"', 'value="dark" checked'):
        assert said in page, said
    assert re.search(r"1\.\d : 1 became 5\.\d : 1", page)
    with cast.unchanged():
        refused = send(first="yellow", second="#303030", ground="dark")
    assert refused.status_code == 409 and "“yellow” is no colour" in refused.text
    assert send(what="our-colours").status_code == 302
    assert colours_of(house.venue_id) is None


def test_what_is_picked_is_seen_before_it_is_kept(house, ana):
    where = reverse("director-logo", args=[house.venue_id])
    with cast.unchanged():
        shown = ana.get(where, {"part": "colours", "first": "#ffe600", "second": "#303030", "ground": "dark"})
        assert "<html" not in shown.text and 'id="colours-shown"' in shown.text
        assert re.search(r"1\.\d : 1 became 5\.\d : 1", shown.text)
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
    told = {"what": "colours", "first": "#0d2f6e", "second": "#f5a623", "ground": "light"}
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
    ana.post(where, {"command_id": str(uuid.uuid4()), **told, "ground": "dark"})
    assert client.get(link).status_code == 404
