"""Twelve tables on one desktop: each is whole, the keys act at the one that has them alone, and N leads to those that wait in the order of their time."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from play.commands.sit import sit
from play.models import HandAct
from tests import cast
from tests.browser.conftest import Server
from tests.browser.test_full_table import OUT_OF_PLACE
from tests.play.conftest import AtTable, open_one
from tests.play.event import house
from tests.shots.felt import MILLION, NINE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MINE = 9

# what of a table's page lies beside its screen, and what of it lies on each other
ON_EACH_OTHER = """() => {
  const wrong = document.documentElement.scrollWidth > innerWidth ? ["sideways"] : [];
  if (document.documentElement.scrollHeight > innerHeight) wrong.push(`${document.documentElement.scrollHeight} high of ${innerHeight}`);
  const parts = [".room-head", ".ring", ".own", ".act-bar"].map((what) => [what, document.querySelector(what).getBoundingClientRect()]);
  for (let i = 1; i < parts.length; i++) if (parts[i - 1][1].bottom > parts[i][1].top + 1) wrong.push(`${parts[i - 1][0]} on ${parts[i][0]}`);
  if (parts[3][1].bottom > innerHeight + 1) wrong.push("the bar is below");
  const bets = [...document.querySelectorAll(".bet")].map((one) => one.getBoundingClientRect());
  for (const [i, one] of bets.entries()) for (const other of bets.slice(i + 1)) {
    if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom) wrong.push("bets on each other");
  }
  return wrong;
}"""


@pytest.fixture
def twelve(server: Server, today: datetime) -> list[AtTable]:
    """Twelve tables of nine with long names and stacks of nine figures. At every second one it is Caio's turn; the later it is, the sooner its time ends."""
    home = house()
    people = {seat: cast.person(name) for seat, (name, _chips) in enumerate(NINE, start=1)} | {
        MINE: home.caio
    }
    chips = {seat: has for seat, (_name, has) in enumerate(NINE, start=1)} | {MINE: 123_600_000}
    found = []
    for number in range(12):
        blinds = {
            "small_blind_chips": 2 * MILLION,
            "big_blind_chips": 4 * MILLION,
            "stack_chips": 40 * MILLION,
        }
        table = open_one(home, **blinds)
        table.now = today
        for seat, person in people.items():
            cast.say(sit, by=person, at=today, table_id=table.table_id, player_id=person.player_id, seat=seat)
        table.people = people
        row = table.row
        for kept in row.seats:
            kept["chips"] = chips[kept["seat"]]
        # the next hand has its button in seat 1; none of these times runs out
        row.button_seat, row.decision_seconds = MINE, 2_000 - 100 * number
        row.save()
        table.deal()
        table.act("raise", 8 * MILLION)
        while table.to_act != MINE:
            table.act("call")
        if number % 2:
            table.act("raise", 36 * MILLION)
        found.append(table)
    return found


def addressed(page: Page, table: AtTable) -> None:
    """Wait until this table has the keys, and says so at its edge and in the strip."""
    expect(page.locator(".tile > iframe[data-focus]")).to_have_attribute("id", f"tile-{table.table_id}")
    expect(page.locator(".tiles-head [aria-current]")).to_have_attribute("data-of", str(table.table_id))


def tabbed(page: Page) -> str:
    """Where Tab leads, past the controls of the table that has the keys."""
    where = "document.querySelector('.tile > iframe[data-focus]')?.id ?? document.activeElement.className"
    here = page.evaluate(where)
    for _press in range(60):
        page.keyboard.press("Tab")
        at: str = page.evaluate(where)
        if at != here:
            return at
    return here


def folds(tables: list[AtTable]) -> set[int]:
    """At which tables Caio has folded."""
    found = HandAct.objects.filter(hand__table__in=[one.table_id for one in tables], act="fold", seat=MINE)
    return set(found.values_list("hand__table_id", flat=True))


def test_twelve_tables_are_whole_and_the_keys_act_at_one(tab_of, twelve):
    page = tab_of(twelve[0].people[MINE], "/tables/mine/", width=1920, height=1080)
    # what moves is not asked here; twelve clocks that glide are two thirds of its processor time
    page.emulate_media(reduced_motion="reduce")
    tiles, turns = page.locator(".tile > iframe"), page.locator(".tile > iframe[data-turn]")
    expect(page.locator(".tile > iframe[data-ready]")).to_have_count(12)
    expect(turns).to_have_count(6)
    expect(page).to_have_title("(6) Minhas mesas")
    want = twelve[0::2]
    urgent = want[::-1]
    for table in twelve:
        expect(
            page.frame_locator(f"#tile-{table.table_id}").locator("body[data-ready][data-mine]")
        ).to_have_count(1)
        expect(page.frame_locator(f"#tile-{table.table_id}").locator(".own-cards .card")).to_have_count(2)

    for width, height in ((1920, 1080), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for number in range(12):
            expect(tiles.nth(number)).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("main").evaluate("main => main.scrollHeight <= main.clientHeight")
        for table in want:
            frame = page.frame_locator(f"#tile-{table.table_id}")
            for act in ("Desistir", "Pagar", "Aumentar"):
                expect(frame.get_by_role("button", name=act)).to_be_in_viewport(ratio=0.99)
            expect(frame.locator('[data-part="time"]')).to_be_in_viewport(ratio=0.99)
        for tile in tiles.element_handles():
            frame = tile.content_frame()
            assert frame.evaluate(ON_EACH_OTHER) + frame.evaluate(OUT_OF_PLACE) == [], (
                width,
                tile.get_attribute("id"),
            )
    # the strip has the time of each that waits, and of no other
    chips = page.locator(".tiles-head li i:not([hidden])")
    expect(chips).to_have_count(6)
    for number in range(6):
        expect(chips.nth(number)).to_be_in_viewport(ratio=0.99)
        expect(chips.nth(number)).not_to_be_empty()

    # N leads from one to the next in the order in which their time ends, and round
    page.locator(f'[data-of="{urgent[0].table_id}"]').click()
    addressed(page, urgent[0])
    for table in [*urgent[1:], urgent[0]]:
        page.keyboard.press("n")
        addressed(page, table)
    # Tab goes from table to table as they lie on the screen, through the controls of each; N goes on from where it led
    page.locator(f'[data-of="{twelve[2].table_id}"]').click()
    addressed(page, twelve[2])
    for table in twelve[3:5]:
        assert tabbed(page) == f"tile-{table.table_id}"
        addressed(page, table)
    assert (twelve[2], twelve[4]) == (urgent[4], urgent[3])
    page.keyboard.press("n")
    addressed(page, urgent[4])

    # a key that no table has acts at none; one that a table has acts there alone
    page.locator(".tiles-head > a").focus()
    page.keyboard.press("f")
    page.locator(f'[data-of="{urgent[2].table_id}"]').click()
    addressed(page, urgent[2])
    page.frame_locator(f"#tile-{urgent[2].table_id}").locator(".act.fold:not([aria-disabled])").wait_for()
    page.keyboard.press("f")
    # and then the one whose time ends first has them
    addressed(page, urgent[0])
    expect(turns).to_have_count(5)
    expect(page.locator(f"#tile-{urgent[0].table_id}[data-led]")).to_have_count(0)
    page.frame_locator(f"#tile-{urgent[0].table_id}").locator(".act.fold:not([aria-disabled])").wait_for()
    page.keyboard.press("f")
    addressed(page, urgent[1])
    expect(turns).to_have_count(4)
    expect(page).to_have_title("(4) Minhas mesas")
    assert folds(twelve) == {urgent[0].table_id, urgent[2].table_id}
