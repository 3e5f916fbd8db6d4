"""The list of tables: one's own first, what begins, and how one gets to each."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from play.commands.sit import sit
from tests import cast
from tests.play.conftest import AtTable, open_one
from tests.play.event import house
from tests.web.player.test_cash_tables import browser, page_of


def _row(page: str, name: str) -> str:
    """The row of a table, as plain text."""
    found = next(one for one in page.split("<li")[1:] if name in one)
    return " ".join(re.sub(r"<[^>]*>", " ", found.split("</li>")[0]).split())


def _full(home: cast.House) -> AtTable:
    table = open_one(home, seats=2)
    table.sit(1)
    table.sit(2)
    return table


def test_a_row_says_how_many_sit_there_and_what_can_be_done(db: None) -> None:
    home, rui = house(), cast.person("Rui")
    full, free = (
        _full(home),
        open_one(home, seats=6, small_blind_chips=500_000, big_blind_chips=1_000_000, stack_chips=50_000_000),
    )
    page = page_of(browser(rui, "en"), "/tables/")
    assert "2 of 2 seats taken Watch" in _row(page, full.row.name)
    here = _row(page, free.row.name)
    assert "500,000 / 1,000,000" in here and "0 of 6 seats taken Take a seat" in here
    assert page.count('<i class="taken"></i>') == 2
    # who may not sit down at a full table is not asked which seat
    looks = page_of(browser(rui, "en"), f"/tables/{full.table_id}/")
    assert re.search(r'data-part="full"\s*>\s*You are watching. Every seat is taken.', looks)
    assert re.search(r'class="bar-sit"\s+hidden', looks)
    sits = page_of(browser(rui, "en"), f"/tables/{free.table_id}/")
    assert re.search(r'data-part="full"\s+hidden', sits) and not re.search(r'class="bar-sit"\s+hidden', sits)


def test_ones_own_tables_and_the_tournaments_that_begin_stand_first(db: None) -> None:
    home, rui = house(), cast.person("Rui")
    table = open_one(home)
    cast.say(sit, by=rui, table_id=table.table_id, player_id=rui.player_id, seat=4)
    t = home.registering(
        "online-sit-and-go", name="Sit das nove", starts_at=datetime.now(UTC) + timedelta(hours=1)
    )
    page = page_of(browser(rui, "en"), "/tables/")
    own, coming, demo = (
        page.index(f">{title}<") for title in ("Where I sit", "Tournaments that begin", "Demo tables")
    )
    assert own < coming < demo
    assert "To the table" in _row(page, table.row.name)
    assert "Register" in _row(page, "Sit das nove") and f'href="/play/{t}/"' in page
