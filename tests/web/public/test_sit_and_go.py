"""A sit & go begins with its last seat: until it has, no page, no file and no picture tells an hour of it."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from access import moment
from people.models import User
from tests import cast
from tournaments.queries import announcements
from web.public.cards import content

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-T.24", "PT-T.39")]

# the hour at which one that is not full is given up: 3:47 of the next day
LATEST = cast.START.replace(hour=6, minute=47) + timedelta(days=1)
SAID = {
    "pt-br": ("ao encher", "com 9 inscritos", "Começa com 9 inscritos"),
    "pt": ("ao encher", "com 9 inscritos", "Começa com 9 inscritos"),
    "en": ("when full", "when 9 are in", "Starts when 9 are in"),
}


@pytest.fixture
def waiting(monkeypatch) -> tuple[cast.House, int]:
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    house = cast.house()
    house.published(name="Da noite")
    return house, house.registering("sit-and-go-9", name="Rápido", starts_at=LATEST)


def read(client: Client, path: str, language: str) -> str:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_no_page_tells_the_latest_hour_as_if_it_were_the_start(client, waiting, language):
    house, t = waiting
    full, when, starts = SAID[language]
    venue = house.venue_id
    for path, said in (
        (f"/venues/{venue}/", when),
        (f"/?venue={venue}", full),
        (f"/calendar/?month={cast.OPEN:%Y-%m}", full),
        (f"/t/{t}/", full),
        (f"/t/{t}/structure/", full),
        (f"/screens/{t}/clock/", starts.lower()),
        (f"/screens/{t}/payouts/", starts.lower()),
        (f"/screens/venue/{venue}/schedule/", starts.lower()),
        (f"/screens/venue/{venue}/today/", full),
    ):
        page = read(client, path, language)
        assert said in page.lower(), path
        assert "03:47" not in page and "T06:47" not in page, path
    shown = content.card_of(announcements.announcement(t, at=cast.OPEN), language=language)
    assert shown.when == starts
    # those who work there, too
    staff = Client()
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    receipt = house.enter(t)["receipt"]
    for path in (
        reverse("director"),
        reverse("director-room", args=[t]),
        reverse("director-entries", args=[t]),
        reverse("director-structure-sheet", args=[t]),
        reverse("desk-receipt", args=[t, receipt]),
        reverse("floor"),
    ):
        page = read(staff, path, language)
        assert "03:47" not in page, path
    assert when in read(staff, reverse("director"), language)


def test_the_schedule_has_what_fills_up_before_what_has_an_hour_and_the_lobby_has_it_today(client, waiting):
    house, t = waiting
    page = read(client, f"/screens/venue/{house.venue_id}/schedule/", "pt-br")
    assert re.findall(r'class="line name"[^>]*>([^<]*)<', page) == ["Rápido", "Da noite"]
    lobby = client.get(f"/screens/venue/{house.venue_id}/today/").content.decode()
    rows = json.loads(re.findall(r'<script id="faces"[^>]*>(.*?)</script>', lobby)[0])["rows"]
    assert {row["name"]: row["starts_when_full"] for row in rows} == {"Da noite": 0, "Rápido": 9}


def test_no_calendar_and_no_engine_is_told_an_hour(client, waiting):
    house, t = waiting
    for path in ("/calendar.ics", f"/calendar.ics?venue={house.venue_id}", reverse("event-file", args=[t])):
        assert "Rápido" not in client.get(path).content.decode().partition("BEGIN:VEVENT")[2], path
    assert "Da noite" in client.get("/calendar.ics").content.decode()
    page = client.get(f"/t/{t}/").content.decode()
    assert "ld+json" not in page and reverse("event-file", args=[t]) not in page


def test_one_that_began_is_listed_for_staff_under_the_hour_at_which_it_did(waiting):
    house, t = waiting
    house.fill(t, 9, at=cast.OPEN + timedelta(minutes=3))
    [line] = [one for one in announcements.tournaments_of(house.venue_id) if one.tournament_id == t]
    assert (line.seats_to_start, line.starts_at) == (None, cast.OPEN + timedelta(minutes=3))
    staff = Client()
    staff.force_login(User.objects.get(pk=house.ana.user_id))
    page = read(staff, reverse("director"), "pt-br")
    assert "18:03</time>" in page and "03:47" not in page
