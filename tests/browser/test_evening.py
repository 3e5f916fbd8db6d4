"""A Sit & go from creation to the paid winner: director, floor and player, each at their own device, and the clock on
the wall. Every page follows by itself; nobody reloads."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from ledger.queries import reconcile
from people.commands.check_identity import check_identity
from people.models import User
from tables.models import Seat
from tests import cast
from tests.browser.test_floor import cookie_of
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# whatever the machine is busy with, nobody in the room waits this long


@pytest.fixture
def house(server, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    made = cast.house()
    for person in (made.ana, made.bruno, made.desi, made.caio):
        User.objects.filter(pk=person.user_id).update(name=person.name)
    cast.say(
        check_identity, by=made.desi, player_id=made.caio.player_id, venue_id=made.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
    return made


@pytest.fixture
def sit_down(look, server):
    """A person at a device of theirs, signed in."""

    def at(person, path, **more):
        cookies = [
            {"name": c["name"], "value": c["value"], "domain": "127.0.0.1", "path": "/", "expires": -1,
             "httpOnly": True, "secure": False, "sameSite": "Lax"}
            for c in cookie_of(person.user_id, server.url)
        ]  # fmt: skip
        watched = look(path, language="en", storage_state={"cookies": cookies, "origins": []}, **more)
        return watched

    return at


def part(page, name):
    return page.locator(f'[data-part="{name}"]').first


def shows(page, *states):
    """The state that the page tells the room."""
    expect(part(page, "state")).to_have_attribute("data-state", re.compile(f"^({'|'.join(states)})$"))


def test_a_name_that_is_typed_while_the_templates_fields_come_stays(sit_down, house):
    """On a slow line the fields of the chosen template came after the name, which was gone then."""
    director = sit_down(house.ana, f"/director/venues/{house.venue_id}/new/").page
    director.wait_for_load_state()
    held = []
    director.route("**/new/card/", lambda route: held.append(route))
    director.get_by_role("radio", name=re.compile("Sit & go 9")).check()
    director.fill("#n-name", "Sit & go das nove")
    while not held:
        director.wait_for_timeout(20)
    with director.expect_response("**/new/card/"):
        held[0].continue_()
    expect(director.locator('[name="capacity"]')).to_have_value("9")
    expect(director.locator("#n-name")).to_have_value("Sit & go das nove")
    expect(director.locator("#n-name")).to_be_focused()


def test_a_sit_and_go_from_creation_to_the_paid_winner(look, sit_down, house):
    # the director makes it from the template
    at_desk = sit_down(house.ana, "/director/")
    director = at_desk.page
    director.get_by_role("link", name="New tournament").first.click()
    director.get_by_role("radio", name=re.compile("Sit & go 9")).check()
    director.fill("#n-name", "Sit & go das nove")
    later = (datetime.now(UTC) + timedelta(hours=3)).astimezone().strftime("%Y-%m-%dT%H:%M")
    director.fill("#n-start", later)
    director.get_by_role("button", name="Create the draft").click()
    expect(director.locator("#findings")).to_contain_text("Everything checks")
    director.get_by_role("button", name="Publish").click()
    opening = director.get_by_role("button", name="Open registration now")
    expect(opening).to_be_visible()
    tournament = Tournament.objects.get(name="Sit & go das nove").pk
    on_the_wall = look(f"/screens/{tournament}/clock/", width=1920, height=1080, language="en")
    wall = on_the_wall.page
    shows(wall, "announced")
    opening.click()
    shows(wall, "registering")

    # eight others are in; Caio registers on his phone, whose clock is an hour off, and pays at the desk
    for letter in "ABCDEFGH":
        house.enter(tournament, house.player(f"Pessoa {letter}"), at=datetime.now(UTC))
    expect(part(wall, "players")).to_have_text("8")  # before the start all are in
    in_hand = sit_down(house.caio, "/me/", width=390, height=844)
    phone = in_hand.page
    phone.add_init_script("const told = Date.now; Date.now = () => told() + 3600000;")
    phone.goto(phone.url.replace("/me/", f"/play/{tournament}/"))
    phone.locator('input[name="pay"][value="desk"]').check()
    phone.locator('input[name="terms"]').check()
    phone.get_by_role("button", name="Register").click()
    mine = phone.locator("#mine")
    expect(mine).to_contain_text("Pay at the desk")
    code = mine.locator(".code-huge").inner_text()
    director.goto(director.url.split("/director/")[0] + f"/desk/{tournament}/")
    director.locator("#unpaid").get_by_role("link", name=re.compile(code)).click()
    director.get_by_role("button", name="Paid: confirm").click()
    expect(director.locator(".desk-done")).to_contain_text(re.compile(r"Table 1, seat \d"))

    # full: it starts by itself, on every screen
    shows(wall, "running", "in_the_money")
    expect(part(wall, "time")).to_have_text(re.compile(r"^\d+:\d\d$"))
    entry = Entry.objects.get(tournament_id=tournament, player_id=house.caio.player_id)
    seat = Seat.objects.get(entry=entry)
    expect(mine.locator(".seat-huge b").last).to_have_text(str(seat.number))
    expect(part(phone, "blinds")).to_have_text(part(wall, "blinds").inner_text())
    # the same clock, though the phone's own is wrong
    assert abs(seconds(part(phone, "time").inner_text()) - seconds(part(wall, "time").inner_text())) <= 20
    director.get_by_role("link", name="Now", exact=True).click()
    # from another page it leads to the bust's field: Escape leaves it, so that keys work the clock
    expect(director.locator("input#bust")).to_be_focused()
    director.wait_for_load_state()  # the address alone leads there: keys are heard once the scripts have run
    director.keyboard.press("Escape")
    expect(director.get_by_role("button", name="Pause")).to_be_visible()
    director.keyboard.press("Space")
    for page in (wall, phone):
        shows(page, "paused")
    expect(director.get_by_role("button", name="Resume")).to_be_visible()
    director.keyboard.press("Space")
    shows(wall, "running", "in_the_money")

    # the floor busts at the table, on the tablet
    standing = sit_down(house.bruno, f"/floor/{tournament}/#1", width=1180, height=820)
    tablet = standing.page
    bar = tablet.locator('[data-part="bar"]')
    expect(bar).to_contain_text("Live")
    others = [
        s.number
        for s in Seat.objects.filter(table__tournament_id=tournament).exclude(entry=entry).order_by("number")
    ]
    for left, number in zip(range(8, 0, -1), others, strict=True):
        tablet.locator(f'[data-key="seat-{number}"]').click()
        tablet.locator('[data-act="bust"]').click()
        for page in (wall, phone):
            expect(part(page, "players")).to_contain_text(f"{left} / 9")
        if left == 3:
            shows(wall, "running", "in_the_money")
    expect(bar).to_contain_text("2nd place")
    expect(bar).to_contain_text("Everything sent")

    # finished, and paid
    director.get_by_role("button", name="Finish the tournament").click()
    director.locator("[data-ask-yes]").click()
    shows(wall, "finished")
    expect(part(wall, "podium").locator("li")).to_have_count(3)
    expect(part(wall, "podium").locator("li").first).to_contain_text("R$225")
    expect(mine).to_contain_text("You won")
    expect(mine).to_contain_text("R$225.00")
    director.get_by_role("link", name="Prizes", exact=True).click()
    director.wait_for_url("**/prizes/")
    owed = director.locator(".awards tbody tr").filter(
        has=director.get_by_role("button", name=re.compile("^Pay "))
    )
    for left in (2, 1, 0):
        director.wait_for_load_state()  # each time a new page: its scripts ask before anybody is paid
        owed.first.get_by_role("button", name=re.compile("^Pay ")).click()
        director.locator("[data-ask-yes]").click()
        expect(owed).to_have_count(left)
    expect(mine).to_contain_text("Paid out")
    director.get_by_role("link", name="Entries and cash").click()
    expect(director.locator("body")).to_contain_text("Everything agrees to the cent.")
    assert reconcile() == ()
    for watched in (at_desk, on_the_wall, in_hand, standing):
        assert watched.complaints == []


def seconds(text):
    minutes, rest = text.rsplit(":", 1)
    return int(minutes) * 60 + int(rest)
