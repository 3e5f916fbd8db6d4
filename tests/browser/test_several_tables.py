"""Several tables on one screen: each is acted at by itself, and nobody is led from one to another unasked."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from play.commands.sit import sit
from play.models import HandAct
from tests import cast
from tests.browser.conftest import Server
from tests.play.conftest import AtTable, open_one
from tests.play.event import house

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def four(server: Server, today: datetime) -> list[AtTable]:
    """Four demo tables at which Rui sits; at two of them it is his turn."""
    home, rui = house(), cast.person("Rui")
    found = []
    for number in range(4):
        table = open_one(home, decision_seconds=120)
        table.now = today
        for seat in (2, 4, 6, 8, 9):
            table.sit(seat, f"Joga{number}{seat}")
        cast.say(sit, by=rui, at=today, table_id=table.table_id, player_id=rui.player_id, seat=1)
        table.people[1] = rui
        table.deal()
        if table.to_act != 1:
            table.act("raise", 300)  # so that a fold is no check
        while table.to_act != 1:
            table.act("call")
        if number > 1:
            table.act("raise", 900)
        found.append(table)
    return found


def test_four_tables_are_acted_at_by_themselves_with_keys_and_taps(tab_of, four):
    page = tab_of(four[0].people[1], "/tables/mine/", width=1180, height=820)
    tiles, turns = page.locator(".tile > iframe"), page.locator(".tile > iframe[data-turn]")
    expect(tiles).to_have_count(4)
    expect(turns).to_have_count(2)
    expect(page).to_have_title("(2) Minhas mesas")
    # all four lie on the screen, and so does the act bar of each
    for size in ({"width": 1440, "height": 900}, {"width": 1180, "height": 820}):
        page.set_viewport_size(size)
        for table in four[:2]:
            frame = page.frame_locator(f"#tile-{table.table_id}")
            expect(frame.get_by_role("button", name="Desistir")).to_be_in_viewport(ratio=1)
        for number in range(4):
            expect(tiles.nth(number)).to_be_in_viewport(ratio=0.95)
    # the first whose turn it was has the keys; another only when the player goes there
    at = page.locator(".tile > iframe[data-focus]")
    expect(at).to_have_count(1)
    here = at.get_attribute("id")
    page.keyboard.press("n")
    there = page.locator(f".tile > iframe[data-turn][data-focus]:not(#{here})")
    expect(there).to_have_count(1)
    acted = there.get_attribute("id")
    page.frame_locator(f"#{acted}").locator(".act.fold:not([aria-disabled])").wait_for()
    page.keyboard.press("f")
    expect(turns).to_have_count(1)
    expect(page.locator(f"#{here}")).to_have_attribute("data-turn", "")
    expect(page.locator(f"#{acted}[data-focus]")).to_have_count(1)
    assert [HandAct.objects.filter(hand__table=table.table_id, act="fold").count() for table in four] == [
        int(f"tile-{table.table_id}" == acted) for table in four
    ]
    page.frame_locator(f"#{here}").get_by_role("button", name="Desistir").click()
    expect(turns).to_have_count(0)
    expect(page).to_have_title("Minhas mesas")
