"""A display in a browser follows what it is told to show, also when it could not hear of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Error, expect

from tests import cast
from tournaments.commands.assign_screen import assign_screen
from tournaments.commands.pair_screen import pair_screen
from tournaments.commands.show_on_screens import show_on_screens
from tournaments.commands.start_tournament import start_tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_display_follows_its_role_after_it_was_offline_and_after_it_slept(server, look, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    house = cast.house()
    running = house.registering("scpt-main", starts_at=cast.START)
    house.fill(running, 9)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=running)
    page = look("/screens/", width=1280, height=720).page
    code = page.locator("h1").inner_text()
    here = {"by": house.ana, "at": now, "tournament_id": running, "code": code}
    cast.say(pair_screen, **here)
    expect(page.locator("body.room")).to_have_attribute("data-layout", "classic")
    # its scripts are there: a page that lost its line while they came could not ask
    page.wait_for_load_state("load")
    # without a line it goes on; the moment it is back it asks
    page.context.set_offline(True)
    cast.say(assign_screen, **here, role="seats")
    expect(page.locator("body.room")).to_have_attribute("data-layout", "classic")
    page.context.set_offline(False)
    expect(page.locator('body[data-role="seats"] [data-part="list"] li')).to_have_count(9)
    # reloaded while the house is away: what it showed last, with the running clock, and nobody else's page
    cast.say(show_on_screens, by=house.ana, at=now, tournament_id=running, message="Jantar às 22h")
    said = page.locator('[data-part="message-text"]')
    expect(said).to_have_text("Jantar às 22h")
    expect(page.locator("html[data-filled]")).to_be_attached()
    server.kill()
    page.reload()
    expect(page.locator("html[data-kept]")).to_be_attached()
    expect(said).to_have_text("Jantar às 22h")
    expect(page.locator('body[data-role="seats"] [data-part="list"] li')).to_have_count(9)
    expect(page.locator('[data-part="offline"]')).to_have_text(re.compile(r"\d+:\d\d"))
    expect(page.locator('[data-part="level"]')).to_contain_text("1")
    left = page.locator('[data-part="time"]')
    expect(left).not_to_have_text(left.inner_text())
    other = page.context.new_page()
    for path in (f"/t/{running}/", f"/director/{running}/", "/screens/where/"):
        with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
            other.goto(server.url + path)
    # sent elsewhere meanwhile: it goes there when the house is back
    cast.say(assign_screen, **here, role="final_table")
    server.start()
    expect(page.locator('body[data-role="final"]')).to_be_visible()
    expect(page.locator("html[data-kept]")).not_to_be_attached()
    # asleep: no timer of the page runs; what it is woken by asks at once
    page.clock.install()
    page.reload()
    expect(page.locator('body[data-role="final"]')).to_be_visible()
    cast.say(assign_screen, **here, role="table", table_number=1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator('body[data-role="table"] [data-part="list"] li').first).to_be_visible()
