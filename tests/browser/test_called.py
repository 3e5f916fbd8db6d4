"""Who looks at another page is called to a table that waits: on every device, live and later, until one of them is there."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dispatch.facts import SYSTEM
from people.commands.grant_role import grant_role
from play.commands.expire_offer import expire_offer
from play.commands.join_waiting_list import join_waiting_list
from play.commands.note_line import note_line
from play.commands.sit import sit
from play.models import PlayTable, WaitingPlace
from play.queries.awaited import tables_payload
from play.queries.payloads import table_payload
from tests import cast
from tests.browser.conftest import Server
from tests.play.cash import house as cash_house
from tests.play.cash import known, open_cash
from tests.play.conftest import AtTable, open_one
from tests.play.event import enter, house

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
    expect(banner).to_contain_text(READY)
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
    expect(banner).to_contain_text("Sua mesa segue sem você")


# how far the line is from one row of at most so many pixels that lies on the screen, and whether two parts of it lie on each other
ONE_LINE = """banner => {
  const box = (one) => one.getBoundingClientRect();
  const boxes = [...banner.querySelectorAll("p > *")].map(box);
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  if (boxes.length !== 3) found.push(`${boxes.length} parts`);
  if (boxes.some((a, i) => boxes.slice(i + 1).some((b) => over(a, b)))) found.push("one lies on another");
  if (Math.max(...boxes.map((one) => one.top)) >= Math.min(...boxes.map((one) => one.bottom))) found.push("two rows");
  if (boxes.some((one) => one.left < 0 || one.right > innerWidth || one.bottom > innerHeight)) found.push("off the screen");
  if (box(banner.querySelector("a[data-kind] > span")).width < 48) found.push("no room for the name");
  if (box(banner).height > 64) found.push(`${box(banner).height} high`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("scrolls sideways");
  return found;
}"""
# what of the own turn leaves the screen, or lies under the line
UNDER = """() => {
  const box = (e) => e.getBoundingClientRect();
  const line = box(document.querySelector("[data-called]"));
  const found = [];
  for (const part of document.querySelectorAll(".act-bar button, .own-cards .card, .band .card, .plate")) {
    const { top, bottom, height } = box(part);
    if (height && (bottom > innerHeight + 0.5 || top < line.bottom - 0.5)) found.push(`${part.className}: ${Math.round(top)} to ${Math.round(bottom)}`);
  }
  if (document.documentElement.scrollHeight > innerHeight) found.push(`scrolls to ${document.documentElement.scrollHeight}`);
  return found;
}"""
# a browser that keeps what a screen reader is told at once
HEARD = """() => {
  window.heard = [];
  new MutationObserver((all) => {
    for (const one of all) for (const part of one.addedNodes) if (part.role === "alert") heard.push(part.textContent);
  }).observe(document.querySelector("[data-called]"), { childList: true, subtree: true });
}"""
SIZES = ((360, 640), (390, 844), (1180, 820), (1440, 900))


def seated(home: cast.House, rui: cast.Person, name: str, *, minutes: int = 10, **more: Any) -> AtTable:
    """A demo table with a hand in which it is Rui's turn, who is there; his time is over some minutes from now."""
    table = open_one(home, decision_seconds=120, **more)
    PlayTable.objects.filter(pk=table.table_id).update(name=name)
    table.now = datetime.now(UTC) + timedelta(minutes=minutes)
    for seat in (2, 3, 4):
        table.sit(seat, f"Joga {seat}")
    cast.say(sit, by=rui, at=table.now, table_id=table.table_id, player_id=rui.player_id, seat=1)
    table.people[1] = rui
    table.deal()
    while table.to_act != 1:
        table.act("call")
    return table


def line(table: AtTable, *, there: bool) -> None:
    """The house sees Rui's line to the table come or go."""
    rui = table.people[1].player_id
    cast.say(note_line, by=SYSTEM, at=table.now, table_id=table.table_id, player_id=rui, there=there)


@pytest.fixture
def rui(home: cast.House) -> cast.Person:
    return cast.person("Rui")


def test_eight_tables_call_in_one_line_that_covers_nothing_of_the_own_turn(
    tab_of: Callable[..., Page], home: cast.House, rui: cast.Person
) -> None:
    here = seated(home, rui, "PLO de quinta", game="plo")
    for number in range(8):
        line(seated(home, rui, f"Grande Noite de Florianópolis, mesa {number}"), there=False)
    for width, height in SIZES:
        page = tab_of(rui, "/me/", width=width, height=height)
        banner = page.locator(".called")
        expect(banner).to_contain_text("8 mesas à espera")
        expect(banner.locator("[data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
        expect(banner.get_by_role("link")).to_have_count(2)
        assert banner.evaluate(ONE_LINE) == [], width
        # the foot is read above it
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate(
            "[b, f] = ['.called', '.foot'].map((one) => document.querySelector(one).getBoundingClientRect()), f.bottom <= b.top + 1"
        ), width
        page.goto(f"{page.url.removesuffix('/me/')}/tables/{here.table_id}/")
        banner = page.locator("[data-called]")
        expect(banner.locator("[data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
        expect(banner).to_contain_text("8 mesas à espera")
        page.locator("body[data-turn] .act.fold:not([aria-disabled])").wait_for()
        assert banner.evaluate(ONE_LINE) == [], width
        # it stays open: where he left the house would see his line go, and that table would call, too
        assert page.evaluate(UNDER) == [], width


def read_until(page: Page, rui: cast.Person) -> str:
    """The end of the time that runs at the most urgent table, as the device writes it."""
    ms = tables_payload(rui.player_id)["tables"][0]["until_ms"]
    clock = 'new Intl.DateTimeFormat("pt-BR", { timeStyle: "medium", hourCycle: "h23" }).format(ms)'
    return f"até {page.evaluate(f'ms => {clock}', ms)}"


@pytest.mark.rule("PT-H.44")
def test_a_call_counts_to_what_the_table_counts_to_when_it_is_opened(
    tab_of: Callable[..., Page], home: cast.House, rui: cast.Person
) -> None:
    table = seated(home, rui, "Mesa A")
    line(table, there=False)  # gives time to reconnect, which comes after the decision's own
    page = tab_of(rui, "/me/")
    banner, until = page.locator(".called"), read_until(page, rui)
    expect(banner.locator("> .visually-hidden")).to_have_text(f"Sua mesa segue sem você: Mesa A, {until}")
    called_until = tables_payload(rui.player_id)["tables"][0]["until_ms"]
    banner.get_by_role("link").click()
    page.wait_for_url(re.compile(rf"/tables/{table.table_id}/$"))
    page.locator("body[data-turn] .act.fold:not([aria-disabled])").wait_for()
    assert page.locator("body").get_attribute("data-due") == str(called_until)
    more = table_payload(table.table_id)
    assert more["due_ms"] > called_until


def test_two_devices_follow_which_tables_call_and_each_call_is_said_once(
    tab_of: Callable[..., Page], home: cast.House, rui: cast.Person
) -> None:
    first, second, third = (
        seated(home, rui, f"Mesa {letter}", minutes=10 * number)
        for number, letter in enumerate("ABC", start=1)
    )
    phone = tab_of(rui, "/me/", width=390, height=844)
    banner = phone.locator(".called")
    expect(banner).to_be_hidden()
    phone.wait_for_load_state("networkidle")
    phone.evaluate(HEARD)
    line(first, there=False)
    expect(banner).to_contain_text("Sua mesa segue sem você")
    expect(banner).to_contain_text("Mesa A")
    line(second, there=False)
    expect(banner).to_contain_text("2 mesas à espera")
    # the one whose time is over first
    expect(banner.locator("a[data-kind]")).to_have_attribute("href", f"/tables/{first.table_id}/")
    expect(banner.locator("a:not([data-kind])")).to_have_attribute("href", "/tables/mine/")
    # the time runs, and nothing of that is said
    left = banner.locator("[data-left]")
    expect(left).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(left).not_to_have_text(left.inner_text())
    assert left.get_attribute("aria-hidden") == "true"
    until = read_until(phone, rui)
    said = [f"Sua mesa segue sem você: Mesa A, {until}", f"2 mesas à espera: Mesa A, {until}"]
    assert phone.evaluate("heard") == said
    # and when the most urgent one is another, what stands there for who hears the page is so, and is not said again
    words = banner.locator("> .visually-hidden")
    expect(words).to_have_text(said[-1])
    line(sooner := seated(home, rui, "Mesa Z", minutes=5), there=False)
    said.append(f"3 mesas à espera: Mesa Z, {read_until(phone, rui)}")
    expect(words).to_have_text(said[-1])
    line(sooner, there=True)
    expect(words).to_have_text(said[1])
    expect(banner.locator("a[data-kind]")).to_have_attribute("href", f"/tables/{first.table_id}/")
    assert phone.evaluate("heard") == said
    # the phone sleeps; on the desktop, which is opened meanwhile, one table less calls, and another one does
    phone.context.set_offline(True)
    line(first, there=True)
    desktop = tab_of(rui, "/")
    expect(desktop.locator(".called")).to_contain_text("Mesa B")
    expect(desktop).to_have_title(re.compile("^● Sua mesa segue sem você · "))
    line(third, there=False)
    expect(desktop.locator(".called")).to_contain_text("2 mesas à espera")
    phone.context.set_offline(False)
    expect(banner.locator("a[data-kind]")).to_have_attribute("href", f"/tables/{second.table_id}/")
    said.append(f"2 mesas à espera: Mesa B, {read_until(phone, rui)}")
    expect(phone.locator("[role=alert]")).to_have_text(said[-1])
    assert phone.evaluate("heard") == said
    # what was read before the page is written anew stands there after it
    phone.reload()
    expect(banner).to_contain_text("2 mesas à espera")
    expect(banner.locator("[data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    line(third, there=True)
    for page in (phone, desktop):
        expect(page.locator(".called")).to_contain_text("Sua mesa segue sem você")
        expect(page.locator(".called")).to_contain_text("Mesa B")
    line(second, there=True)
    for page in (phone, desktop):
        expect(page.locator(".called")).to_be_hidden()
        expect(page).not_to_have_title(re.compile("●"))


def test_a_call_that_takes_the_place_of_another_in_the_same_words_is_said(
    tab_of: Callable[..., Page], home: cast.House, rui: cast.Person
) -> None:
    first, second = (seated(home, rui, "Noite") for _ in range(2))
    row = first.row
    PlayTable.objects.filter(pk=second.table_id).update(from_at=row.from_at, due_at=row.due_at)
    page = tab_of(rui, "/me/")
    banner = page.locator(".called")
    page.wait_for_load_state("networkidle")
    page.evaluate(HEARD)
    line(first, there=False)
    expect(banner.locator("a[data-kind]")).to_have_attribute("href", f"/tables/{first.table_id}/")
    said = f"Sua mesa segue sem você: Noite, {read_until(page, rui)}"
    page.context.set_offline(True)
    line(first, there=True)
    line(second, there=False)
    page.context.set_offline(False)
    expect(banner.locator("a[data-kind]")).to_have_attribute("href", f"/tables/{second.table_id}/")
    assert page.evaluate("heard") == [said, said]


@pytest.mark.rule("PT-H.6")
def test_a_seat_that_is_offered_calls_on_every_page_until_it_is_taken_or_over(
    tab_of: Callable[..., Page], server: Server, today: datetime
) -> None:
    table = open_cash(cash_house(currency="EUR"), seats=2, decision_seconds=120)
    table.now = datetime.now(UTC) + timedelta(minutes=10)
    for seat in (1, 2):
        table.sit(seat)
    rui, eva = (known(table.house, name, cents=15_000) for name in ("Rui", "Eva"))
    phone = tab_of(rui, "/me/", width=390, height=844)
    phone.wait_for_load_state("networkidle")
    table.say(join_waiting_list, rui)
    table.say(join_waiting_list, eva)
    other = tab_of(eva, "/me/")
    table.leave(1)
    desktop = tab_of(rui, "/")
    for page in (phone, desktop):
        banner = page.locator(".called")
        expect(banner).to_contain_text("Há um assento livre para você.")
        expect(banner).to_contain_text(table.row.name)
        expect(banner.locator("[data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
        expect(banner.get_by_role("link")).to_have_text("Ocupar o assento")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(other.locator(".called")).to_be_hidden()
    # where the sheets of a table are read, too, nothing in it lies at its edge: narrow it is at a table alone
    phone.goto(f"{server.url}/me/hands/")
    expect(phone.locator(".called")).to_contain_text("Há um assento livre para você.")
    expect(phone.locator(".called")).to_have_css("padding", "8px 16px")
    # its time is over: it is the next one's
    place = WaitingPlace.objects.get(player_id=rui.player_id)
    over = place.offered_until
    cast.say(expire_offer, by=SYSTEM, at=over, table_id=table.table_id, place_id=place.pk)
    for page in (phone, desktop):
        expect(page.locator(".called")).to_be_hidden()
    other.locator(".called").get_by_role("link").click()
    other.wait_for_url(re.compile(f"/tables/{table.table_id}/$"))
    other.locator("body[data-ready]").wait_for()
    expect(other.locator("[data-called]")).to_be_hidden()
    other.locator('.bar-sit input[name="amount"]').fill("40,00")
    other.locator(".bar-sit button").click()
    there(other)
    assert WaitingPlace.objects.get(player_id=eva.player_id).outcome == "seated"


@pytest.mark.rule("PT-H.6")
def test_an_offered_seat_whose_time_is_over_says_so_without_a_line(
    tab_of: Callable[..., Page], server: Server, today: datetime
) -> None:
    table = open_cash(cash_house(currency="EUR"), seats=2, decision_seconds=120)
    table.now = datetime.now(UTC) + timedelta(minutes=10)
    for seat in (1, 2):
        table.sit(seat)
    rui = known(table.house, "Rui", cents=15_000)
    table.say(join_waiting_list, rui)
    table.leave(1)
    over = "O tempo para ocupar o assento acabou."
    there = tab_of(rui, f"/tables/{table.table_id}/")
    there.locator("body[data-ready] .bar-sit button").wait_for()
    there.locator(".seats button").wait_for()
    phone = tab_of(rui, "/me/", width=390, height=844)
    banner = phone.locator(".called")
    expect(banner.locator("[data-left]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    for page in (phone, there):
        page.context.set_offline(True)
        page.evaluate("before = performance.now.bind(performance), performance.now = () => before() + 900000")
    expect(banner.locator("p")).to_have_text(f"{over} {table.row.name}")
    expect(banner.get_by_role("link")).to_have_count(0)
    expect(banner.get_by_role("alert")).to_have_text(over)
    expect(phone).not_to_have_title(re.compile("●"))
    bar = there.locator(".bar-say[data-over]")
    expect(bar).to_have_text(over)
    expect(there.locator(".act-bar form, .seats button")).to_have_count(0)
    # the house says what became of it, when it is heard again
    place = WaitingPlace.objects.get(player_id=rui.player_id)
    cast.say(expire_offer, by=SYSTEM, at=place.offered_until, table_id=table.table_id, place_id=place.pk)
    for page in (phone, there):
        page.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(bar).to_have_count(0)


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
        expect(banner).to_contain_text(READY)
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
    expect(banner).to_contain_text(READY)
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
