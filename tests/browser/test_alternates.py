"""Who stands in line of an online tournament is led to the table when a seat is drawn: on the phone that waits, and on a second device."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from dispatch.facts import SYSTEM
from play.commands.close_hand import close_hand
from tests import cast
from tests.browser.conftest import Server
from tests.play.room import loses_all
from tests.play.test_alternates import in_line, seat_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.rule("PT-T.39", "SCPT.H")
def test_both_devices_of_who_waits_go_to_the_table_with_the_seat(
    server: Server, today: datetime, tab_of: Callable[..., Page]
) -> None:
    room, (first,) = in_line(seats=3, players=3, waiting=1)
    (row,) = room.until_close(1)
    loses_all(row)
    page = f"/play/{room.tournament_id}/"
    phone = tab_of(first, page, width=390, height=844)
    other = tab_of(first, page)
    for tab in (phone, other):
        expect(tab.locator("[data-line]")).to_be_visible()
        tab.wait_for_load_state()
    cast.say(close_hand, by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn)
    seated = seat_of(first)[1]
    for tab in (phone, other):
        tab.wait_for_url(f"{server.url}/tables/{row.pk}/")
        tab.locator("body[data-ready][data-mine]").wait_for()
        expect(tab.locator(".seat.mine")).to_contain_text(seated["name"])
