"""A full table on a phone, with long names and stacks of nine figures: nothing leaves its place, and what is to be pressed is in view."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from rules.hands import options
from tests import cast
from tests.browser.conftest import Server, Watched
from tests.play.event import house
from tests.shots import felt

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# what of a plate leaves it or the window, and which of what lies on the felt lies on the plate of somebody else
OUT_OF_PLACE = """() => {
  const found = [];
  const box = (e) => e.getBoundingClientRect();
  const seen = (e) => e.checkVisibility() && box(e).width > 0;
  const seats = [...document.querySelectorAll(".seat:not(.mine)")].filter(seen);
  for (const seat of seats) {
    const plate = seat.querySelector(".plate");
    const room = box(plate);
    if (room.left < 0 || room.right > innerWidth) found.push(`plate ${seat.dataset.seat}`);
    for (const part of plate.querySelectorAll(".plate-name, .plate-stack, .plate-word, .plate-bb")) {
      if (!seen(part)) continue;
      const range = document.createRange();
      range.selectNodeContents(part);
      const text = part.matches(".plate-name") ? box(part) : range.getBoundingClientRect();
      if (text.right > room.right + 1 || text.bottom > room.bottom + 1 || text.top < room.top - 1) found.push(`${seat.dataset.seat}: ${part.textContent} ${[text.left,text.right,text.top,text.bottom, room.left,room.right,room.top,room.bottom].map(Math.round)}`);
    }
    const clock = seat.querySelector(".plate-time");
    for (const part of clock ? plate.querySelectorAll(".plate-word, .plate-bb, .plate-stack") : []) {
      const range = document.createRange();
      range.selectNodeContents(part);
      if (seen(part) && range.getBoundingClientRect().bottom > box(clock).top + 1) found.push(`${seat.dataset.seat}: the clock on ${part.textContent}`);
    }
    for (const thing of seat.querySelectorAll(".bet, .disc, .showed")) {
      if (!seen(thing)) continue;
      const there = box(thing);
      if (there.left < 0 || there.right > innerWidth) found.push(`${thing.className} ${seat.dataset.seat} leaves the window`);
      for (const other of seats) {
        if (other === seat) continue;
        const text = box(other.querySelector(".plate-text"));
        if (there.left < text.right && there.right > text.left && there.top < text.bottom - 1 && there.bottom > text.top + 1) found.push(`${thing.className} ${seat.dataset.seat} on ${other.dataset.seat}`);
      }
      const own = seat.querySelector(".plate-word");
      if (own && seen(own)) {
        const range = document.createRange();
        range.selectNodeContents(own);
        const text = range.getBoundingClientRect();
        if (there.left < text.right - 1 && there.right > text.left + 1 && there.top < text.bottom - 1 && there.bottom > text.top + 1) found.push(`${thing.className} ${seat.dataset.seat} on its word`);
      }
    }
  }
  for (const button of document.querySelectorAll(".act-bar button")) if (box(button).bottom > innerHeight) found.push(button.textContent);
  if (document.documentElement.scrollWidth > innerWidth) found.push("scrolls sideways");
  return found;
}"""


@pytest.fixture
def table(server: Server, today: datetime) -> felt.Felt:
    home = house()
    place = felt.Place(venue_id=home.venue_id, director=home.ana.actor, at=today, reader=home.caio)
    return felt.long_hand(place)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390), (667, 375)])
def test_nine_players_with_long_names_keep_their_places(
    tab_of: Callable[..., Page], table: felt.Felt, width: int, height: int
) -> None:
    table.fresh()
    page = tab_of(table.place.reader, f"/tables/{table.table_id}/", width=width, height=height)
    page.locator("body[data-ready][data-turn]").wait_for()
    assert page.evaluate(OUT_OF_PLACE) == []
    # who folds where nothing is to be paid is asked; under the thumb lies what costs nothing
    page.locator(".act.fold:not([aria-disabled])").click()
    asked = page.locator(".act-row.free > button")
    expect(asked).to_have_text(["Mesa", "Desistir"])
    check, fold = (one.bounding_box() for one in asked.all())
    assert check and fold and check["width"] > 1.5 * fold["width"]
    felt.to_the_turn(table)
    expect(page.locator(".act.ahead")).to_have_count(2)
    assert page.evaluate(OUT_OF_PLACE) == []
    felt.raised(table)
    expect(page.locator(".seat[data-line] .plate-word")).to_have_text("Sem sinal")
    page.locator(".act.raise:not([aria-disabled])").wait_for()
    assert page.evaluate(OUT_OF_PLACE) == []
    page.locator(".act.raise").click()
    expect(page.locator("[data-confirm]")).to_be_in_viewport(ratio=1)
    assert page.evaluate(OUT_OF_PLACE) == []
    felt.all_in(table)
    expect(page.locator(".showed")).to_have_count(3)
    assert page.evaluate(OUT_OF_PLACE) == []


# which bet or disc lies on a card of the board, a pot, another's plate or another of them, and which bet on what its own plate says
BETS_ON = """() => {
  const box = (e) => e.getBoundingClientRect();
  const seen = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility() && box(e).width);
  const on = (a, b) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  const seat = (e) => e.closest(".seat")?.dataset.seat;
  const bets = seen(".bet, .disc");
  const others = seen(".board .card, .pot b, .pots span, .plate");
  return bets.flatMap((bet, i) => [
    ...others.filter((one) => seat(one) !== seat(bet) && on(box(bet), box(one))),
    ...seen(".plate-text").filter((one) => bet.matches(".bet") && seat(one) === seat(bet) && on(box(bet), box(one))),
    ...bets.slice(i + 1).filter((one) => on(box(bet), box(one))),
  ].map((one) => `${bet.className} ${seat(bet)} on ${one.className} ${seat(one) ?? one.textContent}`));
}"""


@pytest.mark.parametrize(
    "size",
    [(1024, 768), (1180, 720), (1180, 820), (1280, 720), (1366, 768), (1440, 900), (1920, 1080)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_nine_bets_of_nine_figures_lie_on_nothing_on_any_wide_screen(
    look: Callable[..., Watched], size: tuple[int, int]
) -> None:
    page = look("/styleguide/table/dark/full/", width=size[0], height=size[1]).page
    expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
    page.evaluate("document.fonts.ready")
    assert page.locator(".bet").count() == 9
    assert page.evaluate(BETS_ON) == []
    assert page.evaluate(OUT_OF_PLACE) == []


SIDEWAYS = [(932, 430), (844, 390), (740, 360), (667, 375)]
# what of the own seat and of the bar leaves the window or lies on another part of them, and whether the page scrolls
IN_ONE_VIEW = """() => {
  const box = (e) => e.getBoundingClientRect();
  const parts = [...document.querySelectorAll(".own-cards .card, .own-left > *, .own-right > *, .room-rest, .act-bar button, .act-bar .amount, .act-bar .bar-say")].filter((e) => e.checkVisibility() && box(e).height);
  const on = (a, b) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  const { bottom } = box(document.querySelector(".room-head"));
  const out = parts.filter((e) => box(e).left < 0 || box(e).right > innerWidth + 1 || box(e).bottom > innerHeight + 1 || box(e).top < bottom - 1).map((e) => `${e.className} ${e.textContent} leaves the window`);
  const over = parts.flatMap((e, i) => parts.slice(i + 1).filter((other) => on(box(e), box(other))).map((other) => `${e.className} ${e.textContent} on ${other.className} ${other.textContent}`));
  return [...out, ...over, document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth];
}"""


@pytest.mark.parametrize("size", SIDEWAYS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_phone_held_sideways_has_the_table_and_the_own_seat_in_one_view(
    look: Callable[..., Watched], size: tuple[int, int]
) -> None:
    for moment in (
        "turn",
        "full",
        "sheet",
        "too-much",
        "all-in",
        "four-cards",
        "ahead",
        "void",
        "hand-for-hand",
    ):
        page = look(f"/styleguide/table/dark/{moment}/", width=size[0], height=size[1]).page
        expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
        page.evaluate("document.fonts.ready")
        assert page.evaluate(IN_ONE_VIEW) == [0, 0], moment
        # what is done is read out there, too
        assert page.get_by_role("log").count() == 1, moment
        if moment in ("turn", "full", "four-cards"):
            assert page.evaluate(BETS_ON) == [], moment
        if moment == "full":
            assert page.evaluate(OUT_OF_PLACE) == []
    for looks_on in ("cash-seat", "cash-full", "cash-offered"):
        page = look(f"/styleguide/table/dark/{looks_on}/", width=size[0], height=size[1]).page
        expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, looks_on


@pytest.mark.parametrize("size", [(390, 844), (360, 844)])
def test_as_many_big_blinds_as_a_deep_stack_has_stay_on_its_plate_on_a_phone(
    look: Callable[..., Watched], size: tuple[int, int]
) -> None:
    page = look("/styleguide/table/dark/full/", width=size[0], height=size[1]).page
    expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
    expect(page.locator('.seat[data-seat="3"] .plate-bb')).to_have_text("242.792 BB")
    leaves = page.evaluate(
        """() => [...document.querySelectorAll(".plate-bb")].filter((one) => {
          const text = document.createRange();
          text.selectNodeContents(one);
          return one.checkVisibility() && text.getBoundingClientRect().right > one.closest(".plate").getBoundingClientRect().right - 2;
        }).map((one) => one.textContent)"""
    )
    assert leaves == []


@pytest.mark.parametrize("width", [360, 390])
def test_the_own_stack_is_the_largest_figure_beside_the_own_cards_on_a_phone(
    look: Callable[..., Watched], width: int
) -> None:
    page = look("/styleguide/table/dark/turn/", width=width, height=844).page
    expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
    sizes = page.evaluate(
        """() => ["b", "span"].map((what) => parseFloat(getComputedStyle(document.querySelector(`[data-part="own"] .own-right > ${what}.figures`)).fontSize))"""
    )
    # big blinds are written in .85rem at most
    assert sizes[0] > 13.6 >= sizes[1], sizes


# how many sizes each row has, and which row does not go from edge to edge
SHORT_ROWS = """() => {
  const sizes = document.querySelector(".sizes"), { left, right } = sizes.getBoundingClientRect();
  const rows = {};
  for (const one of sizes.children) {
    const box = one.getBoundingClientRect();
    (rows[Math.round(box.top)] ??= []).push(box);
  }
  return Object.values(rows).map((row) => row.length).concat(
    Object.values(rows).filter((row) => Math.abs(row[0].left - left) > 1 || Math.abs(row.at(-1).right - right) > 1).map((row) => "short"));
}"""


@pytest.mark.parametrize(
    ("size", "rows"),
    [((320, 640), [2, 2, 1]), *((one, [3, 2]) for one in ((360, 640), (390, 844), (430, 932), (844, 390)))],
)
def test_the_sizes_of_a_raise_leave_no_gap_beside_the_last_on_a_phone(
    look: Callable[..., Watched], size: tuple[int, int], rows: list[int]
) -> None:
    page = look("/styleguide/table/dark/sheet/", width=size[0], height=size[1]).page
    expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
    # two are within the stack; a larger one has five
    assert page.evaluate(SHORT_ROWS) == [2]
    page.evaluate(
        "() => { const sizes = document.querySelector('.sizes'); while (sizes.children.length < 5) sizes.append(sizes.lastChild.cloneNode(true)); }"
    )
    assert page.evaluate(SHORT_ROWS) == rows


# in how many lines the words of the key for extra time stand, and whether they stay on it
EXTRA = """() => {
  const button = document.querySelector(".own-bank.button");
  const words = document.createRange();
  words.selectNodeContents(button.lastChild);
  const lines = [...words.getClientRects()];
  const on = button.getBoundingClientRect();
  return [new Set(lines.map((line) => Math.round(line.top))).size, lines.every((line) => line.left >= on.left && line.right <= on.right && line.top >= on.top && line.bottom <= on.bottom)];
}"""


@pytest.mark.parametrize("moment", ["turn", "sheet", "four-cards", "full"])
@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_the_key_for_extra_time_has_two_lines_at_most_on_a_phone(
    look: Callable[..., Watched], size: tuple[int, int], moment: str
) -> None:
    width, height = size
    for language in ("pt-BR", "pt-PT", "en"):
        page = look(f"/styleguide/table/dark/{moment}/", width=width, height=height, language=language).page
        expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
        lines, inside = page.evaluate(EXTRA)
        assert (lines <= 2, inside) == (True, True), (language, lines)


# which of the shown hands lies on a name, a stack, the board or another hand, and what of the page is not in one view
SHOWN_ON = """() => {
  const box = (e) => e.getBoundingClientRect();
  const found = [];
  const words = [...document.querySelectorAll(".plate-name, .plate-stack, .plate-word, .board .card, .pot, .own-cards .card")].filter((e) => e.checkVisibility());
  const hands = [...document.querySelectorAll(".showed")].filter((e) => e.checkVisibility());
  const discs = [...document.querySelectorAll(".disc")].filter((e) => e.checkVisibility());
  const on = (a, b) => a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  for (const [i, hand] of hands.entries()) {
    for (const other of [...words, ...discs, ...hands.slice(i + 1)]) if (on(box(hand), box(other))) found.push(`${hand.closest(".seat").dataset.seat} on ${other.className} ${other.textContent}`);
    if (box(hand).top < box(document.querySelector(".room-head")).bottom || box(hand).bottom > box(document.querySelector(".act-bar")).top + 1) found.push(`${hand.closest(".seat").dataset.seat} leaves the ring`);
  }
  const own = [...document.querySelectorAll(".own-left > *, .own-right > *")].filter((e) => e.checkVisibility());
  for (const [i, one] of own.entries()) for (const other of own.slice(i + 1)) if (on(box(one), box(other))) found.push(`${one.textContent} on ${other.textContent}`);
  if (document.documentElement.scrollHeight > innerHeight) found.push(`scrolls to ${document.documentElement.scrollHeight}`);
  return found;
}"""


def all_of_nine(place: felt.Place) -> felt.Felt:
    """Nine at Omaha who all put in everything they have: nine hands are shown."""
    table = felt.Felt(place, name=felt.NIGHT, big=4 * felt.MILLION, game="plo")
    table.fill(felt.NINE, own=123_600_000, button=1)
    table.deal()
    while table.row.due_kind in ("decide", "street"):
        table.on()
        if table.row.due_kind != "decide":
            break
        may = options(table.hand)
        if may.raise_to_chips is None:
            table.act("call" if may.facing_chips else "check")
        else:
            table.act("raise" if table.hand.betting.bet_chips else "bet", may.raise_to_chips)
    return table


def test_nine_hands_of_omaha_are_shown_beside_the_names_in_one_view(
    tab_of: Callable[..., Page], table: felt.Felt
) -> None:
    shown = all_of_nine(table.place)
    for person, hands in ((table.place.reader, 8), (cast.person("Zoe"), 9)):
        page = tab_of(person, f"/tables/{shown.table_id}/", width=390, height=844)
        for width, height in ((390, 844), (360, 640), (1440, 900), (1180, 820)):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()  # a plate has its short name for the width
            page.locator("body[data-ready]").wait_for()
            expect(page.locator(".seat:not(.mine) .showed")).to_have_count(hands)
            assert page.evaluate(SHOWN_ON) + page.evaluate(OUT_OF_PLACE) == [], (person.name, width)
    # whatever the cards are: with the longest name of a hand beside what is left of a large stack nothing scrolls either
    page = tab_of(table.place.reader, f"/tables/{shown.table_id}/", width=360, height=640)
    page.locator("body[data-ready]").wait_for()
    expect(page.locator(".own-right .proof")).to_be_visible()
    assert page.evaluate(LONGEST) == 640


# the room of who has a full house with a name as long as there is, and a stack of nine digits
LONGEST = """() => {
  const own = document.querySelector(".own-right");
  own.querySelector("b").textContent = "260,8 M";
  own.querySelector("span").textContent = "65,2 BB";
  own.querySelector("small").textContent = "Full house, três quatros e dois valetes";
  return document.documentElement.scrollHeight;
}"""


# as static/js/calls.js draws one
CALL = """() => {
  const where = document.querySelector("[data-called]");
  where.innerHTML = "<p><b></b> <span></span> <a class=button data-kind=main href='#'></a></p>";
  where.querySelector("b").textContent = where.dataset.ready;
  where.querySelector("span").textContent = "Grande Noite de Florianópolis · a mesa dos vinte anos";
  where.querySelector("a").textContent = where.dataset.go;
  where.hidden = false;
}"""
# what of the question leaves the screen or its button; the page itself scrolls nowhere
CUT = """() => {
  const box = (e) => e.getBoundingClientRect();
  const found = [];
  for (const part of document.querySelectorAll(".act-bar, .act-bar p, .act-bar button, .act-bar button > *, .own-cards .card")) {
    const { left, right, top, bottom, height } = box(part);
    const room = part.closest("button") ? box(part.closest("button")) : { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    if (!height || left < room.left - 0.5 || right > room.right + 0.5 || top < room.top - 0.5 || bottom > room.bottom + 0.5)
      found.push(`${part.className || part.tagName}: ${part.textContent} ${Math.round(bottom)}`);
  }
  if (document.documentElement.scrollHeight > innerHeight) found.push(`scrolls to ${document.documentElement.scrollHeight}`);
  if (document.documentElement.scrollWidth > innerWidth) found.push("scrolls sideways");
  return found;
}"""


def four_cards(place: felt.Place) -> felt.Felt:
    """Six at Omaha, the reader with a little more than twenty big blinds facing a bet: the pot lets all of it in."""
    table = felt.Felt(place, name="PLO Turbo de quinta", seats=6, big=400, game="plo")
    others = (("Rui Vilhena", 42_700), ("Iñaki Etxeberria", 28_700), ("Lurdes do Ó", 22_450))
    table.fill((*others, ("Zé Tó", 19_600), ("Cátia Vilas-Boas", 18_250)), own=12_000, button=6)
    table.deal()
    for word, to in (("raise", 1_400), ("fold", 0), ("fold", 0), ("call", 0), ("call", 0), ("call", 0)):
        table.act(word, to)
    table.on()
    table.act("bet", 3_000)
    while table.to_act != table.mine:
        table.act("fold")
    return table


def nine_figures(place: felt.Place) -> felt.Felt:
    """Two who are left, the reader with 28 big blinds of fifteen millions."""
    table = felt.Felt(place, name=felt.NIGHT, seats=2, big=15 * felt.MILLION)
    table.fill((("Francisco Nascimento de Albuquerque", 902_300_000),), own=421_700_000, button=1)
    table.deal()
    while table.to_act != table.mine:
        table.act("raise", 40 * felt.MILLION)
    return table


def test_on_a_small_phone_the_whole_question_of_an_all_in_is_in_view(
    tab_of: Callable[..., Page], server: Server, table: felt.Felt
) -> None:
    felt.to_the_turn(table)
    felt.raised(table)
    tables = [table, four_cards(table.place), nine_figures(table.place)]
    page = tab_of(table.place.reader, "/tables/", width=360, height=640)
    for one in tables:
        for language, unit in (("pt-br", ""), ("pt", '{"blinds": true}'), ("en", "")):
            one.fresh()
            page.context.add_cookies([{"name": "django_language", "value": language, "url": server.url}])
            page.evaluate("kept => localStorage.setItem('table-preferences', kept || '{}')", unit)
            page.goto(f"{server.url}/tables/{one.table_id}/")
            page.locator("body[data-ready][data-turn] .act.raise:not([aria-disabled])").click()
            page.locator('.act-bar[data-state="sheet"] .size.all:not([aria-disabled])').click()
            page.locator('.act-bar[data-state="asks"] [data-confirm] small').wait_for()
            assert page.evaluate(CUT) == [], (one.table_id, language)
            page.evaluate(CALL)
            assert page.evaluate(CUT) == [], (one.table_id, language, "called")


def test_on_a_wide_screen_a_size_is_one_press_away_and_all_in_names_the_amount_that_was_pressed(
    tab_of: Callable[..., Page], table: felt.Felt
) -> None:
    felt.to_the_turn(table)
    table.fresh()
    page = tab_of(table.place.reader, f"/tables/{table.table_id}/", width=1440, height=900)
    page.locator("body[data-ready][data-mine]").wait_for()
    # before the turn: whose it is, and that one may decide already
    expect(page.locator(".bar-say")).to_have_text("Vez de Beatriz Castro · você já pode decidir")
    felt.raised(table)
    page.locator("body[data-turn] .act.raise:not([aria-disabled])").wait_for()
    assert page.evaluate(OUT_OF_PLACE) == []
    # all of them with their keys, above the acts: nothing of the sheet is there yet
    expect(page.locator(".act-bar > .sizes > .size kbd")).to_have_text(
        ["1", "5"]
    )  # the others exceed the stack
    expect(page.locator(".act-bar > .sizes + .act-row > .act")).to_have_count(3)
    expect(page.locator(".amount")).to_have_count(0)
    page.keyboard.press("1")
    expect(page.locator(".amount")).to_have_value("58.000.000")
    page.locator('.act-bar[data-state="sheet"] .act.fold:not([aria-disabled])').wait_for()
    page.keyboard.press("Escape")
    page.locator('.act-bar[data-state="acts"] .size.all:not([aria-disabled])').click()
    # the choice of all there is is asked about at once
    asked = page.locator('.act-bar[data-state="asks"]')
    expect(asked.locator(".bar-say")).to_have_text(
        "São todas as suas fichas. Aperte mais uma vez para ir all-in."
    )
    expect(asked.locator("[data-confirm] b")).to_have_text("100,4 M")
    felt.all_in(table)
    expect(page.locator(".showed")).to_have_count(3)
    assert page.evaluate(OUT_OF_PLACE) == []
    # from the menu: cards without letters, on every table of this browser, and no sound at this table alone
    page.locator(".room-menu > summary").click()
    page.locator(".room-menu").get_by_role("link", name="Preferências").click()
    page.get_by_label("A letra do naipe em cada carta").uncheck()
    page.get_by_role("button", name="Salvar").click()
    expect(page.locator(".board .card-foot em").first).to_be_hidden()
    page.locator(".room-menu > summary").click()
    page.get_by_role("button", name="Desligar os sons desta mesa").click()
    expect(page.get_by_role("button", name="Ligar os sons desta mesa")).to_be_visible()
    kept = page.evaluate("Object.entries(localStorage).filter(([name]) => name.startsWith('table-quiet'))")
    assert kept == [[f"table-quiet {table.table_id}", "1"]]
    page.reload()
    page.locator("body[data-ready][data-mine]").wait_for()
    expect(page.locator(".board .card-foot em").first).to_be_hidden()
