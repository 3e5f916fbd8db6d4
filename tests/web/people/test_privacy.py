"""People's data: who of the staff looked at it, and what the operator says about it."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime

import pytest
from django.test import Client

from people.models import Session, User
from people.models.notices import FileSeen
from people.tasks import forget_sessions
from tests import cast
from tournaments.models import Venue
from web.templatetags.shuffle import moment

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def browser(person=None):
    client = Client()
    client.cookies["django_language"] = "en"
    if person is not None:
        client.force_login(User.objects.get(pk=person.user_id))
    return client


def text_of(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def name_of(person):
    return User.objects.get(pk=person.user_id).name or f"#{person.user_id}"


def test_each_look_of_the_staff_at_a_file_is_read_by_the_person_and_the_owner(house):
    """C-M5."""
    t = house.registering("turbo-8max")
    desi, caio = browser(house.desi), browser(house.caio)
    assert "Nobody yet." in text_of(caio.get("/me/"))
    for _ in range(2):  # once an hour
        assert desi.get(f"/desk/{t}/?player={house.caio.player_id}").status_code == 200
    for path in ("file", "data", "statement?unit=BRL"):
        sign = "&" if "?" in path else "?"
        asked = desi.get(f"/api/players/{house.caio.player_id}/{path}{sign}venue_id={house.venue_id}")
        assert asked.status_code == 200, path
    assert FileSeen.objects.count() == 1
    assert f"<span>{name_of(house.desi)}</span>" in text_of(caio.get("/me/"))
    assert [s["by"] for s in caio.get("/api/seen").json()] == [name_of(house.desi)]
    assert [s["by"] for s in caio.get("/me/data.json").json()["seen_by"]] == [name_of(house.desi)]
    where = f"/director/venues/{house.venue_id}/privacy/"
    assert f"<strong>{name_of(house.desi)}</strong> →" in text_of(browser(house.olga).get(where))
    assert browser(house.ana).get(where).status_code == 403
    # one's own leaves no trace, and nobody reads another's
    caio.get(f"/api/players/{house.caio.player_id}/file")
    assert FileSeen.objects.count() == 1
    assert browser(house.dora).get("/api/seen").json() == []


def test_when_somebody_looked_is_told_by_the_clock_of_the_house_where_it_was(house):
    rival = cast.house(name="Rival")
    Venue.objects.filter(pk=house.venue_id).update(timezone="Europe/Lisbon")
    Venue.objects.filter(pk=rival.venue_id).update(timezone="Asia/Tokyo")
    at = datetime(2026, 3, 1, 22, 15, tzinfo=UTC)
    for there in (house, rival):
        FileSeen.objects.create(
            player_id=house.caio.player_id,
            user_id=there.desi.user_id,
            venue_id=there.venue_id,
            seen_at=at,
            hour=at,
        )
    page = text_of(browser(house.caio).get("/me/"))
    seen = re.findall(r"<li><span>[^<]*</span> <small class=\"soft\">([^<]*)</small></li>", page)
    assert [" ".join(when.split()) for when in seen] == [
        moment(at, "Asia/Tokyo"),
        moment(at, "Europe/Lisbon"),
    ]
    assert "22:15" in seen[1] and "07:15" in seen[0]


def test_a_look_from_another_house_is_seen_too(house):
    rival = cast.house(name="Rival")
    path = f"/api/players/{house.caio.player_id}/file?venue_id={rival.venue_id}"
    assert browser(rival.desi).get(path).status_code == 200
    assert FileSeen.objects.get().venue_id == rival.venue_id


def test_the_operator_writes_the_privacy_page_and_new_accounts_accept_that_version(house):
    """D-D14."""
    olga, where = browser(house.olga), f"/director/venues/{house.venue_id}/privacy/"
    words = "Clube de Poker Lda., NIPC 123. <b>dados@clube.example</b>"
    form = {"command_id": str(uuid.uuid4()), "text": words}
    ana = browser(house.ana)
    with cast.unchanged():
        assert ana.post(where, form).status_code == 403
    assert olga.post(where, form).status_code == 302
    page = text_of(browser().get("/privacy/"))
    assert (
        "From the house" in page
        and "&lt;b&gt;dados@clube.example&lt;/b&gt;" in page
        and "under the name on the document" in page
    )
    told = Client().get("/api/privacy").json()
    assert told["text"] == words and told["version"].startswith("1.")
    assert f"version {told['version']}" in page
    answer = olga.post(
        f"/api/venues/{house.venue_id}/privacy-text", json.dumps({"text": ""}), "application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )  # fmt: skip
    assert answer.status_code == 200
    assert "From the house" not in text_of(browser().get("/privacy/"))


def test_sessions_that_are_over_are_forgotten(house):
    """D: nobody called clearsessions."""
    client = browser(house.olga)
    Session.objects.create(session_key="old", session_data="", expire_date=cast.START.replace(year=2020))
    forget_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == [client.session.session_key]
