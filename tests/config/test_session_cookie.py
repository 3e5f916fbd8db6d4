"""A request sent before somebody signed in is answered after it: the new session is still there."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from people.models import Session, User
from tests import cast

COOKIE = settings.SESSION_COOKIE_NAME


@pytest.fixture
def user(db: None) -> User:
    return User.objects.get(pk=cast.person("Plínio").user_id)


def signed_in(browser: Client) -> bool:
    """Whether the browser, with the cookie that it has, is let in."""
    return browser.get("/account/").status_code == 200


def ended(_user: User) -> None:
    """From another browser, or with its time."""
    Session.objects.all().delete()


def other_password(user: User) -> None:
    """What a session carries fits no more: whoever comes with it empties it."""
    user.set_password("correct horse, another")
    user.save()


@pytest.mark.parametrize("address", ["/account/", "/", "/api/accounts/me"])
@pytest.mark.parametrize("over", [ended, other_password])
def test_a_late_answer_to_a_session_that_is_over_leaves_the_new_one(
    client: Client, user: User, over: Callable[[User], None], address: str
) -> None:
    client.force_login(user)
    before = client.cookies[COOKIE].value
    over(user)
    client.force_login(user)
    now = client.cookies[COOKIE].value
    assert now != before
    late = client.get(address, HTTP_COOKIE=f"{COOKIE}={before}")  # it was on its way all the time
    assert COOKIE not in late.cookies
    assert client.cookies[COOKIE].value == now
    assert signed_in(client)
    # and the old one opens nothing
    old = Client()
    old.cookies[COOKIE] = before
    assert not signed_in(old)


def test_who_comes_with_a_session_that_is_over_signs_in_under_another_key(client: Client, user: User) -> None:
    client.force_login(user)
    before = client.cookies[COOKIE].value
    ended(user)
    assert not signed_in(client)
    assert client.cookies[COOKIE].value == before
    client.force_login(user)
    assert client.cookies[COOKIE].value != before
    assert signed_in(client)


@pytest.mark.parametrize("address", ["/sign-out/", "/api/sign-out"])
def test_who_signs_out_has_no_cookie_any_more(client: Client, user: User, address: str) -> None:
    client.force_login(user)
    answer = client.post(address, {"command_id": str(uuid.uuid4())})
    assert (answer.cookies[COOKIE].value, answer.cookies[COOKIE]["max-age"]) == ("", 0)
    assert not Session.objects.exists()
    assert not signed_in(client)


def test_signing_out_of_a_session_that_is_over_takes_its_cookie_too(client: Client, user: User) -> None:
    client.force_login(user)
    ended(user)
    assert client.post("/sign-out/").cookies[COOKIE].value == ""
