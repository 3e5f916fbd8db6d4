"""Signing out while one sits at tables: what becomes of the seats is told first, and they can be left."""

from __future__ import annotations

import uuid

import pytest

from play.operations.seats import seated_at
from tests import cast
from tests.play.cash import open_cash
from tests.play.conftest import AtTable, open_one
from tests.play.event import begun, house
from tests.web.player.test_tables import browser

pytestmark = pytest.mark.django_db


def sign_out(client, what=""):
    form = {"command_id": str(uuid.uuid4())} | ({"what": what} if what else {})
    answer = client.post("/sign-out/", form)
    return answer, " ".join(answer.content.decode().split())


def signed_in(client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def table() -> AtTable:
    """Rui and two others in a hand."""
    found = open_one(cast.house())
    for seat in (2, 5, 7):
        found.sit(seat)
    found.deal()
    return found


TOLD = {
    "pt-br": "Você ainda está sentado a uma mesa",
    "pt": "Ainda está sentado a uma mesa",
    "en": "You still sit at a table",
}


@pytest.mark.parametrize("language", TOLD)
def test_who_sits_in_a_hand_reads_what_becomes_of_it_and_leaves_the_tables_first(table, language):
    seat = table.to_act
    client = browser(table.people[seat], language)
    answer, page = sign_out(client)
    assert answer.status_code == 200 and TOLD[language] in page and table.row.name in page
    assert f'href="/tables/{table.table_id}/"' in page
    assert signed_in(client)
    if language == "en":
        assert "You are in a hand." in page and "A hand is played on: when your time is over" in page
        assert "Ten minutes later the seat is free." in page
    answer, _page = sign_out(client, "leave")
    assert answer.status_code == 302 and not signed_in(client)
    # the hand is over for who folded at once; else the seat is left with it
    assert [one.leaves for one in seated_at(table.row) if one.seat == seat] == [True]


def test_who_goes_all_the_same_keeps_the_seat(table):
    client = browser(table.people[5], "en")
    answer, _page = sign_out(client, "go")
    assert answer.status_code == 302 and not signed_in(client)
    assert [one.leaves for one in seated_at(table.row)] == [False] * 3


def test_who_waits_for_the_next_hand_at_a_cash_table_goes_home_with_the_stack():
    table = open_cash()
    table.sit(2)
    client = browser(table.people[2], "en")
    _answer, page = sign_out(client)
    assert "go to your balance then" in page and "You are in a hand" not in page
    answer, _page = sign_out(client, "leave")
    assert answer.status_code == 302 and not signed_in(client)
    assert table.row.seats == [] and table.wallet(2) == 20_000


def test_a_seat_in_a_tournament_is_not_left():
    event = begun(house(), players=3)
    event.due()
    client = browser(event.people[event.to_act], "en")
    _answer, page = sign_out(client)
    assert "your seat is yours until your last chip" in page
    assert 'value="leave"' not in page and 'value="go"' in page
    answer, _page = sign_out(client, "go")
    assert answer.status_code == 302 and not signed_in(client)
    assert len(event.row.seats) == 3


def test_who_sits_nowhere_signs_out_at_once():
    client = browser(cast.house().caio)
    answer, _page = sign_out(client)
    assert answer.status_code == 302 and not signed_in(client)


def signed_out(person, language: str) -> dict:
    client = browser(person, language)
    answer = client.post(
        "/api/sign-out", "{}", content_type="application/json", headers={"Accept-Language": language}
    )
    assert answer.status_code == 200 and not signed_in(client)
    return answer.json()


@pytest.mark.rule("PT-H.9", "PT-H.69")
def test_the_api_tells_who_signs_out_of_the_seats_as_the_page_does(table):
    seat = table.to_act
    page = sign_out(browser(table.people[seat], "en"))[1]
    told = signed_out(table.people[seat], "en")
    here = {"table_id": table.table_id, "table": table.row.name, "tournament_id": None}
    assert told["seats"] == [{**here, "in_hand": True, "leaves": False}]
    assert len(told["said"]) == 3 and all(sentence in page for sentence in told["said"])
    assert [one.leaves for one in seated_at(table.row)] == [False] * 3
    assert signed_out(cast.person("Zoe"), "en") == {"seats": [], "said": []}


def test_the_api_tells_of_money_and_of_a_tournament_in_the_callers_language():
    table = open_cash()
    table.sit(2)
    said = signed_out(table.people[2], "pt-br")["said"]
    assert len(said) == 4 and "saldo" in said[3]
    event = begun(house(), players=3)
    told = signed_out(event.people[1], "pt-br")
    assert [one["tournament_id"] for one in told["seats"]] == [event.tournament_id]
    page = sign_out(browser(event.people[1]))[1]
    assert len(told["said"]) == 2 and all(sentence in page for sentence in told["said"])
