"""Who looks at another page is called to a table that waits: on every device, live and later, until one of them is there."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from people.commands.grant_role import grant_role
from play.commands.sit import sit
from play.models import PlayTable
from tests import cast
from tests.browser.conftest import Server
from tests.play.conftest import open_one
from tests.play.event import enter, house
from tournaments.commands.register_player import register_player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

READY = "Sua mesa está pronta"
# a browser that counts how often a tone begins
LISTENS = """() => {
  window.tones = 0;
  const before = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return before.call(this); };
}"""


@pytest.fixture
def home(server: Server, today: datetime) -> cast.House:
    return house()


def announced(home: cast.House, seats: int = 3) -> int:
    return home.registering(
        "online-sit-and-go",
        capacity=seats,
        seats_per_table=seats,
        starting_stack_chips=1_000,
        name="Sit das nove",
    )


def there(page: Page) -> Page:
    page.locator("body[data-ready][data-mine]").wait_for()
    return page


def test_two_devices_are_called_when_it_begins_and_later_and_both_are_quiet_once_one_sits(
    tab_of: Callable[..., Page], home: cast.House
) -> None:
    t = announced(home)
    rui = enter(home, t, "Rui")
    enter(home, t, "Eva")
    phone = tab_of(rui, "/me/", width=390, height=844)
    phone.wait_for_load_state("networkidle")
    phone.evaluate(LISTENS)
    phone.locator("h1").first.click()  # a browser lets nothing sound before
    title = phone.title()
    enter(home, t, "Ana")
    banner = phone.locator(".called")
    expect(banner).to_contain_text(READY, timeout=20_000)
    expect(banner).to_contain_text("Sit das nove")
    expect(phone).to_have_title(f"● {READY} · {title}")
    phone.wait_for_function("() => window.tones > 0")
    # a page that is opened afterwards says so at once, and has the same title
    desktop = tab_of(rui, "/")
    expect(desktop.locator(".called")).to_contain_text(READY)
    expect(desktop).to_have_title(re.compile(f"^● {READY} · "))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    desktop.locator(".called").get_by_role("link").click()
    table = PlayTable.objects.get(tournament_id=t)
    desktop.wait_for_url(re.compile(f"/tables/{table.pk}/$"))
    there(desktop)
    expect(banner).to_be_hidden(timeout=20_000)
    expect(phone).to_have_title(title)
    # whose page of the table is closed is called again, with other words
    desktop.goto("about:blank")
    expect(banner).to_contain_text("Sua mesa segue sem você", timeout=20_000)


# whether two of them lie on each other, and how much of the screen the banner takes
OVER = """banner => {
  const boxes = [...banner.querySelectorAll("p > *")].map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [boxes.some((a, i) => boxes.slice(i + 1).some((b) => over(a, b))), banner.getBoundingClientRect().height / innerHeight];
}"""


def test_several_tables_call_in_a_line_each_and_leave_most_of_the_page(
    tab_of: Callable[..., Page], home: cast.House
) -> None:
    tables = [announced(home) for _table in range(3)]
    rui = enter(home, tables[0], "Rui")
    for t in tables[1:]:
        home.deposit(rui.player_id or 0, 5_000)
        cast.say(
            register_player,
            by=rui,
            tournament_id=t,
            player_id=rui.player_id,
            method="balance",
            terms_version="1",
        )
    for t in tables:
        enter(home, t, f"Eva{t}")
        enter(home, t, f"Ana{t}")
    for width, height in ((390, 844), (320, 700), (1180, 820)):
        page = tab_of(rui, "/me/", width=width, height=height)
        banner = page.locator(".called")
        expect(banner.get_by_role("link")).to_have_count(3)
        covered, share = banner.evaluate(OVER)
        assert not covered and share < 0.4, (width, share)
        # the foot is read above it
        last = page.locator(".foot").get_by_role("button").last
        last.scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(
            "[b, f] = ['.called', '.foot'].map((one) => document.querySelector(one).getBoundingClientRect()), f.bottom <= b.top + 1"
        ), width


def test_who_plays_at_another_table_is_called_there_and_where_all_tables_are(
    tab_of: Callable[..., Page], home: cast.House
) -> None:
    t = announced(home)
    rui = enter(home, t, "Rui")
    enter(home, t, "Eva")
    demo = open_one(home, decision_seconds=120, game="plo")
    demo.now = datetime.now(UTC)
    for seat in (2, 3, 4, 5, 6):
        demo.sit(seat, f"Joga {seat}")
    demo.people[1] = rui
    cast.say(sit, by=rui, at=demo.now, table_id=demo.table_id, player_id=rui.player_id, seat=1)
    demo.deal()
    while demo.to_act != 1:
        demo.act("call")
    page = there(tab_of(rui, f"/tables/{demo.table_id}/", width=360, height=640))
    tiles = tab_of(rui, "/tables/mine/", width=1180, height=820)
    tiles.frame_locator("iframe").locator("body[data-ready][data-mine]").wait_for()
    enter(home, t, "Ana")
    for where in (page, tiles):
        banner = where.locator("[data-called]")
        expect(banner).to_contain_text(READY, timeout=20_000)
    # the frame of a table calls to no other
    expect(tiles.frame_locator("iframe").first.locator("[data-called]")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # nothing of the own turn is pushed off a small phone
    page.locator("body[data-turn] .act.raise").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 640
    page.locator("[data-called]").get_by_role("link").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
    there(page)
    expect(tiles.locator(".called")).to_be_hidden(timeout=20_000)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_who_works_and_plays_is_called_on_the_pages_of_staff(
    tab_of: Callable[..., Page], home: cast.House, width: int, height: int
) -> None:
    t = announced(home)
    rui = enter(home, t, "Rui")
    cast.say(grant_role, by=home.olga, user_id=rui.user_id, venue_id=home.venue_id, role="director")
    live = home.tournament("turbo-8max")
    page = tab_of(rui, f"/director/{live}/settings/", width=width, height=height)
    page.wait_for_load_state("networkidle")
    page.locator("h1").first.dispatch_event("click")
    title, banner = page.title(), page.locator(".called")
    expect(banner).to_be_hidden()
    enter(home, t, "Eva")
    enter(home, t, "Ana")
    expect(banner).to_contain_text(READY, timeout=20_000)
    expect(page).to_have_title(f"● {READY} · {title}")
    # over the bar that undoes, beside the rail, and inside of the page
    over = page.evaluate(
        """() => {
          const [banner, undo, column] = [".called", "#toasts", ".column"].map((one) => document.querySelector(one).getBoundingClientRect());
          return [banner.bottom <= undo.top + 1, banner.left >= column.left - 1, banner.bottom <= innerHeight, document.documentElement.scrollWidth <= innerWidth];
        }"""
    )
    assert over == [True, True, True, True]
    banner.get_by_role("link").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
