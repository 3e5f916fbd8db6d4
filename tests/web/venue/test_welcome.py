"""The first hour of a house, what the director's list says first, and which houses the public sees."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client

from people.queries import founding_code
from tests import cast
from tests.web.director.test_director import as_
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.create_venue import create_venue
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page(path: str, client: Client) -> str:
    return unescape(client.get(path).content.decode())


def browser() -> Client:
    return Client(headers={"accept-language": "en"})


def steps(html: str) -> list[tuple[str, bool, bool, str]]:
    """(title, done, now, where it is done) of each."""
    found = re.findall(
        r'<li\s*(aria-current="step")?\s*(data-done)?\s*>\s*<span\s+class="step-mark"[^>]*>(.*?)</span>(.*?)</li>',
        html,
        re.S,
    )
    return [
        (
            re.search(r"<h3>\s*([^<]*?)\s*<", rest)[1],
            bool(done) and "<svg" in mark,
            bool(now),
            (re.search(r'href="([^"]*)"', rest) or ["", ""])[1],
        )
        for now, done, mark, rest in found
    ]


def test_an_empty_installation_says_how_it_is_opened_and_lets_nobody_from_the_network():
    stranger = browser()
    html = page("/", stranger)
    assert [(title, now, url) for title, _done, now, url in steps(html)] == [
        ("The house", True, ""),
        ("Your people", False, ""),
        ("The first tournament", False, ""),
    ]
    assert "Open the link that the server printed" in html and "/director/venues/open/" not in html
    owner = browser()
    owner.get(f"/open/{founding_code()}/")
    assert steps(page("/", owner))[0] == ("The house", False, True, "/director/venues/open/")
    assert steps(page("/", stranger))[0][3] == ""  # a page of the owner's is not handed to others


@pytest.fixture
def young(monkeypatch):
    """Olga, who has just opened a second house, with nobody in it."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now + timedelta(days=2))
    monkeypatch.setattr(cast, "DRAFTED", now)
    house = cast.house()
    made = cast.say(create_venue, by=house.olga, name="Casa Nova", slug="casa-nova")
    house.tournament("turbo-8max")  # the other house is long at work
    return replace(house, venue_id=made["venue_id"])


def test_the_three_steps_are_left_and_resumed_until_the_first_tournament_is_there(young):
    olga, v = as_(young.olga), young.venue_id
    people, first = f"/director/venues/{v}/staff/", f"/director/venues/{v}/new/"
    wanted = [
        ("The house", True, False, f"/director/venues/{v}/"),
        # the form is open there, on this very page, too
        ("Your people", False, True, f"{people}?take=account#ac-n"),
        ("The first tournament", False, False, first),
    ]
    assert steps(page("/", olga)) == steps(page("/director/", olga)) == wanted
    # on the other pages of the house one line leads back to them
    for other in (people, f"/director/venues/{v}/", f"/director/venues/{v}/rule-sets/"):
        html = page(other, olga)
        assert steps(html) == [] and html.count('class="steps-left"') == 1
        assert re.search(
            r'<a href="/director/">.*?The first steps of your house</a>\s*<span class="soft">next: Your people<',
            html,
            re.S,
        )
    taken = page(f"{people}?take=account", olga)
    assert re.search(r"<details open>\s*<summary>Add somebody to the staff</summary>", taken)
    assert re.search(r'id="ac-n"[^>]*autofocus', taken)
    assert "autofocus" not in page(people, olga)
    assert wanted[1] in steps(page("/director/", olga))
    # strangers and players see no such thing
    for client in (browser(), as_(young.dora)):
        html = page("/", client)
        assert not steps(html) and "No tournament is announced yet" in html
    # somebody is taken on: the tournament is next
    olga.post(
        f"{people}do/account/",
        {"command_id": str(uuid.uuid4()), "name": "Bia", "email": "bia@example.com", "role": "director"},
    )
    assert [(done, now) for _title, done, now, _url in steps(page("/", olga))] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    olga.post(
        first,
        {
            "command_id": str(uuid.uuid4()),
            "template": "turbo-8max",
            "name": "Primeiro",
            "starts_at": (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"),
        },
    )
    assert Tournament.objects.filter(name="Primeiro").exists()
    for path in ("/", f"/director/venues/{v}/"):
        assert not steps(page(path, olga)), path


def test_the_directors_list_has_what_runs_first_then_today_and_the_past_folded(monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr("access.moment.at", lambda: now)  # midnight does not come between
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    house = cast.house()
    gone = house.published("turbo-8max", name="Cancelado", starts_at=now + timedelta(days=9))
    cast.say(cancel_tournament, by=house.ana, at=now, tournament_id=gone, reason="no power")
    house.tournament("turbo-8max", name="Semana que vem", starts_at=now + timedelta(days=7))
    house.tournament("turbo-8max", name="Hoje", starts_at=now)
    house.tournament("turbo-8max", name="Amanhã", starts_at=now + timedelta(days=1))
    house.started("turbo-8max", entries=2, name="Agora mesmo", starts_at=cast.START)
    html = page("/director/", as_(house.ana))
    order = ["Running", "Agora mesmo", "Today", "Hoje", "Next", "Amanhã", "Semana que vem"]
    order += ["<strong>Past (1)</strong>", "Cancelado"]
    places = [html.index(f">{t}</h3>" if t in ("Running", "Today", "Next") else t) for t in order]
    assert places == sorted(places)
    assert re.findall(r'<details class="card fold"\s*(open)?\s*>', html) == [""]


def test_a_house_of_practice_is_not_among_the_public_ones():
    """D-D8: what `manage.py simulate --keep` leaves."""
    shown, practising = cast.house(name="Clube"), cast.house(name="Ensaio scpt-main 7")
    shown.published("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=3))
    other = cast.house(name="Outro clube")
    other.published("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=3))
    practising.published("turbo-8max", practice=True, starts_at=datetime.now(UTC) + timedelta(days=3))
    for path in ("/", "/calendar/"):
        html = page(path, browser())
        assert "Outro clube" in html and "Ensaio" not in html, path
