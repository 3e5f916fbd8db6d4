"""The table of an online tournament on a phone: what may not stand in the way there, and what is said to who does not see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from play.commands.hold_table import hold_table
from play.commands.sit_out import sit_out
from play.models import PlayTable, Sitting, UntoldChange
from rules import hands
from tests import cast
from tests.browser.conftest import Server, weigh
from tests.browser.test_phone_pages import APART_AND_SIDEWAYS
from tests.play.event import Event, begun, house
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = "Grande Noite de Lisboa no Casino do Estoril, mesa final dos vinte"

# hands that lie, in part, on another one or on the plate of another seat, or beyond the screen
COVERED = """() => {
  const boxes = [".showed", ".plate"].flatMap((what) => [...document.querySelectorAll(`.seat:not(.mine) ${what}`)].map((one) => (
    { seat: one.closest(".seat").dataset.seat, what, box: one.getBoundingClientRect() })));
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.filter((one) => one.what === ".showed").flatMap((one) => [
    ...(one.box.left < 0 || one.box.right > innerWidth ? [[one.seat, "beyond"]] : []),
    ...boxes.filter((other) => other.seat !== one.seat && over(one.box, other.box)).map((other) => [one.seat, other.seat, other.what]),
  ]);
}"""


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


def test_between_two_hands_their_column_leads_on_and_then_tells_the_next(tab_of, event):
    while event.row.due_kind == "decide":
        event.act("fold")
    event.until("open")
    page = open_table(tab_of, event, 1, width=1440, height=900)
    told, leads = page.locator('[role="log"] p'), page.locator(".log-none")
    expect(told).to_have_count(0)
    expect(leads.get_by_role("link")).to_have_text(["Última mão", "Como está o torneio"])
    across = "[...document.querySelectorAll('.ring, .log')].map((e) => [e.getBoundingClientRect().x, e.clientWidth])"
    before = page.evaluate(across)
    leads.get_by_role("link").last.click()
    expect(page.get_by_role("dialog")).to_contain_text("Estrutura")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    event.due()
    expect(told.first).to_be_visible()
    expect(leads).to_be_hidden()
    # the felt is as wide as it was
    assert page.evaluate(across) == before


def test_what_lies_there_does_not_turn_again(tab_of, event):
    seat = event.to_act
    page = open_table(tab_of, event, seat)
    expect(page.locator(".own-cards .card")).to_have_count(2)
    assert page.locator(".card[data-new]").count() == 0
    # nor do the buttons of the own turn listen at once: they say so, and then no more
    page.add_init_script(
        """new MutationObserver((all) => {
          for (const one of all) for (const node of one.addedNodes) if (node.querySelector?.(".act[aria-disabled]")) window.rested = true;
        }).observe(document, { childList: true, subtree: true });"""
    )
    page.reload()
    page.locator("body[data-ready][data-mine]").wait_for()
    expect(page.locator(".own-cards .card")).to_have_count(2)
    assert page.locator(".card[data-new]").count() == 0
    expect(page.locator(".act.call:not([aria-disabled])")).to_be_visible()
    assert page.evaluate("window.rested") is True


def test_the_head_has_two_lines_and_a_notice_stands_over_no_card(tab_of, event):
    page = open_table(tab_of, event, event.to_act)
    head = page.locator(".room-head")
    high = "h => h.getBoundingClientRect().height"
    line = head.locator(".room-event").evaluate(high)
    assert 24 <= line <= 27
    # a word about the line itself may stand there for a moment
    page.wait_for_function(
        """() => {
          const [head, event] = [".room-head", ".room-head .room-event"].map((one) => document.querySelector(one).getBoundingClientRect());
          return head.height - event.height <= 53;
        }"""
    )
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
    # while a bet is sized, who is still in stays in view, and so does the button
    page.locator(".act.raise").click()
    page.locator('.act-bar[data-state="sheet"]').wait_for()
    inside = "e => { const r = e.getBoundingClientRect(); return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight; }"
    others = page.locator(".seat:not(.free, .mine) .plate-stack")
    assert [one.evaluate(inside) for one in others.all()] == [True] * (len(event.people) - 1)
    assert page.locator("[data-confirm]").evaluate(inside)


@pytest.mark.rule("ADTP.16")
def test_an_all_in_lies_open_while_the_board_comes(tab_of, event):
    folder = event.to_act
    page = open_table(tab_of, event, folder)
    event.act("fold")
    left = [event.to_act]
    event.act("raise", 1_000)
    left.append(event.to_act)
    event.act("call")
    later = open_table(tab_of, event, folder, width=1440, height=900)
    for tab in (page, later):
        for seat in left:
            expect(tab.locator(f'li[data-seat="{seat}"]:not(.mine) .showed .card')).to_have_count(2)
        expect(tab.locator('[data-part="board"] .card:not(.slot)')).to_have_count(0)
        assert tab.evaluate(COVERED) == []
    expect(page.locator('[data-part="log"]')).to_contain_text("abre")


def test_the_first_view_of_a_hand_is_small(tab_of, server, event):
    """All that a player loads before anything is touched, with the own cards and the own turn."""
    Sitting.objects.update(since=datetime.now(UTC))  # nobody is told of an hour
    page = tab_of(event.people[event.to_act], "/tables/", width=390, height=844)
    sizes = weigh(page, f"{server.url}/tables/{event.table_id}/")
    expect(page.locator("body[data-turn] .own-cards .card")).to_have_count(2)
    loaded = {url.rpartition("/")[2] for url in sizes}
    assert {"app.css", "table.css", "table.js"} <= loaded
    assert sum(sizes.values()) < 60 * 1024, sorted(sizes.items(), key=lambda one: -one[1])
    # what lies over the table brings its own sheets
    page.get_by_role("link", name="Ordem das mãos e regras").click()
    expect(page.locator("dialog .ranks").first).to_have_css("padding-left", "0px")


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


def test_while_the_clock_stands_it_is_said_where_the_board_lies(tab_of, event):
    page = open_table(tab_of, event, event.to_act)
    cast.say(pause_clock, by=event.house.ana, at=event.now, tournament_id=event.tournament_id)
    while event.row.due_kind == "decide":
        event.act("fold")
    event.until("open")
    stands = page.locator(".band .stands")
    # eight seconds after the last hand was shown, and two more
    expect(stands.locator(".state")).to_have_text("Em pausa")
    expect(stands).to_contain_text("Nível 1 · 25 / 50")
    cast.say(resume_clock, by=event.house.ana, at=event.now, tournament_id=event.tournament_id)
    event.due()
    expect(page.locator(".own-cards .card")).to_have_count(2)
    expect(stands).to_have_count(0)


def test_who_looks_on_reads_that_it_is_paused_only_where_the_clock_stands(tab_of, server, event):
    while event.row.due_kind == "decide":
        event.act("fold")
    event.until("open")
    # the next hand should have been dealt, and nothing is told of it: as whoever is out sees the table while it is shown late
    UntoldChange.objects.all().delete()
    PlayTable.objects.filter(pk=event.table_id).update(
        due_at=datetime.now(UTC) - timedelta(seconds=5), onlookers_delay_seconds=0
    )
    page = tab_of(cast.person("Zoe"), "/tables/", width=390, height=844)
    with page.expect_response(re.compile(r"/stands[^/]*\.js")):  # what asks the clock
        page.goto(f"{server.url}/tables/{event.table_id}/")
    banner = page.locator('[data-part="banner"]')
    expect(banner).to_be_hidden()
    cast.say(pause_clock, by=event.house.ana, at=event.now, tournament_id=event.tournament_id)
    expect(banner).to_contain_text("em pausa")
    expect(page.locator('[data-part="level"]')).to_have_text("Em pausa · Nível 1")


@pytest.mark.rule("PT-T.45", "PT-T.46")
def test_the_line_of_the_tournament_counts_by_the_house_and_follows_its_clock(tab_of, server, event, axe):
    def to_level(index: int) -> None:
        now, t = datetime.now(UTC), event.tournament_id
        cast.say(move_to_level, by=event.house.ana, at=now, tournament_id=t, level_index=index)

    to_level(0)
    page = open_table(tab_of, event, event.to_act, width=390, height=844)
    left = page.locator('.room-event [data-part="level-left"]')
    first = left.inner_text()
    expect(left).not_to_have_text(first)  # it counts
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    level = page.locator('.room-event [data-part="level"]')
    expect(level).to_have_text("Nível 1")
    to_level(1)
    expect(level).to_have_text("Nível 2")
    expect(page.locator('.room-event [data-part="next"]')).to_contain_text("→ 75 / 150")
    cast.say(pause_clock, by=event.house.ana, at=datetime.now(UTC), tournament_id=event.tournament_id)
    expect(level).to_have_text("Em pausa · Nível 2")
    stood = left.inner_text()
    # who opens it later, on another device, reads the same
    other = tab_of(event.people[event.to_act], f"/tables/{event.table_id}/", width=360, height=640)
    expect(other.locator('.room-event [data-part="level-left"]')).to_have_text(stood)
    assert other.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe(other) == []
    other.locator(".room-event").click()
    over = other.locator("dialog")
    expect(over.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(over.locator('tr[aria-current="true"]')).to_contain_text("50")
    assert other.evaluate(APART_AND_SIDEWAYS) == [[], []]
    expect(over.get_by_role("link", name="Ver o torneio")).to_have_attribute(
        "href", f"/play/{event.tournament_id}/"
    )
    # a page of its own where nothing opens over the table
    other.goto(f"{server.url}/tables/{event.table_id}/tournament/")
    other.set_viewport_size({"width": 320, "height": 640})
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth") <= 320
    assert other.evaluate(APART_AND_SIDEWAYS) == [[], []]
    assert axe(other) == []


# what of the line is in view, and what of that is cut
LINE = """line => {
  const room = line.getBoundingClientRect();
  const parts = [...line.children].filter((one) => one.textContent && one.checkVisibility()).map((one) => [one.dataset.part, one.getBoundingClientRect()]);
  const seen = parts.filter(([, box]) => box.top < room.bottom);
  return [seen.map(([name]) => name), seen.filter(([, box]) => box.left < room.left || box.right > room.right || box.bottom > room.bottom).map(([name]) => name)];
}"""


def test_the_line_of_the_tournament_shows_whole_figures_or_none(tab_of, event):
    page = open_table(tab_of, event, event.to_act, width=1180, height=820)
    line = page.locator(".room-event")
    assert line.evaluate(LINE) == [["level", "level-left", "next", "players", "average", "money"], []]
    page.evaluate(
        """() => {
          for (const [name, said] of [["level", "Em pausa · Nível 12"], ["next", "→ 12,5 M / 25 M"], ["players", "123 de 1.234"], ["average", "méd. 1.250 BB"]])
            document.querySelector(`.room-event [data-part="${name}"]`).textContent = said;
        }"""
    )
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 700})
        seen, cut = line.evaluate(LINE)
        assert {"level", "level-left", "players"} <= set(seen) and cut == [], (width, seen)


def test_the_words_of_the_acts_stay_whole_at_320(tab_of, event):
    page = open_table(tab_of, event, event.to_act, width=320, height=700)
    for language in ("pt", "pt-br", "en"):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
        page.reload()
        page.locator("body[data-ready][data-turn] .act.call:not([aria-disabled])").wait_for()
        assert page.evaluate(APART_AND_SIDEWAYS) == [[], []], language


def test_the_rows_of_my_hands_are_as_high_as_each_other(tab_of, event):
    seat = event.to_act
    person = event.people[seat]
    for _hand in range(2):
        while event.row.due_kind == "decide":
            event.act("fold")
        event.until("open")
        event.due()
    page = tab_of(person, "/me/hands/", width=390, height=844)
    rows = page.locator(".hands > li")
    expect(rows).to_have_count(2)
    heights = rows.evaluate_all("rows => rows.map(row => Math.round(row.getBoundingClientRect().height))")
    assert len(set(heights)) == 1, heights
    # nothing of them is cut
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
    assert page.locator(".hand-of > *").evaluate_all(cut) == []


def test_shown_hands_lie_on_no_other_hand_and_on_no_plate(tab_of, demo_table):
    row = demo_table.row
    row.seats_count = 6
    row.save()
    for seat in range(1, 7):
        demo_table.sit(seat)
    demo_table.due()
    while demo_table.row.stage == "playing":
        if demo_table.row.due_kind == "decide":
            demo_table.act("check" if hands.options(demo_table.hand).may_check else "call")
        else:
            demo_table.due()
    for size in ({"width": 390, "height": 844}, {"width": 360, "height": 640}):
        page = tab_of(demo_table.people[6], f"/tables/{demo_table.table_id}/", **size)
        page.locator("body[data-ready][data-mine]").wait_for()
        expect(page.locator(".seat:not(.mine) .showed")).to_have_count(5)
        assert page.evaluate(COVERED) == []
