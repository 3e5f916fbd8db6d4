"""A display in a browser follows what it is told to show, also when it could not hear of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests import cast
from tournaments.commands.assign_screen import assign_screen
from tournaments.commands.pair_screen import pair_screen
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
    # asleep: no timer of the page runs; what it is woken by asks at once
    page.clock.install()
    page.reload()
    expect(page.locator('body[data-role="seats"]')).to_be_visible()
    cast.say(assign_screen, **here, role="table", table_number=1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator('body[data-role="table"] [data-part="list"] li').first).to_be_visible()
