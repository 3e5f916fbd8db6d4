"""What goes wrong in a room: a slow line, a dead one, a tablet in two tabs, a page that has not heard the news, the
browser's back button. Nothing is lost, nothing is done twice, and the answer says who did what and when."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tables.models import Seat
from tests import cast
from tests.browser.test_evening import house, part, shows, sit_down  # noqa: F401 - fixtures
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# slow 3G as WebPageTest has it: 400 kbit/s, 400 ms there and back
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


@pytest.fixture
def running(house):  # noqa: F811
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 13)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def at_table_one(tournament):
    found = Seat.objects.filter(table__tournament_id=tournament, table__number=1, entry__isnull=False)
    return list(found.select_related("entry__player").order_by("number"))


def bust_by(person, tournament, seat):
    cast.say(
        eliminate_players, by=person, at=datetime.now(UTC), tournament_id=tournament, table_number=1,
        busts=[{"entry_id": seat.entry_id, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip


def slow(page):
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_3G)
    return lambda: tools.send("Network.emulateNetworkConditions", {**SLOW_3G, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})  # fmt: skip


def tap(page, act):
    """Tap a button of a seat's sheet; what the seat was painted as before the tap had ended."""
    seat = page.evaluate(
        "document.querySelector('#sheet [data-act]') && document.querySelector('#sheet-title').textContent"
    )
    return page.evaluate(
        """([act, player]) => { document.querySelector(`#sheet [data-act="${act}"]`).click();
            return [...document.querySelectorAll('.chair')].find(c => c.textContent.includes(player)).dataset.state; }""",
        [act, seat],
    )


def test_a_slow_line_then_none_then_two_tabs(sit_down, house, server, running):  # noqa: F811
    phone = sit_down(house.caio, "/me/", width=390, height=844).page
    tablet = sit_down(house.bruno, "/floor/", width=1180, height=820).page
    bar = part(tablet, "bar")
    first, second, third, *_ = [s for s in at_table_one(running) if s.entry.player_id != house.caio.player_id]

    # slow 3G: both pages can be used, and a tap does not wait for the line
    fast = [slow(phone), slow(tablet)]
    phone.goto(f"{server.url}/play/{running}/")
    expect(phone.locator("#mine .seat-huge b")).to_have_count(2)
    tablet.goto(f"{server.url}/floor/{running}/#1")
    expect(bar).to_contain_text("Live")
    tablet.locator(f'[data-key="seat-{first.number}"]').click()
    assert tap(tablet, "bust") == "pending"
    expect(part(phone, "players")).to_contain_text("13 / 14")
    expect(bar).to_contain_text("Everything sent")
    assert Entry.objects.get(pk=first.entry_id).state == "out"
    for back in fast:
        back()

    # the house is gone: its age is shown, what is tapped is kept, in both tabs of the tablet
    tab = tablet.context.new_page()
    tab.goto(f"{server.url}/floor/{running}/#1")
    expect(part(tab, "bar")).to_contain_text("Live")
    server.kill()
    expect(bar).to_contain_text(re.compile(r"No connection · last update \d+:\d\d ago"))
    tablet.locator(f'[data-key="seat-{second.number}"]').click()
    assert tap(tablet, "bust") == "pending"
    for page in (tablet, tab):
        expect(part(page, "bar")).to_contain_text("1 waiting to be sent")
    expect(tab.locator(f'.chair:has([data-key="seat-{second.number}"])')).to_have_attribute(
        "data-state", "pending"
    )
    # no page of the house can come: rulings are answered inside the tablet's own, and so is the way back
    tablet.get_by_role("link", name="Rulings").first.click()
    expect(tablet.locator("#rulings-title")).to_be_visible()
    expect(tablet.locator('[data-view="rulings"]')).to_contain_text(
        "No connection: questions without numbers"
    )
    tablet.locator('[data-view="rulings"] [data-key="back"]').click()
    # the other tab does something after it
    tab.locator(f'[data-key="seat-{third.number}"]').click()
    tab.locator('[data-act="chips"]').click()
    tab.keyboard.type("9999000")
    tab.keyboard.press("Enter")
    seat = tab.locator(f'[data-key="seat-{third.number}"]')
    expect(seat).to_contain_text("9,999,000")
    expect(bar).to_contain_text("2 waiting to be sent")
    server.start()
    # the line is back: each once, and what cannot be is put back as it was, with a sentence
    for page in (tablet, tab):
        expect(part(page, "bar")).to_contain_text("1 refused")
        expect(page.locator(f'[data-key="seat-{third.number}"]')).not_to_contain_text("9,999,000")
    expect(tab.locator('.toast[data-kind="refused"]')).to_contain_text(["Not done"])
    part(tab, "bar").locator('[data-key="outbox"]').click()
    refused = tab.locator('#outbox [data-state="refused"]')
    expect(refused).to_contain_text(re.compile(r"given by .*Bruno.* at \d\d:\d\d"))
    expect(refused).to_contain_text("Now: seat")
    assert [f["entry_id"] for f in cast.facts(running, kind="player_eliminated")] == [
        first.entry_id,
        second.entry_id,
    ]
    assert cast.facts(running, kind="chips_counted") == []


def test_on_a_slow_line_a_press_of_the_director_counts_once_and_the_wall_and_the_public_hear_of_it(
    sit_down,  # noqa: F811
    house,  # noqa: F811
    server,
    running,
):
    director = sit_down(house.ana, "/director/").page
    wall = sit_down(house.bruno, "/floor/", width=1920, height=1080).page
    public = sit_down(house.caio, "/", width=390, height=844).page
    fast = [slow(page) for page in (director, wall, public)]
    wall.goto(f"{server.url}/screens/{running}/clock/")
    public.goto(f"{server.url}/t/{running}/")
    director.goto(f"{server.url}/director/{running}/")
    shows(wall, "running")
    # two taps, the second while the first is on its way
    director.locator('#clock-controls [title="Pause"]').dblclick()
    expect(director.locator('#clock-controls [title="Resume"]')).to_be_visible()
    shows(wall, "paused")
    shows(public, "paused")
    assert len(cast.facts(running, kind="clock_paused")) == 1
    for back in fast:
        back()


def test_a_stale_page_two_tabs_and_the_back_button(sit_down, house, server, running):  # noqa: F811
    first, second, *_ = [s for s in at_table_one(running) if s.entry.player_id != house.caio.player_id]
    page = sit_down(house.ana, f"/director/{running}/tables/", width=1440, height=900).page
    # the sheet of a seat is open while the floor busts the player
    page.locator(f'[data-table="1"] .round > li:nth-child({first.number}) a').click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text(first.entry.player.public_name)
    bust_by(house.bruno, running, first)
    sheet.get_by_role("button", name="Bust", exact=True).click()
    told = page.locator('.toast[data-kind="refused"]')
    expect(told.last).to_contain_text(re.compile(r"is already out: busted by .*Bruno.* at \d\d:\d\d"))
    # and typed into the box of the first page
    page.goto(f"{server.url}/director/{running}/")
    page.fill("#bust", f"1-{first.number}")
    page.press("#bust", "Enter")
    expect(told.last).to_contain_text(re.compile(rf"Nobody sits at table 1, seat {first.number}: .* entered by .*Bruno.* at \d\d:\d\d"))  # fmt: skip
    # by the name of another's house, or of nobody's: a clear page that gives nothing away
    other = sit_down(house.caio, f"/director/{running}/", width=390, height=844).page
    expect(other.get_by_role("alert")).to_contain_text("Only the staff of this house may do this.")
    expect(other.locator("body")).not_to_contain_text("Terça")

    # two tabs at the desk with the same player: paid once
    player = house.player("Rui")
    one = sit_down(house.desi, f"/desk/{running}/?player={player}", width=1280, height=900).page
    two = one.context.new_page()
    two.goto(one.url)
    # the second is pressed once the first was answered: both at once are decided by whoever the server hears first
    one.get_by_role("button", name="Paid: register").click()
    expect(one.locator(".desk-done")).to_be_visible()
    two.get_by_role("button", name="Paid: register").click()
    expect(two.get_by_role("alert").first).to_contain_text("already registered")
    # back to the form that was sent, and once more
    one.go_back()
    again = one.get_by_role("button", name="Paid: register")
    if again.count():
        again.click()
        expect(one.locator('.notice[data-kind="error"], .desk-done').first).to_be_visible()
    assert Entry.objects.filter(tournament_id=running, player_id=player).count() == 1
    assert len(cast.facts(running, kind="player_entered")) == 15
    cast.books_balance()
