"""The first page of somebody who is signed in begins with what is played today."""

from __future__ import annotations

import pytest

from access import moment
from people.commands.check_identity import check_identity
from people.models import User
from tests import cast
from tournaments.commands.start_tournament import start_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch) -> cast.House:
    monkeypatch.setattr(moment, "at", lambda: cast.OPEN)
    return cast.house()


def home(client) -> str:
    response = client.get("/", headers={"Accept-Language": "en"})
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_what_is_played_today_comes_first(client, house):
    tonight = house.registering("turbo-8max", name="Terça do Ás")
    later = house.registering("turbo-8max", name="Semana que vem", starts_at=cast.after(hours=24 * 7))
    cast.say(
        check_identity,
        by=house.desi,
        player_id=house.caio.player_id,
        venue_id=house.venue_id,
        document_kind="rg",
        document_number="12345678",
    )
    house.enter(later, house.caio.player_id)
    assert "today-title" not in home(client)  # nobody is signed in
    client.force_login(User.objects.get(pk=house.caio.user_id))
    assert "today-title" not in home(client)  # what is played next week is not today's
    house.enter(tonight, house.caio.player_id)
    page = home(client)
    felt = page.split('data-phase="today"')[1].split("</section>")[0]
    assert "You play today at 19:00" in felt and "Terça do Ás" in felt and "Registered and paid" in felt
    assert f'href="/play/{tonight}/"' in felt and "Open my code" in felt
    house.fill(tonight, 3)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tonight)
    page = home(client)
    assert "You are playing" in page and "My seat" in page.split('data-phase="today"')[1]


def test_who_plays_nothing_today_has_the_calendar_alone(client, house):
    house.registering("turbo-8max", name="Terça do Ás")
    client.force_login(User.objects.get(pk=house.dora.user_id))
    page = home(client)
    assert "today-title" not in page and "Terça do Ás" in page
