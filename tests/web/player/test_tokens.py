"""One's own tokens on a page: made and shown once, listed with their last use, revoked; nobody else's."""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from dispatch.models import Fact
from dispatch.sessions import DEVICE
from people.commands.grant_role import grant_role
from people.commands.pair_device import pair_device
from people.models import ApiToken, User
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def browser(person):
    client = Client()
    client.cookies["django_language"] = "en"
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def text_of(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def test_made_shown_once_seen_in_use_and_revoked(house):
    bruno = browser(house.bruno)
    page = text_of(bruno.get("/me/tokens/"))
    assert "None yet." in page and 'id="secret"' not in page
    until = (datetime.now(UTC) + timedelta(days=200)).date()
    form = {"command_id": str(uuid.uuid4()), "name": "Scoreboard", "until": str(until)}
    made = bruno.post("/me/tokens/", form)
    assert (made.status_code, made["Cache-Control"]) == (200, "private, no-store")
    secret = re.search(r'id="secret" value="([\w-]{43})"', text_of(made))[1]
    # a reload sends the form again: it is shown no second time, and there is no second token
    again = bruno.post("/me/tokens/", form)
    assert again.status_code == 409 and secret not in text_of(again)
    assert "This API key was shown already." in text_of(again)
    page = text_of(bruno.get("/me/tokens/"))
    assert secret not in page
    assert f"ends {until.day} {until:%b %Y}" in page
    assert page.count("Scoreboard</b>") == 1 and "never used" in page
    token = ApiToken.objects.get(user_id=house.bruno.user_id)
    assert secret not in str([fact.body for fact in Fact.objects.all()])
    asked = Client().get("/api/session", headers={"Authorization": f"Bearer {secret}"})
    assert asked.json()["user_id"] == house.bruno.user_id
    assert "last used" in text_of(bruno.get("/me/tokens/"))
    # another's number is nobody's
    caio = browser(house.caio)
    with cast.unchanged():
        caio.post(f"/me/tokens/{token.pk}/revoke/", {"command_id": str(uuid.uuid4())})
    assert "Scoreboard" not in text_of(caio.get("/me/tokens/"))
    bruno.post(f"/me/tokens/{token.pk}/revoke/", {"command_id": str(uuid.uuid4())})
    assert "None yet." in text_of(bruno.get("/me/tokens/"))
    assert Client().get("/api/session", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_what_is_refused_says_so_and_makes_nothing(house):
    bruno = browser(house.bruno)
    with cast.unchanged():
        past = bruno.post(
            "/me/tokens/", {"command_id": str(uuid.uuid4()), "name": "Mine", "until": "2001-01-01"}
        )
        assert past.status_code == 409 and "Choose a later moment." in text_of(past)
        assert 'value="Mine"' in text_of(past)  # what was typed stays
        assert bruno.post("/me/tokens/", {"name": "Mine"}).status_code == 409
        assert Client().post("/me/tokens/", {"name": "Mine"}).status_code == 302


def test_a_shared_tablet_makes_none(house):
    made = cast.say(
        pair_device, by=house.ana, venue_id=house.venue_id, name="T1", kind="floor", token_hash="d" * 64
    )
    bruno = browser(house.bruno)
    session = bruno.session
    session[DEVICE] = made["device_id"]
    session.save()
    with cast.unchanged():
        # a PIN opens the house's tablet, not the operator's own affairs
        for address in ("/me/tokens/", "/me/second-factor/", "/me/", "/me/data.json"):
            answer = bruno.get(address)
            assert answer.status_code == 403 and "Not on a shared device." in text_of(answer), address
        for address in ("/me/tokens/", "/me/erase/", "/me/away/"):
            answer = bruno.post(address, {"command_id": str(uuid.uuid4()), "name": "Mine", "sure": "on"})
            assert answer.status_code == 403, address
        assert bruno.get(f"/api/players/{house.bruno.player_id or 1}/file").status_code == 403
    # where one signed in oneself, the tablet can be chosen: the token then acts there only
    own = browser(house.bruno)
    assert "T1</option>" in text_of(own.get("/me/tokens/"))
    own.post("/me/tokens/", {"command_id": str(uuid.uuid4()), "name": "Mine", "device": made["device_id"]})
    token = ApiToken.objects.get(user_id=house.bruno.user_id)
    assert token.device_id == made["device_id"]


def asked(secret, path, body=None):
    headers = {"Authorization": f"Bearer {secret}", "Command-Id": str(uuid.uuid4())}
    if body is None:
        return Client().get(f"/api/{path}", headers=headers)
    return Client().post(f"/api/{path}", json.dumps(body), "application/json", headers=headers)


def made_by(person, **form):
    page = browser(person).post(
        "/me/tokens/", {"command_id": str(uuid.uuid4()), "name": "x", "until": "", **form}
    )
    return re.search(r'id="secret" value="([\w-]{43})"', text_of(page))[1]


def test_a_token_does_what_it_is_for_and_never_lets_anybody_in(house):
    """C-L2."""
    t = house.started("turbo-8max", entries=3)
    read, work, everything = (made_by(house.olga, scope=scope) for scope in ("read", "work", "all"))
    for secret, pause, edit in ((read, 403, 403), (work, 200, 403), (everything, 200, 200)):
        assert asked(secret, f"tournaments/{t}/tables").status_code == 200
        assert asked(secret, f"tournaments/{t}/clock/pause", {}).status_code == pause
        if pause == 200:
            asked(secret, f"tournaments/{t}/clock/resume", {})
        freeze = asked(secret, f"venues/{house.venue_id}/series", {"name": "Copa", "slug": "copa"})
        assert freeze.status_code == edit, freeze.content
        with cast.unchanged():
            role = asked(
                secret, f"venues/{house.venue_id}/roles", {"user_id": house.dora.user_id, "role": "owner"}
            )
            assert (role.status_code, role.json()["code"]) == (403, "forbidden")
            venue = asked(secret, "venues", {"name": "Outra", "slug": "outra"})
            assert venue.status_code == 403


def test_a_token_of_one_house_is_nothing_in_another(house):
    rival = cast.house(name="Rival")
    theirs = rival.started("turbo-8max", entries=3)
    cast.say(grant_role, by=rival.olga, user_id=house.ana.user_id, venue_id=rival.venue_id, role="director")
    ours = house.started("turbo-8max", entries=3)
    secret = made_by(house.ana, scope="work", venue=house.venue_id)
    assert asked(secret, f"tournaments/{ours}/tables").status_code == 200
    assert asked(secret, f"tournaments/{ours}/clock/pause", {}).status_code == 200
    with cast.unchanged():
        assert asked(secret, f"tournaments/{theirs}/tables").status_code == 403
        assert asked(secret, f"tournaments/{theirs}/clock/pause", {}).status_code == 403
        assert asked(secret, f"players/{house.ana.player_id}/file").status_code == 403


def test_every_token_has_an_end_within_a_year(house):
    ana = browser(house.ana)
    with cast.unchanged():
        far = ana.post("/me/tokens/", {"command_id": str(uuid.uuid4()), "name": "x", "until": "2099-12-31"})
        assert far.status_code == 409 and "An API key ends within a year." in text_of(far)
    made_by(house.ana)
    token = ApiToken.objects.get(user_id=house.ana.user_id)
    assert (token.scope, token.expires_at - token.created_at) == ("read", timedelta(days=90))
