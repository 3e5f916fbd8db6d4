"""The page of a house: what is on, who won, the season, the way to follow it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from access import moment
from people.models import Profile
from tests import cast
from tests.payouts.room import finish
from tests.payouts.test_season import circuit, freezeout
from tournaments.commands.open_registration import open_registration
from tournaments.models import Entry, Tournament, Venue

pytestmark = pytest.mark.django_db


def text(response) -> str:
    assert response.status_code == 200, response.content.decode()[:500]
    return " ".join(response.content.decode().split())


def test_a_house_without_anything_says_what_comes(client):
    house = cast.house()
    page = text(client.get(f"/venues/{house.venue_id}/", headers={"Accept-Language": "en"}))
    assert "Nothing more is announced yet" in page and "No tournament has ended yet" in page
    assert "How the house plays" in page and 'class="ticket"' not in page
    assert client.get("/venues/99999999/").status_code == 404


def test_a_house_and_the_list_tell_when_registration_opens_until_it_has(client, monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: cast.before(hours=24))
    house = cast.house()
    first = house.published(name="Primeiro")
    second = house.published(name="Segundo", registration_opens_at=cast.before(hours=3))
    said = "Registration opens Sat 21 Nov, "

    def pages() -> list[str]:
        language = {"Accept-Language": "en"}
        addresses = (f"/venues/{house.venue_id}/", "/", "/calendar/?month=2026-11")
        return [text(client.get(address, headers=language)) for address in addresses]

    for page in pages():
        assert page.count(said) == 2 and f"{said}18:00" in page and f"{said}16:00" in page
    for tournament_id in (first, second):
        cast.say(open_registration, by=house.ana, at=cast.before(minutes=30), tournament_id=tournament_id)
    assert not any("Registration opens" in page for page in pages())


def test_a_house_says_which_of_its_tournaments_are_played_online(client):
    house = cast.house()
    for name, hours in (("Noite um", 1), ("Noite dois", 2)):
        house.registering("online-mtt", name=name, starts_at=datetime.now(UTC) + timedelta(hours=hours))
    page = text(client.get(f"/venues/{house.venue_id}/", headers={"Accept-Language": "en"}))
    ticket = page.split('class="ticket"')[1].split("</section>")[0]
    assert "Noite um" in ticket and "Online" in ticket
    assert "Online" in page.split("Now and next</h2>")[1].split("</li>")[0]


def test_a_house_tells_its_next_tournament_its_winners_and_its_ranking(client):
    house = cast.house()
    Venue.objects.filter(pk=house.venue_id).update(address="Tenente Silveira, 221", city="Florianópolis")
    season, stage = circuit(house)
    done = freezeout(house, stage, 9, name="Terça do Ás")
    finish(house, done)
    winner = Entry.objects.get(tournament_id=done, state="playing").player
    running = house.started("turbo-8max", name="Turbo de hoje")
    earlier = house.started("turbo-8max", name="Turbo de antes")
    Tournament.objects.filter(pk=earlier).update(started_at=cast.before(minutes=30))
    page = text(client.get(f"/venues/{house.venue_id}/", headers={"Accept-Language": "en"}))
    assert "Tenente Silveira, 221, Florianópolis" in page
    ticket = page.split('class="ticket"')[1].split("</section>")[0]
    assert f'href="/t/{running}/">Turbo de hoje</a>' in ticket and ">Watch live</a>" in ticket
    # what runs beside it is no date to come
    row = page.split("Now and next</h2>")[1].split("</li>")[0]
    assert f'href="/t/{earlier}/"' in row and "<b>Now</b>" in row and "since 19:00" in row
    assert f'href="/calendar.ics?venue={house.venue_id}"' in page
    assert f'href="/results.atom?venue={house.venue_id}"' in page
    assert winner.public_name in page and f'href="/t/{done}/results/">Terça do Ás</a>' in page
    assert f'href="/seasons/{season}/"' in page and "/players/" not in page
    # found from the pages of the house, and by search engines
    assert f'href="/venues/{house.venue_id}/"' in text(client.get(f"/t/{done}/"))
    assert f"/venues/{house.venue_id}/</loc>" in text(client.get("/sitemap.xml"))
    # a winner with a page of the own is led to
    Profile.objects.create(player=winner, prizes=True, since=cast.START)
    assert f'href="/players/{winner.pk}/"' in text(client.get(f"/venues/{house.venue_id}/"))
