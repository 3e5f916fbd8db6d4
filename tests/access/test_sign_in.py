"""The sign-in page counts wrong tries with the API's."""

from __future__ import annotations

import re
import uuid

import pytest
from django.core import mail
from django.test import Client

from access import rate_limit
from people.models import User
from tests import cast

pytestmark = pytest.mark.django_db


def test_ten_wrong_tries_close_the_door_for_that_address_on_both_doors(client):
    caio = cast.person("Caio")
    user = User.objects.get(pk=caio.user_id)
    user.set_password("certa-e-longa")
    user.save()
    for _ in range(10):
        assert client.post("/sign-in/", {"username": user.email, "password": "errada"}).status_code == 200
    right = {"username": user.email.upper(), "password": "certa-e-longa"}
    assert client.post("/sign-in/", right).status_code == 429
    answer = client.post(
        "/api/sign-in", {"email": user.email, "password": "certa-e-longa"}, content_type="application/json"
    )
    assert answer.status_code == 429
    assert "_auth_user_id" not in client.session
    rate_limit.forget()


def test_a_stranger_who_guesses_does_not_shut_the_director_out(client):
    ana = cast.person("Ana")
    user = User.objects.get(pk=ana.user_id)
    user.set_password("certa-e-longa")
    user.save()
    right = {"username": user.email, "password": "certa-e-longa"}
    assert client.post("/sign-in/", right).status_code == 302
    assert client.post("/sign-out/").status_code == 302
    stranger = Client()
    for _ in range(10):
        assert stranger.post("/sign-in/", {**right, "password": "errada"}).status_code == 200
    assert stranger.post("/sign-in/", right).status_code == 429
    assert client.post("/sign-in/", right).status_code == 302
    # a colleague signs in with the same machine, by a code: it knows both
    bruno = User.objects.get(pk=cast.person("Bruno").user_id)
    client.post("/sign-out/")
    client.post("/join/", {"command_id": str(uuid.uuid4()), "email": bruno.email})
    code = re.search(r"\d{6}", mail.outbox[-1].subject)[0]
    client.post("/join/code/", {"command_id": str(uuid.uuid4()), "code": code})
    assert client.session["_auth_user_id"] == str(bruno.pk)
    for _ in range(10):
        stranger.post("/sign-in/", {**right, "username": bruno.email, "password": "errada"})
    assert client.post("/sign-out/").status_code == 302
    assert client.post("/sign-in/", {**right, "username": bruno.email}).status_code == 200
    assert client.post("/sign-in/", right).status_code == 302
    # the known browser has ten tries too, and vouches for nobody else
    assert client.post("/sign-out/").status_code == 302
    for _ in range(10):
        assert client.post("/sign-in/", {**right, "password": "errada"}).status_code == 200
    assert client.post("/sign-in/", right).status_code == 429


def test_behind_a_proxy_one_guesser_does_not_close_the_door_for_all(settings, monkeypatch):
    monkeypatch.setattr("access.sign_in.WRONG_FROM_A_PLACE", 3)
    settings.BEHIND_PROXY = True
    guesser = Client(headers={"X-Forwarded-For": "203.0.113.9"})
    for n in range(3):
        guesser.post("/sign-in/", {"username": f"a{n}@example.com", "password": "errada"})
    wrong = {"username": "b@example.com", "password": "errada"}
    # what the client itself wrote stands before the proxy's word and is not believed
    pretending = Client(headers={"X-Forwarded-For": "198.51.100.7, 203.0.113.9"})
    assert guesser.post("/sign-in/", wrong).status_code == 429
    assert pretending.post("/sign-in/", wrong).status_code == 429
    assert Client(headers={"X-Forwarded-For": "198.51.100.7"}).post("/sign-in/", wrong).status_code == 200


def test_signing_in_leads_on(client):
    caio = cast.person("Caio")
    user = User.objects.get(pk=caio.user_id)
    user.set_password("certa-e-longa")
    user.save()
    answer = client.post("/sign-in/", {"username": user.email, "password": "certa-e-longa", "next": "/me/"})
    assert (answer.status_code, answer["Location"]) == (302, "/me/")


def test_the_admin_has_no_door_of_its_own(client):
    answer = client.get("/admin/")
    assert answer.status_code == 302
    answer = client.get(answer["Location"])
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/admin/")
    guess = {"username": "root@example.com", "password": "guess", "next": "/admin/"}
    assert client.post("/admin/login/", guess)["Location"] == "/sign-in/"
