"""The first owner of an empty installation: by the link of the console, and nobody from the network."""

from __future__ import annotations

import io
import json
import re
import uuid

import pytest
from django.core.management import call_command
from django.test import Client

from people.models import StaffRole, User
from people.queries import founding_code
from tests import cast
from tournaments.models import Venue

pytestmark = pytest.mark.django_db
VENUE = {
    "name": "Casa Nova", "slug": "casa-nova", "city": "Porto", "currency": "EUR", "timezone": "Europe/Lisbon",
    "language": "pt",
}  # fmt: skip


def browser():
    client = Client()
    client.cookies["django_language"] = "en"
    return client


def fresh(**more):
    return {"command_id": str(uuid.uuid4()), **more}


def told(*arguments):
    out = io.StringIO()
    call_command("first_owner", *arguments, stdout=out)
    return out.getvalue().strip()


def test_the_link_of_the_console_opens_the_house_once():
    """A-D4, D-D11."""
    link = told("--at", "https://poker.example")
    assert link == f"https://poker.example/open/{founding_code()}/"
    assert founding_code() not in re.sub("/open/.*", "", link)
    client = browser()
    assert client.get(link.removeprefix("https://poker.example"))["Location"] == "/open/"
    with cast.unchanged():
        weak = client.post("/open/", fresh(name="Olga", email="olga@example.com", password="12345678"))
        assert weak.status_code == 409 and 'value="Olga"' in weak.content.decode()
    made = client.post("/open/", fresh(name="Olga", email="olga@example.com", password="uma frase bem longa"))
    assert (made.status_code, made["Location"]) == (302, "/director/venues/open/")
    page = client.get("/director/venues/open/")
    assert "Create the house" in page.content.decode()
    opened = client.post("/director/venues/open/", fresh(**VENUE))
    venue = Venue.objects.get()
    assert opened["Location"] == f"/director/venues/{venue.pk}/"
    owner = StaffRole.objects.get()
    assert (owner.role, owner.user.email) == ("owner", "olga@example.com")
    # once
    assert browser().get(f"/open/{founding_code()}/").status_code == 404
    assert told("--path") == "" and "has an owner" in told()


def test_who_signed_up_from_the_network_takes_nothing():
    eva = cast.person("Eva")
    client = browser()
    client.force_login(User.objects.get(pk=eva.user_id))
    for address in ("/open/", "/open/x/", "/open/" + "a" * 24 + "/"):
        assert client.get(address).status_code == 404, address
    assert "Create the house" not in client.get("/director/venues/open/").content.decode()
    with cast.unchanged():
        assert client.post("/director/venues/open/", fresh(**VENUE)).status_code == 409
        for code in ("", "wrong"):
            answer = client.post(
                "/api/venues", json.dumps({**VENUE, "founding_code": code} if code else VENUE),
                "application/json", headers={"Command-Id": str(uuid.uuid4())},
            )  # fmt: skip
            assert answer.json()["code"] == "no_first_owner"
        answer = Client().post(
            "/api/first-owner",
            json.dumps({"code": "x", "email": "x@example.com", "name": "X", "password": "uma frase bem longa"}),
            "application/json", headers={"Command-Id": str(uuid.uuid4())},
        )  # fmt: skip
        assert answer.json()["code"] == "no_first_owner"
    # signed in already: the link leads straight to the venue
    assert (
        client.get(f"/open/{founding_code()}/", follow=True).redirect_chain[-1][0] == "/director/venues/open/"
    )
    assert client.post("/director/venues/open/", fresh(**VENUE)).status_code == 302


def test_by_api_the_first_owner_comes_in_with_the_code():
    client = Client(headers={"Accept-Language": "en"})

    def post(path, **body):
        return client.post(
            f"/api/{path}", json.dumps(body), "application/json", headers={"Command-Id": str(uuid.uuid4())}
        )

    who = {"email": "olga@example.com", "password": "uma frase bem longa"}
    assert post("first-owner", code=founding_code(), name="Olga", **who).status_code == 200
    assert post("sign-in", **who).status_code == 200
    assert post("venues", **VENUE, founding_code=founding_code()).status_code == 200
    assert post("first-owner", code=founding_code(), name="Rui", **who).json()["code"] == "no_first_owner"


def test_a_superuser_is_made_without_questions(monkeypatch):
    """D-D13."""
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "uma frase bem longa")
    call_command("createsuperuser", "--noinput", "--email", "root@example.com", verbosity=0)
    root = User.objects.get(email="root@example.com")
    assert root.is_superuser and root.created_at is not None and root.check_password("uma frase bem longa")


def test_a_short_name_that_is_left_empty_is_made_from_the_name():
    client = browser()
    client.get(told("--at", "https://poker.example").removeprefix("https://poker.example"))
    client.post("/open/", fresh(name="Olga", email="olga@example.com", password="uma frase bem longa"))
    page = client.get("/director/venues/open/").content.decode()
    assert "Left empty it is made from the name." in page
    # nothing that a name is made from: the field says so
    refused = client.post("/director/venues/open/", fresh(**{**VENUE, "name": "♠♠", "slug": ""}))
    assert refused.status_code == 409 and not Venue.objects.exists()
    client.post(
        "/director/venues/open/", fresh(**{**VENUE, "name": "Sala São João, Poker Clube", "slug": ""})
    )
    assert Venue.objects.get().slug == "sala-sao-joao-poker-clube"
