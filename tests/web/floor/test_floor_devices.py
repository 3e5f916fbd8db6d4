"""A shared tablet: paired by the director, opened by PIN, both named in what is done."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from dispatch import relay
from dispatch.models import Command
from people.commands.unpair_device import unpair_device
from people.models import Device, OperatorPin, User
from tables.models import Seat
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    return cast.house()


def signed_in(person):
    client = Client()
    client.force_login(User.objects.get(pk=person.user_id))
    client.cookies["django_language"] = "en"
    return client


def fresh(**more):
    return {"command_id": str(uuid.uuid4()), **more}


@pytest.fixture
def tablet(house):
    """Ana has paired it; nobody is signed in on it."""
    client = signed_in(house.ana)
    answer = client.post("/floor/pair/", fresh(venue=house.venue_id, name="Floor 1"))
    assert (answer.status_code, answer["Location"]) == (302, "/floor/unlock/")
    assert answer.cookies["device"]["httponly"]
    assert "_auth_user_id" not in client.session
    return client


@pytest.fixture
def pin(house):
    client = signed_in(house.bruno)
    assert client.post("/floor/pin/", fresh(pin="4711")).status_code == 302
    return "4711"


def test_bad_pins_are_not_set(house):
    client = signed_in(house.bruno)
    for bad in ("123", "1111", "12345678a", "", "123456789"):
        with cast.unchanged():
            assert client.post("/floor/pin/", fresh(pin=bad)).status_code == 409, bad
    assert not OperatorPin.objects.exists()


def test_only_who_may_pairs(house):
    client = signed_in(house.bruno)
    assert "Only a director" in client.get("/floor/pair/").content.decode()
    assert "/floor/pair/" not in client.get("/floor/").content.decode()
    assert "/floor/pair/" in signed_in(house.ana).get("/floor/").content.decode()
    with cast.unchanged():
        assert client.post("/floor/pair/", fresh(venue=house.venue_id, name="x")).status_code == 409


def test_an_operator_opens_it_and_every_action_names_both(house, tablet, pin):
    tournament = house.started("turbo-8max", entries=8)
    page = tablet.get("/floor/unlock/").content.decode()
    assert "Floor 1" in page
    opened = tablet.post(
        "/floor/unlock/", {"operator": house.bruno.user_id, "pin": pin, "next": f"/floor/{tournament}/"}
    )
    assert (opened.status_code, opened["Location"]) == (302, f"/floor/{tournament}/")
    head = tablet.get(f"/floor/{tournament}/").content.decode().partition("</header>")[0]
    # whose house, which tournament, who works with which tablet
    for told in ("Lock", "Clube", "Terça", "· Floor 1"):
        assert told in head, told
    # who hands it over locks it; there is no second button that looks as if it did the same
    assert "Sign out" not in head and "Sign out" in tablet.get("/floor/").content.decode()
    seat = (
        Seat.objects.filter(table__tournament_id=tournament, entry__isnull=False)
        .select_related("table")
        .first()
    )
    number = uuid.uuid4()
    answer = tablet.post(
        f"/api/tournaments/{tournament}/tables/{seat.table.number}/seats/{seat.number}/verify",
        content_type="application/json", headers={"Command-Id": str(number)},
    )  # fmt: skip
    assert answer.status_code == 200, answer.content
    record = Command.objects.get(pk=number)
    assert (record.user_id, record.device_id) == (house.bruno.user_id, Device.objects.get().pk)
    # and so the director reads it
    while relay.seal():
        pass
    history = signed_in(house.ana).get(f"/director/{tournament}/history/").content.decode()
    assert f'<td class="by">{record.label} · Floor 1</td>' in history
    # handed over
    assert tablet.post("/floor/lock/", {"next": f"/floor/{tournament}/"}).status_code == 302
    assert tablet.get(f"/floor/{tournament}/")["Location"] == f"/floor/unlock/?next=/floor/{tournament}/"


def test_wrong_pins_are_counted_for_the_device_and_the_person(house, tablet, pin):
    for _ in range(10):
        assert (
            tablet.post("/floor/unlock/", {"operator": house.bruno.user_id, "pin": "0815"}).status_code == 409
        )
    answer = tablet.post("/floor/unlock/", {"operator": house.bruno.user_id, "pin": pin})
    assert answer.status_code == 409
    assert "Too many tries" in answer.content.decode()


def test_who_has_no_pin_yet_is_told_so_and_where_one_is_set(house, tablet, pin):
    where = "Sign in with your password on another device and set one: “My account”, “Set a PIN”."
    told = tablet.post("/floor/unlock/", {"operator": house.ana.user_id, "pin": pin}).content.decode()
    assert f"You have no PIN yet. {where}" in told and "This PIN is not right" not in told
    # the link that it names is there
    assert "Set a PIN" in signed_in(house.ana).get("/account/").content.decode()
    # of who does not work here nothing is told
    told = tablet.post("/floor/unlock/", {"operator": house.caio.user_id, "pin": pin}).content.decode()
    assert "This PIN is not right" in told and "You have no PIN yet" not in told


def test_a_pin_opens_nothing_elsewhere(house, tablet, pin):
    assert Client().post("/floor/unlock/", {"operator": house.bruno.user_id, "pin": pin}).status_code == 403
    for operator in (house.caio.user_id, house.desi.user_id, "x", ""):
        assert tablet.post("/floor/unlock/", {"operator": operator, "pin": pin}).status_code == 409
    opened = tablet.post(
        "/floor/unlock/", {"operator": house.bruno.user_id, "pin": pin, "next": "https://evil.example/"}
    )
    assert opened["Location"] == "/floor/"


def test_a_directors_pin_on_a_floor_tablet_reaches_no_money(house, tablet):
    """Whoever finds the tablet and has seen the PIN: no page and no address of it takes or pays any."""
    ana = signed_in(house.ana)
    assert ana.post("/floor/pin/", fresh(pin="5823")).status_code == 302
    t = house.started("turbo-8max", entries=8)
    player = house.player()
    assert tablet.post("/floor/unlock/", {"operator": house.ana.user_id, "pin": "5823"}).status_code == 302
    said = "A floor tablet is for the tables."
    body = {"player_id": player, "method": "cash", "terms_version": "1", "paid": True}
    form = fresh(player=str(player), player_id=str(player), method="cash", price="", terms="1")
    with cast.unchanged():
        told = tablet.post(
            f"/api/tournaments/{t}/registrations",
            body,
            content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        )
        assert (told.status_code, told.json()["code"]) == (403, "forbidden")
        assert said in told.json()["detail"]
        page = tablet.post(f"/desk/{t}/do/register/", form, follow=True)
        assert said in page.content.decode()
        assert (
            said in tablet.post(f"/director/{t}/do/cancel/", fresh(reason="x"), follow=True).content.decode()
        )
    # her floor acts go through
    paused = tablet.post(
        f"/api/tournaments/{t}/clock/pause",
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert paused.status_code == 200


def test_a_machine_paired_for_the_desk_takes_payments(house):
    client = signed_in(house.ana)
    assert 'name="kind"' in client.get("/floor/pair/").content.decode()
    client.post("/floor/pair/", fresh(venue=house.venue_id, name="Desk 1", kind="desk"))
    assert Device.objects.get().kind == "desk"
    assert signed_in(house.desi).post("/floor/pin/", fresh(pin="5823")).status_code == 302
    t = house.registering("turbo-8max")
    opened = client.post("/floor/unlock/", {"operator": house.desi.user_id, "pin": "5823"})
    assert opened.status_code == 302 and not opened["Location"].startswith("/floor/")
    body = {"player_id": house.player(), "method": "cash", "terms_version": "1", "paid": True}
    told = client.post(
        f"/api/tournaments/{t}/registrations",
        body,
        content_type="application/json",
        headers={"Command-Id": str(uuid.uuid4())},
    )
    assert told.status_code == 200, told.content


def test_who_runs_the_server_needs_the_password(house, tablet, pin):
    User.objects.filter(pk=house.bruno.user_id).update(is_superuser=True)
    answer = tablet.post("/floor/unlock/", {"operator": house.bruno.user_id, "pin": pin})
    assert answer.status_code == 409
    assert "_auth_user_id" not in tablet.session


def test_a_tablet_that_was_unpaired_does_nothing_more(house, tablet, pin):
    tournament = house.started("turbo-8max", entries=8)
    tablet.post("/floor/unlock/", {"operator": house.bruno.user_id, "pin": pin})
    cast.say(unpair_device, by=house.ana, venue_id=house.venue_id, device_id=Device.objects.get().pk)
    assert tablet.get(f"/floor/{tournament}/").status_code == 403
    assert tablet.get("/floor/unlock/").status_code == 403
    with cast.unchanged():
        assert tablet.post("/floor/pin/", fresh(pin="2222")).status_code == 409


def test_the_lock_is_a_page_of_its_own_with_one_way_in_for_who_has_no_pin(house, tablet):
    page = tablet.get("/floor/unlock/").content.decode()
    assert "front-pages" not in page and "/calendar/" not in page
    ways = set(re.findall(r'<a[^>]*href="([^"]+)"', page)) - {"#content"}
    assert {way for way in ways if not way.startswith("/theme/")} == {"/sign-in/"}
    assert "Clube" in page.partition("</header>")[0]
