"""The sign-in page counts wrong tries with the API's."""

from __future__ import annotations

import pytest

from api import tries
from people.models import User
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _afresh():
    tries.forget()


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
    tries.forget()


def test_signing_in_leads_on(client):
    caio = cast.person("Caio")
    user = User.objects.get(pk=caio.user_id)
    user.set_password("certa-e-longa")
    user.save()
    answer = client.post("/sign-in/", {"username": user.email, "password": "certa-e-longa", "next": "/me/"})
    assert (answer.status_code, answer["Location"]) == (302, "/me/")
