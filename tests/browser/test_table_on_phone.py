"""The table of an online tournament on a phone: what may not stand in the way there, and what is said to who does not see it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from play.commands.hold_table import hold_table
from play.commands.sit_out import sit_out
from tests import cast
from tests.browser.conftest import Server
from tests.play.event import Event, begun, house

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = "Grande Noite de Lisboa no Casino do Estoril, mesa final dos vinte"


@pytest.fixture
def event(server: Server, today: datetime) -> Event:
    found = begun(house(), players=3, name=LONG[:60])
    row = found.row
    row.decision_seconds = 120  # none runs out
    row.save()
    found.due()
    return found


def open_table(tab_of: Callable[..., Page], event: Event, seat: int, **size: int) -> Page:
    page = tab_of(event.people[seat], f"/tables/{event.table_id}/", **({"width": 360, "height": 640} | size))
    page.locator("body[data-ready][data-mine]").wait_for()
    return page


def test_the_own_turn_is_read_out_and_no_more_once_it_is_over(tab_of, event):
    seat = event.to_act
    page = open_table(tab_of, event, seat)
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("Sua vez")
    # it ends without a tap of this page: by another device, or by the clock
    event.act("fold")
    expect(page.locator("body:not([data-turn])")).to_be_visible()
    expect(alert).to_have_text("")


def test_what_lies_there_does_not_turn_again(tab_of, event):
    seat = event.to_act
    page = open_table(tab_of, event, seat)
    expect(page.locator(".own-cards .card")).to_have_count(2)
    assert page.locator(".card[data-new]").count() == 0
    page.reload()
    page.locator("body[data-ready][data-mine]").wait_for()
    expect(page.locator(".own-cards .card")).to_have_count(2)
    assert page.locator(".card[data-new]").count() == 0


def test_the_head_has_two_lines_and_a_notice_stands_over_no_card(tab_of, event):
    page = open_table(tab_of, event, event.to_act)
    head = page.locator(".room-head")
    assert head.evaluate("h => h.getBoundingClientRect().height") <= 53
    lines = "e => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))"
    assert [page.locator(f".room-head > div > {one}").evaluate(lines) for one in ("h1", "p")] == [1, 1]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    below = page.evaluate(
        """() => {
          const notice = document.createElement("p");
          notice.className = "room-notice";
          notice.textContent = "O preço mudou: o que você decidiu antes não vale mais.";
          document.body.append(notice);
          const [over, own] = [notice, document.querySelector(".own-cards")].map((e) => e.getBoundingClientRect());
          return [over.bottom <= own.top, over.height > 0];
        }"""
    )
    assert below == [True, True]


def test_who_is_away_reads_that_the_tournament_is_paused(tab_of, event):
    seat = event.to_act
    person = event.people[seat]
    cast.say(sit_out, by=person, at=event.now, table_id=event.table_id, player_id=person.player_id)
    page = open_table(tab_of, event, seat)
    bar = page.locator('[data-part="bar"]')
    expect(bar).to_contain_text("Você está ausente")
    cast.say(hold_table, by=event.house.ana, at=event.now, table_id=event.table_id, reason="Vemos a mão")
    expect(page.get_by_role("status").filter(has_text="Vemos a mão")).to_be_visible()
    expect(bar).to_contain_text("A mesa está parada")
    expect(bar).to_contain_text("Você está ausente")
    expect(bar.get_by_role("button")).to_be_visible()
