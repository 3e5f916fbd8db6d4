"""Signing in with an app, too: set up with its first code, asked for at both doors, taken away by who may."""

from __future__ import annotations

import json
import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client

from access import moment, rate_limit
from dispatch.models import Command, Fact
from people import operations
from people.commands.grant_role import grant_role
from people.commands.revoke_role import revoke_role
from people.models import SecondFactor, StaffRole, User
from people.operations.totp import STEP_SECONDS, code_at
from people.queries import sign_in_method
from tests import cast

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password"  # noqa: S105 - of this test


@pytest.fixture
def now(monkeypatch):
    clock = {"at": cast.OPEN}
    monkeypatch.setattr(moment, "at", lambda: clock["at"])
    rate_limit.forget()
    return clock


@pytest.fixture
def house(now):
    found = cast.house()
    for person in (found.olga, found.ana):
        user = User.objects.get(pk=person.user_id)
        user.set_password(PASSWORD)
        user.save()
    return found


def browser(person=None):
    client = Client()
    client.cookies["django_language"] = "en"
    if person is not None:
        client.force_login(User.objects.get(pk=person.user_id))
    return client


def fresh(**more):
    return {"command_id": str(uuid.uuid4()), **more}


def text_of(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def shown_by_the_app(person, seed, now):
    return code_at(
        operations.factor_secret(person.user_id, seed=seed), step=int(now["at"].timestamp()) // STEP_SECONDS
    )


def set_up(person, now):
    """(seed, recovery codes), as the page gives them."""
    client = browser(person)
    seed = uuid.UUID(re.search(r'name="seed" value="([^"]+)"', text_of(client.get("/me/second-factor/")))[1])
    form = fresh(seed=str(seed), code=shown_by_the_app(person, seed, now))
    page = client.post("/me/second-factor/", form)
    codes = re.findall(r"<li>([a-z2-7]{16})</li>", text_of(page))
    assert page.status_code == 200 and len(set(codes)) == 10
    # a reload sends the form again, and shows them no second time
    again = client.post("/me/second-factor/", form)
    assert again.status_code == 409 and not any(code in text_of(again) for code in codes)
    return seed, codes


def sign_in(client, person, **more):
    email = User.objects.get(pk=person.user_id).email
    return client.post("/sign-in/", {"username": email, "password": PASSWORD, "next": "/director/", **more})


def signed_in(client):
    return "_auth_user_id" in client.session


def test_set_up_and_asked_for_at_the_page(house, now):
    wrong = browser(house.ana)
    with cast.unchanged():
        page = wrong.post("/me/second-factor/", fresh(seed=str(uuid.uuid4()), code="000000"))
        assert page.status_code == 409 and "This code is not right" in text_of(page)
    seed, codes = set_up(house.ana, now)
    kept = str([fact.body for fact in Fact.objects.all()]) + str(list(Command.objects.values()))
    assert not any(code in kept for code in codes)
    assert str(SecondFactor.objects.values().get()).count(codes[0]) == 0
    assert "Recovery codes left: 10." in text_of(browser(house.ana).get("/me/second-factor/"))

    client = browser()
    before = client.session.session_key
    answer = sign_in(client, house.ana)
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/code/") and not signed_in(client)
    assert client.get("/director/").status_code == 302
    # the code that set it up does not open as well
    used = client.post("/sign-in/code/", {"code": shown_by_the_app(house.ana, seed, now)})
    assert used.status_code == 409 and not signed_in(client)
    now["at"] += timedelta(seconds=30)
    half = client.session.session_key
    code = shown_by_the_app(house.ana, seed, now)
    answer = client.post("/sign-in/code/", {"code": f"{code[:3]} {code[3:]}"})
    assert (answer.status_code, answer["Location"]) == (302, "/director/") and signed_in(client)
    assert client.session.session_key not in (before, half)
    # a recovery code, once
    for times in (302, 409):
        client = browser()
        sign_in(client, house.ana)
        assert client.post("/sign-in/code/", {"code": codes[3].upper()}).status_code == times
    # the right password is forgotten after a while, and without it there is nothing to give a code for
    client = browser()
    sign_in(client, house.ana)
    now["at"] += timedelta(minutes=11)
    late = client.post("/sign-in/code/", {"code": shown_by_the_app(house.ana, seed, now)})
    assert late["Location"] == "/sign-in/" and not signed_in(client)
    assert browser().get("/sign-in/code/")["Location"] == "/sign-in/"


def test_guessing_is_limited(house, now):
    seed, codes = set_up(house.ana, now)
    client = browser()
    sign_in(client, house.ana)
    for _n in range(10):
        assert client.post("/sign-in/code/", {"code": "000000"}).status_code == 409
    assert client.post("/sign-in/code/", {"code": codes[0]}).status_code == 429
    assert not signed_in(client)


def test_the_api_asks_for_it_too(house, now):
    seed, codes = set_up(house.ana, now)
    client = Client(headers={"Accept-Language": "en"})
    email = User.objects.get(pk=house.ana.user_id).email

    def asked(**more):
        return client.post(
            "/api/sign-in", json.dumps({"email": email, "password": PASSWORD, **more}), "application/json"
        )

    assert asked().json()["code"] == "second_code_missing" and not signed_in(client)
    assert asked(second_code="000000").json()["code"] == "wrong_factor" and not signed_in(client)
    assert asked(second_code=codes[1]).status_code == 200 and signed_in(client)
    told = client.get("/api/second-factor").json()
    assert (told["recovery_left"], told["secret"]) == (9, "")
    # by the code by e-mail one does not get past it, whatever the account may do by now
    assert sign_in_method(email) == ("password", None)


def test_taken_away_with_a_code_or_by_the_owner(house, now):
    seed, codes = set_up(house.ana, now)
    ana, olga, bruno = browser(house.ana), browser(house.olga), browser(house.bruno)
    staff = f"/director/venues/{house.venue_id}/staff/"
    with cast.unchanged():
        assert ana.post("/me/second-factor/", fresh(what="drop", code="123456")).status_code == 409
        bruno.post(f"{staff}do/app/", fresh(user_id=house.ana.user_id))
    assert ana.post("/me/second-factor/", fresh(what="drop", code=codes[0])).status_code == 302
    assert not SecondFactor.objects.exists()
    client = browser()
    assert sign_in(client, house.ana)["Location"] == "/director/" and signed_in(client)

    now["at"] += timedelta(minutes=1)
    set_up(house.ana, now)
    assert "Remove the app" in text_of(olga.get(staff))
    rival = cast.house(name="Rival")
    other = browser(rival.olga)
    cast.say(grant_role, by=rival.olga, user_id=house.ana.user_id, venue_id=rival.venue_id, role="floor")
    with cast.unchanged():  # the owner of another house has no say here, not even having given a role there
        other.post(f"/director/venues/{rival.venue_id}/staff/do/app/", fresh(user_id=house.ana.user_id))
    with cast.unchanged():  # nor has this house's owner, as long as the person works at the other one, too
        olga.post(f"{staff}do/app/", fresh(user_id=house.ana.user_id))
    for role in StaffRole.objects.filter(user_id=house.ana.user_id, venue_id=rival.venue_id):
        cast.say(revoke_role, by=rival.olga, venue_id=rival.venue_id, role_id=role.pk)
    olga.post(f"{staff}do/app/", fresh(user_id=house.ana.user_id))
    assert not SecondFactor.objects.exists()
