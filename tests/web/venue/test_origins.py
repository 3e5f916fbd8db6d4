"""Shared connections and browsers: the owner's switch, what is taken from whom, what the desk reads of it, and what the page on privacy says."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from access import moment
from people.commands.grant_role import grant_role
from play.commands.keep_origins import keep_origins
from play.models import OriginWatch, PlayOrigin
from tests import cast
from tests.api.conftest import caller
from tests.play import cash, event
from tests.play.conftest import open_one
from tests.web.venue.test_integrity import address, browser, rows

pytestmark = pytest.mark.django_db

NOW = cast.OPEN + timedelta(hours=2)
COOKIE = settings.TABLE_BROWSER_COOKIE


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moment, "at", lambda: NOW)


def switch(house, kept=True):
    return cast.say(keep_origins, by=house.olga, venue_id=house.venue_id, kept=kept)


def told(client, path="/privacy/"):
    return " ".join(client.get(path).content.decode().split())


def press(client, house, kept):
    return client.post(
        address(house, "origins/"), {"command_id": str(cast.new_id()), "kept": kept}, follow=True
    )


def test_the_owner_switches_it_on_and_off_and_the_page_on_privacy_says_so_at_once():
    house = cast.house(name="Casa Azul")
    owner, stranger = browser(house.olga), Client(headers={"accept-language": "en"})
    page = told(owner, address(house, "origins/"))
    assert "Not kept" in page and 'name="kept" value="yes"' in page and 'value="no"' not in page
    before = told(stranger)
    assert "From where you play online" not in before and "none follows you" in before
    page = press(owner, house, "yes").content.decode()
    assert "From now on it is kept" in page and 'name="kept" value="no"' in page
    assert OriginWatch.objects.get().venue_id == house.venue_id
    after = told(stranger)
    assert "From where you play online for money" in after and "at Casa Azul: each time" in after
    assert "none follows you" not in after and "a third one tells this browser from others" in after
    page = press(owner, house, "no").content.decode()
    assert "what there was is deleted" in page and 'name="kept" value="yes"' in page
    assert not OriginWatch.objects.exists()
    again = told(stranger)
    assert "From where you play online" not in again and "none follows you" in again


def test_officers_read_whether_it_is_kept_and_switch_nothing_and_others_read_nothing():
    house = cast.house()
    cast.say(grant_role, by=house.olga, user_id=house.dora.user_id, venue_id=house.venue_id, role="integrity")
    officer = browser(house.dora)
    page = officer.get(address(house, "origins/")).content.decode()
    assert "The owner of the house switches it on and off." in page and 'name="kept"' not in page
    assert "Only the owner of the house may do this." in press(officer, house, "yes").content.decode()
    for who in (house.ana, house.bruno, house.desi, house.caio):
        assert browser(who).get(address(house, "origins/")).status_code == 403
        assert press(browser(who), house, "yes").status_code == 403
    assert not OriginWatch.objects.exists()
    rival = cast.house(name="Outra")
    assert press(browser(rival.olga), house, "yes").status_code == 403
    assert not OriginWatch.objects.exists()


def at_home(person, place="203.0.113.7"):
    client = browser(person)
    client.defaults["REMOTE_ADDR"] = place
    return client


def cash_pair(house):
    """A cash table where two sit who have played a hand."""
    table = cash.open_cash(house)
    for seat in (1, 2):
        table.sit(seat)
    table.deal()
    table.fold_out()
    return table


def test_who_reads_the_own_seat_leaves_one_and_the_desk_reads_the_pair_as_counts():
    house = cash.house()
    table = cash_pair(house)
    path = f"/tables/{table.table_id}/"
    quiet = at_home(table.people[1])
    assert COOKIE not in quiet.get(path).cookies and not PlayOrigin.objects.exists()
    desk = browser(house.olga)
    assert "Same connection" not in desk.get(address(house), {"kind": "cash"}).content.decode()
    switch(house)
    # who only looks on leaves none, nor does who is not signed in
    assert COOKIE not in at_home(house.caio).get(path).cookies
    assert COOKIE not in Client().get(path).cookies
    first = at_home(table.people[1])
    given = first.get(path).cookies[COOKIE]
    assert re.fullmatch("[0-9a-f]{32}", given.value) and given["httponly"] and given["samesite"] == "Lax"
    assert COOKIE not in first.get(path).cookies and PlayOrigin.objects.count() == 1
    second = at_home(table.people[2], "203.0.113.99")
    second.cookies[COOKIE] = given.value
    second.get(path)
    assert PlayOrigin.objects.count() == 2
    (row,) = rows(desk.get(address(house), {"kind": "cash"}))
    assert row[-3:] == ["1 of 1", "1 of 1", "One browser at one table"]
    low, high = sorted(table.people[seat].player_id for seat in (1, 2))
    pair = told(desk, address(house, f"pairs/{low}/{high}/") + "?kind=cash")
    for what in ("connection", "browser"):
        assert re.search(rf"<dt>Same {what}</dt>\s*<dd>\s*1 of 1 sessions", pair), what
    asking = caller("olga", house.olga).signed_in()
    (line,) = asking.get(f"venues/{house.venue_id}/integrity/pairs", {"kind": "cash"}).json()
    assert [line[name] for name in ("line_sessions", "same_line", "browser_sessions", "same_browser")] == [
        1
    ] * 4
    assert line["alerts"] == ["same_browser"]
    state = asking.get(f"venues/{house.venue_id}/integrity/origins").json()
    assert (state["kept"], state["origins"], state["by"]) == (True, 2, "Olga")
    assert "203.0.113" not in str(state) and given.value not in str(line)
    # what a browser was given is taken back once no house keeps it any more
    switch(house, False)
    gone = first.get(path).cookies[COOKIE]
    assert gone.value == "" and gone["max-age"] == 0
    assert not PlayOrigin.objects.exists()


def test_the_address_is_what_the_proxy_saw_and_nobody_writes_another(settings):
    settings.BEHIND_PROXY = True
    house = cash.house()
    table = cash_pair(house)
    switch(house)
    path = f"/tables/{table.table_id}/"
    for seat, forwarded in ((1, "9.9.9.9, 203.0.113.7"), (2, "8.8.8.8, 203.0.113.8")):
        at_home(table.people[seat], "10.0.0.1").get(path, headers={"x-forwarded-for": forwarded})
    (row,) = rows(browser(house.olga).get(address(house), {"kind": "cash"}))
    assert row[-3] == "1 of 1"
    first, second = PlayOrigin.objects.order_by("id")
    assert first.line == second.line and first.browser != second.browser


def test_a_cookie_that_the_house_did_not_give_is_replaced_and_demo_tables_ask_for_none():
    house = cash.house()
    switch(house)
    table = cash_pair(house)
    client = at_home(table.people[1])
    client.cookies[COOKIE] = "<script>"
    assert re.fullmatch("[0-9a-f]{32}", client.get(f"/tables/{table.table_id}/").cookies[COOKIE].value)
    demo = open_one(house)
    who = demo.sit(1)
    assert COOKIE not in at_home(who).get(f"/tables/{demo.table_id}/").cookies
    assert PlayOrigin.objects.count() == 1


def test_a_tournament_is_noted_at_its_first_table():
    home = event.house()
    switch(home)
    table = event.begun(home, players=3)
    seat = min(table.people)
    at_home(table.people[seat]).get(f"/tables/{table.table_id}/")
    row = PlayOrigin.objects.get()
    assert (row.tournament_id, row.sitting_id) == (table.tournament_id, None)
    assert row.player_id == table.people[seat].player_id


def test_the_owner_switches_it_by_programs_too():
    house = cast.house()
    asking = caller("olga", house.olga).signed_in()
    path = f"venues/{house.venue_id}/integrity/keep-origins"
    done = asking.post(path, {"kept": True})
    assert done.status_code == 200 and done.json()["result"] == {"venue_id": house.venue_id, "kept": True}
    assert asking.post(path, {}).status_code == 400
    director = caller("ana", house.ana).signed_in()
    assert director.post(path, {"kept": False}).status_code == 403
    assert OriginWatch.objects.exists()


def test_an_officer_who_plays_reads_nothing_of_the_own_play():
    house = cash.house()
    table = cash_pair(house)
    who = table.people[1]
    cast.say(grant_role, by=house.olga, user_id=who.user_id, venue_id=house.venue_id, role="integrity")
    low, high = sorted(table.people[seat].player_id for seat in (1, 2))
    own, owner = browser(who), browser(house.olga)
    for client, pairs, players in ((own, 0, 1), (owner, 1, 2)):
        assert len(rows(client.get(address(house), {"kind": "cash"}))) == pairs
        assert len(rows(client.get(address(house, "players/"), {"kind": "cash"}))) == players
        there = client.get(address(house, f"pairs/{low}/{high}/"), {"kind": "cash"})
        assert there.status_code == (200 if pairs else 404)
    asking = caller("own", who).signed_in()
    for path, left in (("pairs", 0), ("players", 1), (f"pairs/{low}/{high}", 0)):
        found = asking.get(f"venues/{house.venue_id}/integrity/{path}", {"kind": "cash"})
        assert found.status_code == 200 and len(found.json()) == left, path
