"""Several tables on one screen: each is acted at by itself, and from one that waits for nothing the keys go to the next that does."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, expect

from play.commands.come_back import come_back
from play.commands.leave import leave
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.models import HandAct, PlayTable
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
        # two by two, each wide and without its log
        for number in range(4):
            expect(tiles.nth(number)).to_be_in_viewport(ratio=0.95)
            expect(tiles.nth(number).content_frame.locator(".log")).to_be_hidden()
    # the first whose turn it was has the keys; while it waits another has them only when the player goes there
    at = page.locator(".tile > iframe[data-focus]")
    expect(at).to_have_count(1)
    here = at.get_attribute("id")
    expect(page.locator('.tiles-head [aria-current="true"]')).to_have_count(1)
    page.keyboard.press("n")
    there = page.locator(f".tile > iframe[data-turn][data-focus]:not(#{here})")
    expect(there).to_have_count(1)
    acted = there.get_attribute("id")
    page.frame_locator(f"#{acted}").locator(".act.fold:not([aria-disabled])").wait_for()
    page.keyboard.press("f")
    expect(turns).to_have_count(1)
    # then the one that waits has them, but no second press that was meant for the one before
    led, bar = page.locator(f"#{here}[data-turn][data-focus]:not([data-led])"), page.frame_locator(f"#{here}")
    expect(led).to_have_count(1)
    led.evaluate("tile => tile.toggleAttribute('data-led', true)")
    page.keyboard.press("f")
    assert bar.locator(".act-bar").get_attribute("data-busy") is None and folds(four) == {acted}
    page.locator(f"#{here}").evaluate("tile => tile.removeAttribute('data-led')")
    bar.locator(".act.fold:not([aria-disabled])").wait_for()
    page.keyboard.press("f")
    expect(turns).to_have_count(0)
    expect(page).to_have_title("Minhas mesas")
    assert folds(four) == {acted, here}


# what of a table is pressed to act, and is too small on the screen for a finger
SMALL = """page => [...page.contentDocument.querySelectorAll(".act-bar button, .own-bank.button")].filter(one => one.checkVisibility()).map(one => {
  const scale = page.getBoundingClientRect().width / page.offsetWidth, { width, height } = one.getBoundingClientRect();
  return Math.min(width, height) * scale < 44 ? `${one.textContent}: ${width * scale} by ${height * scale}` : "";
}).filter(Boolean)"""


def test_a_finger_finds_the_buttons_of_each_of_four_tables(tab_of, four):
    for width, height in ((1180, 820), (1366, 1024), (1024, 768), (1024, 672), (1280, 720), (1440, 900)):
        page = tab_of(four[0].people[1], "/tables/mine/", width=width, height=height, touch=True)
        tile = page.locator(f"#tile-{four[0].table_id}[data-turn]")
        frame = tile.content_frame
        frame.locator(".act.raise:not([aria-disabled])").wait_for()
        assert tile.evaluate(SMALL) == [], width
        frame.locator(".act.raise").tap()
        frame.locator('.act-bar[data-state="sheet"]').wait_for()
        assert tile.evaluate(SMALL) == [], width
        for part in (".act-bar button >> nth=0", "[data-confirm]", ".own-cards .card >> nth=0", ".pot"):
            expect(frame.locator(part)).to_be_in_viewport(ratio=0.98)
        page.close()


# how high the buttons are, without the sheet of tables in frames and with it
WITH_SHEET = """async (sheet) => {
  const high = () => [...document.querySelectorAll(".act-bar .act")].map((one) => one.getBoundingClientRect().height);
  const alone = high();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet });
  const there = new Promise((done) => { link.onload = done; });
  document.head.append(link);
  await there;
  return [alone, high()];
}"""


def test_a_table_alone_keeps_its_buttons_where_the_browser_does_not_say_what_it_opens(tab_of, four):
    """Over plain http no browser does: the page has the sheet of tables in frames, too."""
    for width, height in ((390, 844), (360, 640)):
        page = tab_of(
            four[0].people[1], f"/tables/{four[0].table_id}/", width=width, height=height, touch=True
        )
        page.locator(".act.raise:not([aria-disabled])").wait_for()
        alone, with_sheet = page.evaluate(WITH_SHEET, static("css/tile.css"))
        assert alone == with_sheet and min(alone) > 52, width
        page.close()


def folds(tables: list[AtTable]) -> set[str]:
    """At which tables Rui has folded."""
    found = HandAct.objects.filter(hand__table__in=[one.table_id for one in tables], act="fold", seat=1)
    return {f"tile-{table_id}" for table_id in found.values_list("hand__table_id", flat=True)}


def test_who_writes_is_led_nowhere_and_who_waits_is(tab_of, four):
    page = tab_of(four[0].people[1], "/tables/mine/", width=1180, height=820)
    expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)
    first = page.locator(".tile > iframe[data-focus]").get_attribute("id")
    here, there = sorted(four[:2], key=lambda table: f"tile-{table.table_id}" != first)
    here.act("fold")
    at = f"tile-{there.table_id}"
    expect(page.locator(f"#{at}[data-focus]:not([data-led])")).to_have_count(1)
    there.act("fold")
    expect(page.locator(".tile > iframe[data-turn]")).to_have_count(0)
    frame = page.frame_locator(f"#{at}")
    frame.locator(".room-menu summary").click()
    frame.locator(".room-seat select").focus()
    turn_of_rui(four[2])
    third = page.locator(f"#tile-{four[2].table_id}")
    expect(third).to_have_attribute("data-turn", "")
    # the strip says it, and the key or a tap there leads to it
    expect(page.locator(f'[data-of="{four[2].table_id}"] b')).to_be_visible()
    expect(page.locator(f"#{at}[data-focus]")).to_have_count(1)
    expect(frame.locator(".room-seat select")).to_be_focused()
    page.get_by_role("button", name="Próxima vez").click()
    expect(page.locator(f"#tile-{four[2].table_id}[data-focus]")).to_have_count(1)
    four[2].act("fold")
    expect(third).not_to_have_attribute("data-turn", "")
    turn_of_rui(four[3])
    expect(page.locator(f"#tile-{four[3].table_id}[data-turn][data-focus]")).to_have_count(1)


def test_the_strip_says_where_one_sits_out(tab_of, four):
    table, rui = four[3], four[0].people[1]
    mine = {"by": rui, "table_id": table.table_id, "player_id": rui.player_id}
    page = tab_of(rui, "/tables/mine/", width=1440, height=900)
    page.locator(".tile > iframe[data-focus]").wait_for()
    tab = page.locator(f'[data-of="{table.table_id}"]')
    expect(tab.locator("em")).to_be_hidden()
    cast.say(sit_out, at=table.now, **mine)
    expect(tab.locator("em")).to_be_visible()
    expect(tab).to_have_accessible_name(re.compile(r"^Mesa \w+ 50\s/\s100 Ausente$"))
    assert page.locator(".tiles-head em:visible").count() == 1
    cast.say(come_back, at=table.now, **mine)
    expect(tab.locator("em")).to_be_hidden()


def turn_of_rui(table: AtTable) -> None:
    """Somebody raises what he raised, and the others call."""
    table.act("raise", 2_700)
    while table.to_act != 1:
        table.act("call")


def test_the_names_of_tables_leave_a_phone_its_table(tab_of, four):
    for table, name in zip(
        four, ("Mesa 1", "Main Event Dia 1B Turbo " * 3, "x" * 60, "Omaha de quinta"), strict=True
    ):
        PlayTable.objects.filter(pk=table.table_id).update(name=name.strip()[:60])
    for width, height in ((390, 844), (360, 640)):
        page = tab_of(four[0].people[1], "/tables/mine/", width=width, height=height, touch=True)
        expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)
        assert page.locator(".tiles-head").evaluate("head => head.getBoundingClientRect().height") <= 64
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # the table with its whole bar is on the screen, and so is the whole of a long name in its title
        frame = page.locator(".tile > iframe[data-focus]")
        expect(frame).to_be_in_viewport(ratio=0.95)
        expect(frame.content_frame.get_by_role("button", name="Desistir")).to_be_in_viewport(ratio=1)
        assert (
            page.locator(".tiles-head li .button").nth(1).get_attribute("title")
            == ("Main Event Dia 1B Turbo " * 3)[:60].strip()
        )


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """As a finger does it: the browser itself makes of it what it makes of a finger, a scroll or a tap."""
    fingers = page.context.new_cdp_session(page)
    for step in range(9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if step else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    fingers.detach()


def test_on_a_phone_a_swipe_leads_to_the_table_beside_it_and_acts_at_none(tab_of, four):
    page = tab_of(four[0].people[1], "/tables/mine/", width=390, height=844, touch=True)
    tiles = page.locator(".tile > iframe")
    expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)

    def at(number: int) -> None:
        """Wait until this one has the screen and the keys, and listens; no other one is seen."""
        expect(tiles.nth(number)).to_have_attribute("data-focus", "")
        expect(page.locator(".tile > iframe[data-led]")).to_have_count(0)
        expect(tiles.nth(number)).to_be_in_viewport(ratio=0.95)
        seen = "all => all.findIndex(one => Math.abs(one.getBoundingClientRect().left) < 10)"
        assert tiles.evaluate_all(seen) == number

    page.locator("[data-of]").nth(0).tap()
    at(0)
    # from the button that would fold, and from what lies above it: one table a swipe, and none past the last or the first
    fold = tiles.nth(0).content_frame.locator(".act.fold:not([aria-disabled])").bounding_box()
    assert fold
    low = fold["y"] + fold["height"] / 2
    swipe(page, (fold["x"] + 70, low), (fold["x"] - 10, low))
    at(1)
    for number in (2, 3, 3):
        swipe(page, (330, 400), (60, 420))
        at(number)
    for number in (2, 1, 0, 0):
        swipe(page, (60, 400), (330, 380))
        at(number)
    # up, askew or too short it is none
    for end in ((200, 150), (110, 330), (160, 400)):
        swipe(page, (200, 400), end)
        at(0)
    # nor where the finger is at what says how much
    frame = tiles.nth(0).content_frame
    frame.locator(".act.raise:not([aria-disabled])").tap()
    slider = frame.locator(".slider").bounding_box()
    assert slider
    middle = slider["y"] + slider["height"] / 2
    swipe(page, (slider["x"] + 200, middle), (slider["x"] + 20, middle))
    at(0)
    assert not folds(four)
    expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)


def test_a_swipe_loses_no_turn_that_came_under_the_finger(tab_of, four):
    for table in four[:2]:
        table.act("fold")
    page = tab_of(four[0].people[1], "/tables/mine/", width=390, height=844, touch=True)
    tiles = page.locator(".tile > iframe")
    expect(page.locator(".tile > iframe[data-ready]")).to_have_count(4)
    page.locator("[data-of]").nth(0).tap()
    expect(tiles.nth(0)).to_have_attribute("data-focus", "")
    expect(page.locator(".tile > iframe[data-led]")).to_have_count(0)
    fingers = page.context.new_cdp_session(page)

    def finger(kind: str, *at: int) -> None:
        points = [{"x": x, "y": 400} for x in at]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", 330)
    turn_of_rui(four[3])
    expect(tiles.nth(3)).to_have_attribute("data-turn", "")
    for x in (300, 200, 90):
        finger("touchMove", x)
    finger("touchEnd")
    expect(tiles.nth(3)).to_have_attribute("data-focus", "")
    expect(tiles.nth(3)).to_be_in_viewport(ratio=0.95)


def test_the_table_that_one_leaves_goes_and_the_others_stay_as_they_are(tab_of, four):
    page = tab_of(four[0].people[1], "/tables/mine/", width=1440, height=900)
    expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)
    table = four[0]
    table.act("fold")
    tile = page.locator(f"#tile-{table.table_id}")
    expect(tile).not_to_have_attribute("data-turn", re.compile(""))
    page.evaluate("window.stays = true")
    frame = tile.content_frame
    frame.locator(".room-menu > summary").click()
    frame.get_by_role("button", name="Sair da mesa").click()
    expect(page.locator(".tile > iframe")).to_have_count(3)
    expect(page.locator(".tiles-head li")).to_have_count(3)
    expect(tile).to_have_count(0)
    assert page.evaluate("window.stays")  # no page was loaded anew
    for number in range(3):
        expect(page.locator(".tile > iframe").nth(number)).to_be_in_viewport(ratio=0.95)


def test_a_table_that_one_takes_or_leaves_elsewhere_comes_and_goes(tab_of, four):
    rui = four[0].people[1]
    page = tab_of(rui, "/tables/mine/", width=1440, height=900)
    expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)
    page.evaluate("window.stays = true")
    other = open_one(four[0].house)
    cast.say(sit, by=rui, at=four[0].now, table_id=other.table_id, player_id=rui.player_id, seat=1)
    # the page that was asleep asks when it wakes, though it is the own turn at two tables
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    tile = page.locator(f"#tile-{other.table_id}[data-ready]")
    expect(tile).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".tiles-head li")).to_have_count(5)
    expect(page.locator(f'[data-of="{other.table_id}"]')).to_be_visible()
    page.locator(f'[data-of="{other.table_id}"]').click()
    expect(page.locator(f"#tile-{other.table_id}[data-focus]")).to_have_count(1)
    cast.say(leave, by=rui, at=four[0].now, table_id=other.table_id, player_id=rui.player_id)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".tile > iframe")).to_have_count(4)
    expect(page.locator(".tiles-head li")).to_have_count(4)
    expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)
    assert page.evaluate("window.stays")  # no page was loaded anew


def test_the_button_leads_on_from_the_table_that_had_the_keys(tab_of, four):
    for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        page = tab_of(four[0].people[1], "/tables/mine/", **size)
        expect(page.locator(".tile > iframe[data-turn]")).to_have_count(2)
        expect(page.locator(".tile > iframe[data-focus]")).to_have_count(1)
        here = page.locator(".tile > iframe[data-focus]").get_attribute("id")
        following = page.get_by_role("button", name="Próxima vez")
        for _round in range(2):
            following.click()
            expect(page.locator(f".tile > iframe[data-turn][data-focus]:not(#{here})")).to_be_in_viewport(
                ratio=0.95
            )
            following.click()
            expect(page.locator(f"#{here}[data-focus]")).to_be_in_viewport(ratio=0.95)
