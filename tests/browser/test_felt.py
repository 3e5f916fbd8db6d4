"""Nothing that lies on the felt lies on anything else: bets, discs, pot, board, plates and shown cards, however little room a phone or the replayer leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from play.models import DealtHand
from rules.hands import options
from tests import cast
from tests.browser.conftest import Server
from tests.browser.test_full_table import CALL
from tests.play import cash
from tests.play.event import house
from tests.shots import felt

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# what lies on what; a disc may lie on the edge of its own plate, not on what is written there
LIES_ON = """async () => {
  await document.fonts.ready;
  // what follows the size of the window, or of a line that has come, does so a frame later
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  // a bet or a card that comes is smaller than it is in a moment
  for (const one of document.getAnimations()) one.finish();
  const things = [];
  for (const what of [".bet", ".disc", ".pot", ".pots span", ".made", ".board .card", ".seat:not(.mine) .plate", ".showed .card", ".plate-stack", ".act-bar button", ".own-cards .card"])
    for (const one of document.querySelectorAll(what)) if (one.checkVisibility()) {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { left, right, top, bottom } = (what === ".plate-stack" ? range : one).getBoundingClientRect();
      // the ring of a marked card is no part of its box
      const drawn = getComputedStyle(one), ring = one.classList.contains("five") ? parseFloat(drawn.outlineWidth) + parseFloat(drawn.outlineOffset) : 0;
      // one card's ring may touch the next card's
      const box = { left, right, top: top - ring, bottom: bottom + ring };
      things.push({ what, box, seat: one.closest(".seat"), said: `${what} ${one.textContent.trim()}` });
    }
  const on = ({ box: a }, { box: b }) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  const own = (a, b) => a.seat && a.seat === b.seat && (a.what + b.what).includes(".plate") && (a.what + b.what !== ".disc.plate-stack");
  return things.flatMap((a, i) => things.slice(i + 1).filter((b) => on(a, b) && !own(a, b)).map((b) => `${a.said} on ${b.said}`));
}"""


# the button and the small blind at one seat, as between the two who are left: at which seats they lie on each other
BOTH = """() => [...document.querySelectorAll(".seat:not(.mine)")].filter((seat) => {
  for (const old of seat.querySelectorAll(".disc")) old.remove();
  const discs = ["D", "SB"].map((textContent) => Object.assign(document.createElement("span"), { className: "disc", textContent }));
  seat.append(...discs);
  const [a, b] = discs.map((disc) => disc.getBoundingClientRect());
  return a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
}).map((seat) => seat.dataset.row + seat.dataset.side)"""


@pytest.fixture
def place(server: Server, today: datetime) -> felt.Place:
    home = house()
    return felt.Place(venue_id=home.venue_id, director=home.ana.actor, at=today, reader=home.caio)


def large(page: Page) -> None:
    """As a browser's own setting makes letters, twice as large."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.evaluate("document.body.getBoundingClientRect()")


def won_by(table: felt.Felt, *, winners: int) -> None:
    """The hand that is shown has so many winners: one pot is divided, of several the first ones have each their own. What anybody holds is of no matter."""
    dealt = DealtHand.objects.filter(table_id=table.table_id, result__isnull=False).latest("id")
    assert dealt.result is not None
    result, before, after = dealt.result, Counter[int](), Counter[int]()
    seats, pots = [one["seat"] for one in result["shown"]][:winners], result["pots"]
    for number, pot in enumerate(pots):
        before.update(dict(pot["shares"]))
        whose = seats if len(pots) == 1 else [seats[min(number, winners - 1)]]
        pot["shares"] = [[seat, pot["chips"] // len(whose)] for seat in whose]
        after.update(dict(pot["shares"]))
    has = {seat: chips - before[seat] + after[seat] for seat, chips in result["stacks"]}
    result["stacks"], result["busts"] = list(map(list, has.items())), [seat for seat in has if not has[seat]]
    row = table.row
    for kept in row.seats:
        kept["chips"] = has.get(kept["seat"], kept["chips"])
    row.save(update_fields=["seats"])
    DealtHand.objects.filter(pk=dealt.pk).update(result=result)


@pytest.mark.parametrize("winners", [1, 2])
def test_a_hand_between_two_is_replayed_with_bets_and_shown_cards_beside_the_pot(
    tab_of: Callable[..., Page], place: felt.Place, winners: int
) -> None:
    table = felt.heads_up(place)
    while table.row.due_kind in ("decide", "street"):
        table.on()
        if table.row.due_kind == "decide":
            may = options(table.hand)
            word, to = ("call", 0) if may.facing_chips else ("bet", may.raise_from_chips or 0)
            table.act(word, to)
    table.until("close")
    won_by(table, winners=winners)
    table.due()
    page = tab_of(place.reader, f"/me/hands/{table.table_id}/1/")
    page.locator("body[data-ready]").wait_for()
    steps = page.locator('[data-part="steps"] > li').count()
    for width, height in ((1440, 900), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("Home")
        for step in range(1, steps + 1):
            expect(page.locator('[data-part="count"]')).to_have_text(f"{step} / {steps}")
            assert page.evaluate(LIES_ON) == [], (width, step)
            page.keyboard.press("ArrowRight")
        expect(page.locator(".made")).to_have_count(winners)
    expect(page.locator(".seat:not(.mine) .showed")).to_have_count(1)
    # and with letters twice as large it fits a phone
    page.set_viewport_size({"width": 360, "height": 640})
    large(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_a_small_phone_bets_of_money_lie_apart_while_the_form_to_sit_down_and_a_call_are_open(
    tab_of: Callable[..., Page], server: Server, today: datetime
) -> None:
    home = cash.house()
    blinds = {"small_blind_cents": 5_000, "big_blind_cents": 10_000}
    bounds = {"least_buy_in_cents": 200_000, "most_buy_in_cents": 1_000_000}
    for seats in (3, 6, 9):
        table = cash.open_cash(
            home, seats=seats, at=today, decision_seconds=120, onlookers_delay_seconds=0, **blinds, **bounds
        )
        table.now = today
        for seat, (name, _chips) in enumerate(felt.NINE[: seats - 1], start=1):
            table.sit(seat, f"{name} {seats}", cents=1_000_000, has=2_000_000)
        table.deal()
        table.act("raise", 125_050)
        for _call in range(seats - 3):
            table.act("call")
        zoe = cash.known(home, f"Zoe {seats}", cents=2_000_000)
        page = tab_of(zoe, f"/tables/{table.table_id}/", width=360, height=640)
        page.locator("body[data-ready] .bar-sit").wait_for()
        expect(page.locator(".bet.hot")).to_have_text("1.250,50")
        for width, height in ((360, 640), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(LIES_ON) == [], (seats, width)
            page.evaluate(CALL)
            assert page.evaluate(LIES_ON) == [], (seats, width, "called")
            page.evaluate("document.querySelector('[data-called]').hidden = true")
            assert page.evaluate(BOTH) == [], (seats, width)


def test_two_at_whom_one_looks_have_their_discs_beside_them_and_who_is_called_bets_in_one_view(
    tab_of: Callable[..., Page], place: felt.Place
) -> None:
    table = felt.heads_up(place)
    table.fresh()
    looks = tab_of(cast.person("Zoe"), f"/tables/{table.table_id}/", width=360, height=640)
    looks.locator("body[data-ready] .disc.dealer").wait_for()
    assert looks.evaluate(LIES_ON) == []
    bets = tab_of(place.reader, f"/tables/{table.table_id}/", width=390, height=844)
    bets.locator("body[data-ready][data-turn] .act.raise:not([aria-disabled])").click()
    bets.locator('.act-bar[data-state="sheet"]').wait_for()
    bets.evaluate(CALL)
    assert bets.evaluate(LIES_ON) == []
    expect(bets.locator("[data-confirm]")).to_be_in_viewport(ratio=1)
    assert bets.evaluate("document.documentElement.scrollHeight") <= 844


def test_at_a_desk_two_have_their_discs_beside_the_stack_alone_and_as_one_of_four(
    tab_of: Callable[..., Page], place: felt.Place
) -> None:
    tables = [felt.heads_up(place), felt.omaha(place), felt.ten(place), felt.away(place)]
    felt.all_fresh(tables)
    alone = tab_of(place.reader, f"/tables/{tables[0].table_id}/", width=1440, height=900)
    alone.locator("body[data-ready] .disc.dealer").wait_for()
    assert alone.evaluate(LIES_ON) == []
    page = tab_of(place.reader, "/tables/mine/", width=1440, height=900)
    for number in range(4):
        page.frame_locator(".tile > iframe").nth(number).locator("body[data-ready] .disc.dealer").wait_for()
    assert [frame.evaluate(LIES_ON) for frame in page.frames if frame.parent_frame] == [[], [], [], []]


@pytest.mark.parametrize("winners", [1, 2])
def test_who_wins_stands_below_the_marked_cards_or_with_pot_and_five_cards_where_several_do(
    tab_of: Callable[..., Page], place: felt.Place, winners: int
) -> None:
    table = felt.long_hand(place)
    felt.to_the_turn(table)
    felt.raised(table)
    felt.all_in(table)
    table.until("close")
    won_by(table, winners=winners)
    page = tab_of(cast.person("Zoe"), f"/tables/{table.table_id}/", width=1440, height=900)
    page.locator("body[data-ready] .made").first.wait_for()
    assert page.locator(".made.apart .five-of").count() == (winners if winners > 1 else 0)
    assert (page.locator(".board .five").count() > 0) is (winners == 1)
    for width, height in ((1440, 900), (1180, 820), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LIES_ON) == [], width
    # nor with one's own cards below, where the table is lower
    own = tab_of(place.reader, f"/tables/{table.table_id}/", width=1180, height=820)
    own.locator("body[data-ready] .made").first.wait_for()
    for width, height in ((1180, 820), (1440, 900)):
        own.set_viewport_size({"width": width, "height": height})
        assert own.evaluate(LIES_ON) == [], (width, "own")


def test_letters_twice_as_large_are_so_on_the_plates_and_on_the_button_that_stands_alone(
    tab_of: Callable[..., Page], place: felt.Place
) -> None:
    table = felt.away(place)
    page = tab_of(place.reader, f"/tables/{table.table_id}/", width=360, height=640)
    page.locator("body[data-ready] .act-bar > .act.call").wait_for()
    sizes = """() => [".act-bar > .act.call", ".seat:not(.mine) .plate-name"].map((one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"""
    button, name = page.evaluate(sizes)
    large(page)
    now = page.evaluate(sizes)
    assert now[0] > 1.9 * button and now[1] >= 1.5 * name
    assert page.evaluate(LIES_ON) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
