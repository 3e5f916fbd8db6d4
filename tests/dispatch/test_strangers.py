"""Who may open a socket: pages of this house, and from one address no flood of strangers."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from dispatch import strangers
from dispatch.consumers import listener_of


def scope(origin, host="club.example:8000", client="203.0.113.7", **headers):
    connection = {"origin": origin, "host": host, **{k.replace("_", "-"): v for k, v in headers.items()}}
    return {"headers": [(k.encode(), v.encode()) for k, v in connection.items()], "client": (client, 4711)}


@pytest.mark.parametrize(
    ("origin", "host", "taken"),
    [
        ("http://club.example:8000", "club.example:8000", True),
        ("http://CLUB.example:8000", "club.example:8000", True),
        ("http://club.example", "club.example", True),
        ("http://club.example:80", "club.example", True),
        ("https://club.example", "club.example:443", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://club.example:9999", "club.example:8000", False),
        ("http://club.example", "club.example:8000", False),
        ("http://localhost:9999", "localhost:8000", False),
        ("http://evil.example:8000", "club.example:8000", False),
        ("http://club.example:x", "club.example:8000", False),
        ("file://club.example:8000", "club.example:8000", False),
        ("null", "club.example:8000", False),
        ("", "", False),
    ],
)
def test_the_page_is_of_this_address_port_included(origin, host, taken):
    assert strangers.of_this_house(scope(origin, host)) is taken


def test_an_origin_that_is_trusted_with_forms_is_trusted_with_sockets(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert strangers.of_this_house(scope("https://club.example", "inside:8000"))
    assert not strangers.of_this_house(scope("https://other.example", "inside:8000"))


def test_the_address_is_the_proxys_word_only_behind_one(settings):
    connection = scope("x", x_forwarded_for="6.6.6.6, 198.51.100.9")
    settings.BEHIND_PROXY = False
    assert strangers.address_of(connection) == "203.0.113.7"
    settings.BEHIND_PROXY = True
    assert strangers.address_of(connection) == "198.51.100.9"
    settings.BEHIND_PROXY = False
    # this machine itself is no stranger: a proxy that says nothing shuts nobody out
    assert strangers.address_of(scope("x", client="127.0.0.1")) == ""
    assert strangers.address_of({"headers": [], "client": None}) == ""


def test_who_listens_comes_from_the_address_that_the_proxy_saw_with_the_cookie_of_the_tables(settings):
    settings.BEHIND_PROXY = True
    connection = scope("x", x_forwarded_for="6.6.6.6, 198.51.100.9") | {
        "user": SimpleNamespace(pk=7, is_authenticated=True),
        "session": SimpleNamespace(session_key="s", get=lambda _name: None),
        "cookies": {settings.TABLE_BROWSER_COOKIE: "b" * 100},
    }
    listener = listener_of(connection)
    assert (listener.user_id, listener.address, listener.browser) == (7, "198.51.100.9", "b" * 64)
    # nobody who is not signed in leaves one
    stranger = listener_of(connection | {"user": SimpleNamespace(is_authenticated=False)})
    assert (stranger.address, stranger.browser) == ("", "")


def test_one_address_has_so_many_and_others_have_theirs(monkeypatch):
    monkeypatch.setattr(strangers, "MOST_FROM_AN_ADDRESS", 3)
    crowd = strangers.Crowd()
    assert [crowd.enter("203.0.113.7") for _ in range(5)] == [True, True, True, False, False]
    assert crowd.enter("198.51.100.9") and all(crowd.enter("") for _ in range(5))
    crowd.leave("203.0.113.7")
    assert [crowd.enter("203.0.113.7") for _ in range(2)] == [True, False]
    for _ in range(3):
        crowd.leave("203.0.113.7")
    crowd.leave("")
    assert [crowd.enter("203.0.113.7") for _ in range(4)] == [True, True, True, False]
