"""Days end at the house's midnight, whatever day it is in Greenwich."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest
from django.test import Client

from access import moment
from payouts.commands.finish_tournament import finish_tournament
from payouts.models import Award
from people.commands.exclude_player import exclude_player
from people.models import ApiToken, Exclusion, Player
from tests import cast
from tests.payouts.room import down_to
from tests.web.desk.test_who_may_enter import NEW
from tests.web.director.test_director import as_
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

# half past ten in the evening of 21 November in São Paulo
LATE = datetime(2026, 11, 22, 1, 30, tzinfo=UTC)


@pytest.fixture
def house(monkeypatch):
    monkeypatch.setattr(moment, "at", lambda: LATE)
    return cast.house()


def fresh(**values):
    return {"command_id": str(uuid.uuid4()), **values}


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


@pytest.mark.rule("PT-T.21")
def test_an_exclusion_lasts_its_last_day_to_the_houses_midnight(house):
    caio = as_(house.caio)
    away = fresh(span="30", sure="on", asked="on")
    assert (
        "Kept from playing until 21 Dec 2026." in caio.post("/me/away/", away, follow=True).content.decode()
    )
    # 30 days after the 21st; the midnight that ends it in São Paulo
    assert Exclusion.objects.get().until_at == datetime(2026, 12, 22, 3, tzinfo=UTC)
    assert "Kept from playing until 21 Dec 2026" in page(caio, "/me/")


@pytest.mark.rule("PT-T.21")
def test_a_houses_own_exclusion_is_told_by_its_own_day(house):
    tournament = house.registering("turbo-8max")
    as_(house.ana).post(
        f"/desk/{tournament}/do/exclude/",
        fresh(player_id=house.caio.player_id, until="2026-12-24", reason="rude"),
    )
    assert Exclusion.objects.get().until_at == datetime(2026, 12, 25, 2, 59, 59, tzinfo=UTC)
    told = " ".join(page(as_(house.caio), "/me/").split())
    assert "Kept from playing until 24 Dec 2026" in told
    # whose it is, and from when on: it may begin later
    assert "from Sat 21 Nov 2026, 22:30 on" in told
    rui = cast.person("Rui")
    begins = datetime(2026, 12, 20, 23, tzinfo=UTC)
    later = {"player_id": rui.player_id, "venue_id": house.venue_id, "from_at": begins, "reason": "rude"}
    cast.say(exclude_player, by=house.ana, at=LATE, **later)
    cast.say(exclude_player, by=house.ana, at=LATE, until_at=datetime(2026, 12, 25, 3, tzinfo=UTC), **later)
    for address in ("/me/", "/me/limits/"):
        told = " ".join(page(as_(rui), address).split())
        # nobody reads to be kept away while it has not begun, nor that a house's is the own one
        assert "You will be kept from playing for good, from Sun 20 Dec 2026, 20:00 on" in told
        assert "You will be kept from playing from Sun 20 Dec 2026, 20:00 until 24 Dec 2026" in told
        assert "Kept from playing" not in told and "Exclusion from playing" in told
    assert ">Self-exclusion</h2>" not in told


def test_a_token_ends_with_its_day(house):
    bruno = as_(house.bruno)
    bruno.post("/me/tokens/", fresh(name="Scoreboard", until="2026-12-24"))
    assert ApiToken.objects.get(user_id=house.bruno.user_id).expires_at == datetime(
        2026, 12, 25, 3, tzinfo=UTC
    )
    told = page(bruno, "/me/tokens/")
    assert "made 21 Nov 2026" in told and "ends 24 Dec 2026" in told


@pytest.mark.rule("SCPT.F")
def test_nobody_comes_of_age_before_the_day_begins_here(house):
    tournament = house.registering("turbo-8max")
    desi = as_(house.desi)
    born = {**NEW, "birth_date": "2008-11-22"}
    with cast.unchanged():
        said = desi.post(f"/desk/{tournament}/new-player/", fresh(**born))
    assert said.status_code == 409 and "at least 18 years old" in said.content.decode()
    desi.post(f"/desk/{tournament}/new-player/", fresh(**{**born, "birth_date": "2008-11-21"}))
    assert Player.objects.filter(full_name=NEW["full_name"]).count() == 1


def test_a_slip_has_the_day_of_the_evening(house):
    t = house.started("turbo-8max", entries=3, late_registration_level=0, re_entries_per_player=0)
    Tournament.objects.filter(pk=t).update(starts_at=LATE)

    down_to(house, t, 1)
    cast.say(finish_tournament, by=house.ana, at=cast.after(hours=1), tournament_id=t)
    award = Award.objects.filter(tournament_id=t).first()
    for address in (f"prizes/{award.pk}/", "prizes/slips/"):
        told = page(as_(house.desi), f"/director/{t}/{address}")
        assert "21 Nov 2026" in told and "22 Nov 2026" not in told
