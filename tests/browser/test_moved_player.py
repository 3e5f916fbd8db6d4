"""Who is moved to another table of an online tournament is led there: on the device that looks on, and on one that comes back late."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from dispatch.facts import SYSTEM
from play.commands.close_hand import close_hand
from play.models import PlayTable
from rules.online import due_big_blind
from tests import cast
from tests.browser.conftest import Server
from tests.play.event import house
from tests.play.room import Room, loses_all, started

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def room(server: Server, today: datetime) -> Room:
    """Two tables of four players, both between two hands but for the last look at one; at one of them two are out."""
    room = started(house(), players=8, seats=5)
    short, full = room.until_close(*(row.table_number or 0 for row in room.open()))
    loses_all(short, losers=2)
    close(short)
    return room


def close(row: PlayTable) -> None:
    cast.say(close_hand, by=SYSTEM, at=row.due_at, table_id=row.pk, turn=row.turn)


@pytest.mark.rule("PT-T.47", "PT-T.48")
def test_two_devices_of_who_is_moved_both_come_to_the_new_table(
    room: Room, server: Server, tab_of: Callable[..., Page]
) -> None:
    short, full = room.open()
    taken = {one["seat"]: one["player_id"] for one in full.seats}
    assert (len(short.seats), len(taken)) == (2, 4)
    mover = due_big_blind(button=full.button_seat, occupied=taken)
    stays = next(seat for seat in taken if seat != mover)
    old, new = f"/tables/{full.pk}/", f"/tables/{short.pk}/"
    phone = tab_of(room.people[taken[mover]], old, width=390, height=844)
    other = tab_of(room.people[taken[stays]], old)
    late = tab_of(room.people[taken[mover]], old)
    for page in (phone, other, late):
        page.locator("body[data-ready][data-mine]").wait_for()
    late.goto("about:blank")

    close(full)
    phone.wait_for_url(server.url + new)
    phone.locator("body[data-ready][data-mine]").wait_for()
    short.refresh_from_db()
    name = next(one["name"] for one in short.seats if one["player_id"] == taken[mover])
    expect(phone.locator(".seat.mine")).to_contain_text(name)
    expect(phone.locator('[data-part="where"]')).to_contain_text(f"Mesa {short.table_number}")
    # who stays, stays, and sees that the seat is free
    expect(other.locator('[data-part="seats"]')).not_to_contain_text(name)
    assert other.url == server.url + old
    # the tab that was put away comes back to the table that the player has left
    late.go_back()
    late.wait_for_url(server.url + new)
    late.locator("body[data-ready][data-mine]").wait_for()
    expect(late.locator('[data-part="where"]')).to_contain_text(f"Mesa {short.table_number}")
