"""The venue's logo: command, form, picture, and where it is shown."""

from __future__ import annotations

import base64
import io
import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from people.models import User
from tests import cast
from tests.tournaments.test_logo import jpeg, png
from tournaments.commands.change_logo import change_logo
from tournaments.models import VenueLogo
from tournaments.operations import logo

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def test_the_director_gives_changes_and_takes_away_the_logo(house, client):
    made = cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=text(png()))
    name = made["logo"]
    address = reverse("logo", args=[house.venue_id, name])
    answer = client.get(address)
    assert (answer.status_code, answer.content, answer["Content-Type"]) == (200, png(), "image/png")
    assert answer["X-Content-Type-Options"] == "nosniff" and "immutable" in answer["Cache-Control"]
    assert "sandbox" in answer["Content-Security-Policy"]
    # the same again changes nothing; another has another address
    with cast.unchanged():
        assert (
            cast.say(change_logo, by=house.olga, venue_id=house.venue_id, picture=text(png()))["logo"] == name
        )
    other = cast.say(change_logo, by=house.olga, venue_id=house.venue_id, picture=text(jpeg(90, 60)))["logo"]
    assert other != name and client.get(address).status_code == 404
    assert VenueLogo.objects.values_list("media", "width", "height").get() == ("image/jpeg", 90, 60)
    assert cast.say(change_logo, by=house.ana, venue_id=house.venue_id)["logo"] == ""
    assert not VenueLogo.objects.exists()


def test_a_headline_gets_a_small_picture(house, client):
    heavy = io.BytesIO()
    Image.effect_noise((700, 260), 90).save(heavy, "PNG")
    assert 100_000 < len(heavy.getvalue()) < logo.MOST_BYTES
    made = cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=text(heavy.getvalue()))
    small = client.get(reverse("logo-small", args=[house.venue_id, made["logo"]]))
    assert (small.status_code, small["Content-Type"]) == (200, "image/webp")
    assert len(small.content) < 20_000 and "immutable" in small["Cache-Control"]
    assert Image.open(io.BytesIO(small.content)).size == (258, 96)
    assert reverse("logo-small", args=[house.venue_id, made["logo"]]) in client.get("/").text
    assert client.get(reverse("logo-small", args=[house.venue_id, "0" * 16])).status_code == 404


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        ("no base 64!", "not_a_picture"),
        (text(b"<svg/>"), "not_a_picture"),
        (text(png(8, 8)), "logo_too_small"),
        (text(bytes(logo.MOST_BYTES + 1)), "logo_too_large"),
        ("A" * 400_000, "logo_too_large"),
    ],
)
def test_bad_pictures_and_strangers_change_nothing(house, picture, code):
    with cast.refused(code):
        cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=picture)
    for who in (house.desi, house.bruno, house.caio, house.dora, cast.PASSER_BY):
        with cast.refused("forbidden"):
            cast.say(change_logo, by=who, venue_id=house.venue_id, picture=text(png()))


def test_the_form_and_the_pages_that_show_it(house, client):
    address = reverse("director-logo", args=[house.venue_id])
    assert client.get(address).status_code == 302
    client.force_login(User.objects.get(pk=house.desi.user_id))
    assert client.get(address).status_code == 403
    client.force_login(User.objects.get(pk=house.ana.user_id))
    assert client.get(address).status_code == 200

    def send(content: bytes | None, **more):
        data = {"command_id": str(uuid.uuid4()), "what": "change", **more}
        if content is not None:
            data["picture"] = SimpleUploadedFile("logo.png", content)
        return client.post(address, data)

    for content in (None, b"", b"GIF89a", bytes(logo.MOST_BYTES + 1)):
        with cast.unchanged():
            assert send(content).status_code == 409
    assert send(png()).status_code == 302
    tournament = house.registering("turbo-8max")
    entry = house.enter(tournament)
    client.logout()
    shown = re.compile(rf'<img class="logo" src="/venues/{house.venue_id}/logo/[0-9a-f]+/(small/)?"')
    for page in ("tournament", "clock-screen", "structure"):
        assert shown.search(client.get(reverse(page, args=[tournament])).text), page
    client.force_login(User.objects.get(pk=house.ana.user_id))
    assert shown.search(client.get(reverse("director-room", args=[tournament])).text)
    assert shown.search(client.get(reverse("desk-receipt", args=[tournament, entry["receipt"]])).text)
    assert send(None, what="remove").status_code == 302
    assert not shown.search(client.get(reverse("director-room", args=[tournament])).text)


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_the_bar_of_the_sample_begins_after_the_longest_word_for_a_running_clock(house, client, language):
    client.force_login(User.objects.get(pk=house.ana.user_id))
    client.cookies["django_language"] = language
    page = client.get(reverse("director-logo", args=[house.venue_id])).content.decode()
    bar = float(re.search(r"<rect data-bar x=\"([\d.]+)\"", page)[1])
    begins, word = re.search(r"<text data-state x=\"([\d.]+)\"[^>]*>([^<]+)<", page).groups()
    # at nine units a bold letter is six wide at most on the mean
    assert float(begins) + 6 * len(word.strip()) < bar
