"""
The style guide in a browser: what is done to a thing looks as the stylesheets say, what is wider than a phone scrolls in a box that keys
reach, and who asks the device for more contrast gets it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.contrast import CONTRAST
from tests.browser.test_every_page import FITS
from web.styleguide.displays import DISPLAYS
from web.styleguide.moments import MOMENTS
from web.styleguide.samples import LONG, TILES

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# of what is shown as under a finger: those that look as the same thing at rest
ALIKE = """(all) => {
  const looks = (one) => [one, ...one.querySelectorAll("*")].map((part) => {
    const { color, backgroundColor, borderColor, boxShadow, outlineStyle, outlineColor, opacity, textDecorationLine } = getComputedStyle(part);
    return [color, backgroundColor, borderColor, boxShadow, outlineStyle === "none" ? "" : outlineColor, opacity, textDecorationLine].join();
  }).join(";");
  return all.filter((one) => {
    const rest = one.cloneNode(true);
    rest.dataset.shown = "";
    rest.style.transition = one.style.transition = "none";
    one.after(rest);
    const alike = looks(one) === looks(rest);
    rest.remove();
    return alike;
  }).map((one) => `${one.className} ${one.dataset.kind ?? ""} ${one.dataset.shown}`);
}"""
BOXES = """() => [...document.querySelectorAll(".sample")].map((box) => ({
  name: box.getAttribute("aria-label"), key: box.tabIndex, seen: box.checkVisibility() && box.clientHeight > 0,
  leaves: box.getBoundingClientRect().right > innerWidth + 1,
}))"""
MUTED = [".card .soft", ".facts dt", ".empty", ".table th", ".states code"]
# a row and what is wrong in it are one: no line parts them
LINES = [".card", ".states > li > .button:not([data-kind])", ".empty", ".table tr:not([data-wrong]) > th"]


# the corners of what is not chosen, by what it is
CORNERS = """(kind) => [...new Set([...document.querySelectorAll(`:is(.check, .choice, .tick) > input[type=${kind}]:not(:checked, :disabled)`)]
  .map((one) => getComputedStyle(one).borderTopLeftRadius))]"""


def test_one_of_several_is_round_and_what_is_ticked_has_corners_also_while_it_is_not_chosen(look):
    page = look("/styleguide/").page
    assert page.evaluate(CORNERS, "radio") == ["50%"]
    assert page.evaluate(CORNERS, "checkbox") == ["3.2px"]


def test_what_is_done_to_a_thing_looks_otherwise_than_the_thing_at_rest(look):
    seen = look("/styleguide/")
    seen.page.locator("body[data-ready]").wait_for()
    assert seen.page.locator("[data-shown=hover]").count() >= 10
    assert seen.page.locator("[data-shown]:not([data-shown=''])").evaluate_all(ALIKE) == []
    assert seen.complaints == []


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_each_part_is_there_in_every_window_and_the_page_stands(look, width):
    page = look("/styleguide/", width=width, height=844).page
    page.locator("body[data-ready]").wait_for()
    boxes = page.evaluate(BOXES)
    assert len(boxes) >= 40
    assert [
        box for box in boxes if not box["seen"] or box["key"] != 0 or not box["name"] or box["leaves"]
    ] == []
    assert page.evaluate(FITS)


def test_tiles_of_the_tablet_are_drawn_as_there(look):
    seen = look("/styleguide/")
    tiles = seen.page.locator("[data-tiles] > .tile")
    expect(tiles).to_have_count(2 * len(TILES))
    for state, count in (("halted", 2), ("open", 2 * (len(TILES) - 1))):
        expect(seen.page.locator(f'.tile[data-state="{state}"]')).to_have_count(count)
    expect(seen.page.locator('.star[aria-pressed="true"]')).to_have_count(2)
    expect(tiles.locator(".tag")).to_have_count(2 * 5)
    assert seen.complaints == []


# of each place that a module of the pages fills: what it is and what its buttons say
DRAWN = """(theme) => {
  const all = (selector, draw) => [...document.querySelectorAll(`.theme[data-theme="${theme}"] ${selector}`)].map(draw);
  const buttons = (one) => [...one.querySelectorAll(".button")].map((b) => b.getAttribute("aria-label") ?? b.textContent + (b.disabled ? " off" : ""));
  const toast = (one) => [one.querySelector(".toast").dataset.kind, !!one.querySelector("time"), ...buttons(one)];
  return {
    over: all(".still[data-toast]", toast), row: all(".act[data-toast]", toast),
    bar: all(".floorbar", (one) => [one.querySelector(".line").dataset.line, ...buttons(one)]),
    sent: all("[data-sent] > .row", (one) => [one.dataset.state, one.querySelector("b, span").textContent, one.querySelector(".sent-state").textContent, ...buttons(one)]),
    sheet: all(".sheet", (one) => [document.getElementById(one.getAttribute("aria-labelledby")).textContent, ...buttons(one)]),
    beside: all(".phone-bar .count:not([hidden])", (one) => one.textContent),
  };
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_toasts_bars_and_sheets_are_drawn_by_the_modules_of_the_pages(look, theme):
    seen = look("/styleguide/", language="en")
    seen.page.locator("body[data-ready]").wait_for()
    drawn = seen.page.evaluate(DRAWN, theme)
    over = [
        ["done", False, "Undo", "Close"],
        ["done", False, "Undo…", "Close"],
        ["done", False, "Close"],
        ["sending", False, "Close"],
        ["refused", False, "Close"],
    ]
    assert drawn["over"] == over
    # in the row of its own: the key, and when the server said so
    assert drawn["row"] == [
        [kind, kind != "sending", *("UndoCtrl Z" if what == "Undo" else what for what in buttons)]
        for kind, _time, *buttons in over
    ]
    assert drawn["bar"] == [
        ["live", "Undo", "Everything sent"],
        ["live", "Everything sent"],
        ["away", "3 waiting to be sent"],
        ["live", "2 refused: look"],
        ["away", "Not saved: this browser keeps nothing. Use another tablet or a normal window."],
    ]
    out = "Marina Alves out, table 4, seat 6"
    assert drawn["sent"] == [
        ["refused", out, "Nobody sits at table 7, seat 4. (Rule ADTP.7)", "Seen"],
        ["queued", LONG, "19:04 · queued"],
        ["sending", out, "19:03 · sending"],
        ["done", out, "19:01 · done", "Undo"],
        ["done", out, "18:58 · done"],
    ]
    assert drawn["sheet"] == [
        [
            "Marina Alves",
            "Close",
            "Bust",
            "Rebuy · R$450.00",
            "Move",
            "Penalty",
            "Chips",
            "Verify",
            "Away",
            "More",
        ],
        [LONG, "Close", "Bust", "Move", "Penalty", "Chips", "Is back", "More"],
    ]
    assert drawn["beside"] == ["3", "112"]
    assert seen.complaints == []


# what lies over a button of the bars, or is cut off by what lies beside it
COVERED = """() => [...document.querySelectorAll(".floorbar > *, .act .toast > *")].filter((one) => one.checkVisibility() && one.textContent).flatMap((one) => {
  one.scrollIntoView({ block: "center" });
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left + 2, right - 2].filter((x) => !one.contains(document.elementFromPoint(x, (top + bottom) / 2))).map(() => one.textContent);
})"""


@pytest.mark.parametrize("width", [360, 390, 820, 1440])
def test_nothing_lies_over_what_stands_in_a_bar(look, width):
    page = look("/styleguide/", width=width, height=844, language="pt-BR").page
    page.locator("body[data-ready]").wait_for()
    assert page.evaluate(COVERED) == []


def test_undo_of_several_stands_at_the_end_of_its_row(look):
    page = look("/styleguide/", language="en").page
    rows = page.locator(".act[data-toast]")
    expect(rows.locator("[data-toast-undo]")).to_have_count(4)
    ends = rows.evaluate_all(
        "all => all.slice(0, 2).map((row) => [...row.querySelectorAll('.button')].slice(-2).map((one) => one.getBoundingClientRect())"
        ".map(({ left, right }) => [left, right]))"
    )
    assert [close[0] - undo[1] < 20 for undo, close in ends] == [True, True]


# what stands in the bar at each moment: its state, its sentence, and what may be pressed
BAR = """() => {
  const bar = document.querySelector(".act-bar");
  const said = (one) => [...one.childNodes].filter((node) => node.nodeName !== "KBD").map((node) => node.textContent.trim()).filter(Boolean).join(" ");
  return [bar.dataset.state ?? "", bar.querySelector(".bar-say")?.textContent.trim() ?? "", ...[...bar.querySelectorAll(".act")].map((one) => said(one) + (one.disabled ? " off" : "") + (one.ariaPressed === "true" ? " pressed" : ""))];
}"""
ACTS = ["Fold", "Call 12,600 21 BB", "Raise… min. 25,200"]
BARS = {
    "played": ["", "You are watching. Every seat is taken.", "Sit down"],
    "decided": ["", "You are watching. Sign in to take a seat: it costs nothing.", "Sign in"],
    "turn": ["acts", "", *ACTS],
    "wide": ["acts", "", *ACTS],
    "full": ["acts", "", "Fold", "Call 100\xa0M 25,000 BB", "Raise… min. 223.45\xa0M"],
    "sheet": ["sheet", "", "Back", "Raise to 25,200 42 BB · leaves you 11,300"],
    "too-much": ["sheet", "The most you may put in is 36,500.", "Back", "Raise to off"],
    "all-in": [
        "asks",
        "That is everything you have. Press once more to go all-in.",
        "Back",
        "All-in 36,500 60.8 BB",
    ],
    "fold-for-nothing": ["acts", "Checking costs nothing. Fold all the same?", "Check", "Fold"],
    "capped": ["acts", "", *ACTS[:2], "Raise no more raises in this round off"],
    "sent": ["acts", "", *ACTS],
    "ahead": ["waiting", "Renata M. is to act", "Fold", "Call 12,600 21 BB pressed"],
    "away": [
        "waiting",
        "You sit out from the next hand on. In this hand you check where it is free, and else your cards are folded.",
        "I am back",
    ],
    "leaves": ["waiting", "You leave when this hand is over.", "Stay at the table"],
    "held": ["waiting", "The table stands still. Your time is kept."],
    "hand-for-hand": ["waiting", "Renata M. is to act · you can act ahead", "Fold", "Call 12,600 21 BB"],
    "line-lost": ["acts", "", *ACTS],
    "four-cards": ["acts", "", *ACTS[:2], "Raise… 25,200 to 36,500"],
    "menu": ["waiting", "Renata M. is to act · you can act ahead", "Fold", "Call 12,600 21 BB"],
    "void": ["waiting", "Renata M. is to act · you can act ahead", "Fold", "Call 12,600 21 BB"],
    "rebuy": ["waiting", ""],
    "add-on": ["waiting", "The next hand is dealt in a moment."],
    "cash-seat": ["", "", "Sit down"],
    "cash-full": ["", "No seat is free for you now; 3 players wait.", "Join the waiting list"],
    "cash-offered": ["", "A seat is free for you. It is kept for you: 22 s.", "Sit down"],
}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_played_table_is_its_own_page_at_every_moment(look, theme):
    bars, states = {}, set()
    for moment in MOMENTS:
        seen = look(f"/styleguide/table/{theme}/{moment}/", width=390, height=844, language="en")
        page = seen.page
        expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        bars[moment] = page.evaluate(BAR)
        states |= set(
            page.locator(".seat").evaluate_all(
                "all => all.flatMap((one) => [one.dataset.state ?? 'free', 'line' in one.dataset && 'line', !!one.querySelector('.boxed') && 'all-in'])"
            )
        )
        own, mine = page.locator(".own .proof"), MOMENTS[moment].mine
        # the own cards are proved by the page as in a hand that is played
        assert (
            own.get_attribute("data-proof") == "checked_alone"
            if mine is not None and mine.get("cards") != []
            else own.count() == 0
        ), moment
        assert seen.complaints == []
        page.context.close()
    assert bars == BARS
    assert states - {False} == {"in", "act", "away", "fold", "won", "free", "line", "all-in"}


def test_what_is_refused_busy_or_told_above_stands_at_its_moment(look):
    told = {
        "too-much": (".act-bar", "The most you may put in is 36,500."),
        "held": (
            ".room-banner[data-part=banner]",
            f"The house holds this table: {LONG}. Nobody's time runs.",
        ),
        "hand-for-hand": (
            ".room-banner[data-part=banner]",
            "Hand for hand: all tables begin each hand together.",
        ),
        "line-lost": (".room-line", "The connection is lost. Your seat is kept; the table plays on."),
    }
    for moment, (where, sentence) in told.items():
        page = look(f"/styleguide/table/dark/{moment}/", width=390, height=844, language="en").page
        expect(page.locator(where)).to_contain_text(sentence)
    sold = {
        "rebuy": (".room-rebuy", "You can buy 25,000 chips for R$450.00", ["Rebuy", "No, I am out"]),
        "add-on": (
            ".room-add-on",
            "In the break after level 9",
            ["+25,000 · R$450.00", "+50,000 · R$900.00"],
        ),
        "menu": (".room-menu > div", "How it is played", ["Sit out", "Change seat", "Leave the table"]),
        "void": (".room-banner:is(a)", "Complain about this hand", []),
    }
    for moment, (where, sentence, buttons) in sold.items():
        page = look(f"/styleguide/table/dark/{moment}/", width=390, height=844, language="en").page
        expect(page.locator(where)).to_contain_text(sentence)
        for one in buttons:
            expect(page.locator(where).get_by_role("button", name=one).first).to_be_visible()
    page = look("/styleguide/table/dark/four-cards/", width=390, height=844, language="en").page
    expect(page.locator(".own-cards > *")).to_have_count(4)
    page = look("/styleguide/table/dark/sent/", width=390, height=844).page
    expect(page.locator(".act-bar[data-busy]")).to_be_visible()


def test_the_guide_shows_each_moment_in_a_frame(look):
    seen = look("/styleguide/", language="en")
    expect(seen.page.locator('iframe[src*="/styleguide/table/"]')).to_have_count(2 * len(MOMENTS))
    displays = seen.page.locator('iframe[src*="/styleguide/display/"]')
    expect(displays).to_have_count(2 * len(DISPLAYS))
    displays.first.scroll_into_view_if_needed()
    expect(displays.first.content_frame.locator("body")).to_have_attribute("data-specimen", "drawn")
    # what is far from what is looked at was not asked for
    assert len([one for one in seen.page.frames if one.url.startswith("http")]) < len(DISPLAYS)
    for moment in ("turn", "wide"):
        frame = seen.page.locator(f'iframe[src$="/dark/{moment}/"]')
        frame.scroll_into_view_if_needed()
        expect(frame.content_frame.locator("body")).to_have_attribute("data-specimen", "drawn")
    # what is under a finger there looks as the table's own stylesheet says
    shown = seen.page.locator('iframe[src$="/dark/turn/"]').content_frame.locator("[data-shown]")
    expect(shown).to_have_count(3)
    assert shown.evaluate_all(ALIKE) == []
    assert seen.complaints == []


# what tells a display's state: the word of its badge, what its band or its list says, what takes it over
SAYS = """() => {
  const said = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.textContent.trim().replace(/\\s+/g, " ")).filter(Boolean);
  const over = said(".takeover .kick");
  return [said("[data-part=state]")[0] ?? "", over[0] ?? said("[data-part=says], .offline, .message p, .message span, .empty, .waits")[0] ?? "", said(".pays li, .stacks li, .podium li, .others li, .seating li, .names li, .prows li, .ring li, .tonight > li, .days > li, .nine li").length];
}"""
STATES: dict[str, list[object]] = {
    "level": ["Running", "", 0],
    "last-minute": ["Running", "", 0],
    "late-registration": ["Late registration closing", "Entries and re-entries until the end of level 4", 0],
    "paused": ["Paused", "Stopped by the floor · play out the hand you are in · since 18:56", 0],
    "break": ["Break", "Back at 19:06 with level 9", 0],
    "colour-up": ["Colour-up", "", 0],
    "bubble": ["Bubble", "One more out, and everybody left is paid", 0],
    "hand-for-hand": ["Hand for hand", "Hand 3 · tables ready: 2, still playing: 1 · clock stopped", 0],
    "in-the-money": ["In the money", "Everybody left wins at least R$1,100", 0],
    "final": ["Final table", "The next one out wins R$1,600", 9],
    "decided": ["Waiting for the result", "Renata Martins holds all the chips", 0],
    "finished": ["", "", 9],
    "registering": ["Registration open", "Until the start (19:42)", 0],
    "announced": ["Announced", "Starts at Tue 24 Nov, 19:00", 0],
    "cancelled": ["Cancelled", "Ask at the desk about your entry.", 0],
    "message": ["Running", "O jantar está servido no salão ao lado.", 0],
    "seats": ["Running", "", 21],
    "line-lost": ["Running", "offline 00:42", 0],
    "house-colour": ["Running", "", 0],
    "upright": ["Running", "", 8],
    "square": ["Running", "", 0],
    "poster": ["Running", "", 5],
    "poster-final": ["Final table", "The next one out wins R$1,600", 6],
    "takeover-level": ["Running", "Level up · 7", 0],
    "takeover-bubble": ["In the money", "15 in the money", 0],
    "takeover-final": ["Final table", "R$12,222 for the winner", 18],
    "takeover-winner": ["Waiting for the result", "Winner", 0],
    "overlay": ["Running", "", 3],
    "overlay-break": ["Break", "Back at 19:06 with level 9", 3],
    "overlay-final": ["Final table", "The next one out wins R$1,600", 3],
    "overlay-message": ["Running", "O jantar está servido no salão ao lado.", 3],
    "seating": ["", "", 32],
    "seating-empty": ["", "Nobody is seated yet.", 1],
    "payouts": ["", "", 12],
    "payouts-open": ["", "", 10],
    "payouts-results": ["", "", 9],
    "final-table": ["Final table", "", 18],
    "final-table-before": ["Running", "The final table has not begun: 63 players left.", 1],
    "final-table-results": ["Finished", "", 9],
    "table": ["Running", "", 9],
    "table-paused": ["Paused", "O jantar está servido no salão ao lado.", 9],
    "table-broken": ["Running", "Table 4 is broken. The seating list tells the new seats.", 0],
    "lobby": ["", "", 6],
    "lobby-next": ["", "", 2],
    "lobby-empty": ["", "No tournament today.", 1],
    "schedule": ["", "", 8],
    "schedule-alone": ["", "", 1],
    "schedule-empty": ["", "Nothing is announced yet.", 1],
    "sponsors": ["", "", 0],
    "sponsors-none": ["", "O jantar está servido no salão ao lado.", 0],
}


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_a_display_is_its_own_page_in_every_state(look, ground):
    says = {}
    for name, of in DISPLAYS.items():
        width, height = {"upright": (540, 960), "square": (960, 720)}.get(of.shape, (960, 540))
        seen = look(f"/styleguide/display/{ground}/{name}/", width=width, height=height, language="en")
        expect(seen.page.locator("body")).to_have_attribute("data-specimen", "drawn")
        says[name] = seen.page.evaluate(SAYS)
        assert seen.complaints == [], name
        seen.page.context.close()
    assert says == STATES


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_asks_for_more_contrast_has_it(look, theme):
    page = look("/styleguide/").page
    page.locator("body[data-ready]").wait_for()
    asked = [f'.theme[data-theme="{theme}"]', MUTED, LINES]
    words, lines = page.evaluate(CONTRAST, asked)
    assert 4.5 <= words < 7 and lines < 3
    page.emulate_media(contrast="more")
    words, lines = page.evaluate(CONTRAST, asked)
    assert words >= 7 and lines >= 3
