"""
The style guide in a browser: what is done to a thing looks as the stylesheets say, what is wider than a phone scrolls in a box that keys
reach, and who asks the device for more contrast gets it. Each test opens the guide once: it is large.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.contrast import CONTRAST
from tests.browser.test_every_page import FITS
from web.styleguide.displays import DISPLAYS
from web.styleguide.moments import MOMENTS
from web.styleguide.pages import PAGES
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


def test_what_is_done_to_a_thing_looks_otherwise_than_the_thing_at_rest(look):
    seen = look("/styleguide/")
    seen.page.locator("body[data-ready]").wait_for()
    # one of several is round, and what is ticked has corners, also while it is not chosen
    assert seen.page.evaluate(CORNERS, "radio") == ["50%"]
    assert seen.page.evaluate(CORNERS, "checkbox") == ["3.2px"]
    assert seen.page.locator("[data-shown=hover]").count() >= 10
    assert seen.page.locator("[data-shown]:not([data-shown=''])").evaluate_all(ALIKE) == []
    assert seen.complaints == []


# what lies over a button of the bars, or is cut off by what lies beside it
COVERED = """() => [...document.querySelectorAll(".floorbar > *, .act .toast > *")].filter((one) => one.checkVisibility() && one.textContent).flatMap((one) => {
  one.scrollIntoView({ block: "center" });
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left + 2, right - 2].filter((x) => !one.contains(document.elementFromPoint(x, (top + bottom) / 2))).map(() => one.textContent);
})"""


def test_each_part_is_there_in_every_window_and_the_page_stands(look):
    page = look("/styleguide/", width=320, height=844).page
    # what is in the frames is looked at for itself
    page.locator("body[data-ready]").wait_for()
    page.locator("iframe").evaluate_all("all => all.forEach((one) => { one.src = 'about:blank'; })")
    for width in (320, 360, 390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = page.evaluate(BOXES)
        assert len(boxes) >= 40
        assert [
            box for box in boxes if not box["seen"] or box["key"] != 0 or not box["name"] or box["leaves"]
        ] == [], width
        assert page.evaluate(FITS), width
        if width >= 360:
            assert page.evaluate(COVERED) == [], width


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


def test_parts_are_drawn_by_the_modules_of_the_pages(look):
    seen = look("/styleguide/", language="en")
    page = seen.page
    page.locator("body[data-ready]").wait_for()
    tiles = page.locator("[data-tiles] > .tile")
    # as a room of few tables has them, and one of many; in two themes
    expect(tiles).to_have_count(4 * len(TILES))
    for state, count in (("halted", 4), ("open", 4 * (len(TILES) - 1))):
        expect(page.locator(f'.tile[data-state="{state}"]')).to_have_count(count)
    expect(page.locator('.star[aria-pressed="true"]')).to_have_count(4)
    expect(tiles.locator(".tag")).to_have_count(4 * 5)
    # undo of several stands at the end of its row
    rows = page.locator(".act[data-toast]")
    expect(rows.locator("[data-toast-undo]")).to_have_count(4)
    ends = rows.evaluate_all(
        "all => all.slice(0, 2).map((row) => [...row.querySelectorAll('.button')].slice(-2).map((one) => one.getBoundingClientRect())"
        ".map(({ left, right }) => [left, right]))"
    )
    assert [close[0] - undo[1] < 20 for undo, close in ends] == [True, True]
    for theme in ("light", "dark"):
        assert_drawn(page.evaluate(DRAWN, theme))
    assert seen.complaints == []


def assert_drawn(drawn: dict[str, list[object]]) -> None:
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


def test_the_guide_shows_each_moment_in_a_frame(look):
    seen = look("/styleguide/", language="en")
    expect(seen.page.locator('iframe[src*="/styleguide/table/"]')).to_have_count(2 * len(MOMENTS))
    displays = seen.page.locator('iframe[src*="/styleguide/display/"]')
    expect(displays).to_have_count(2 * len(DISPLAYS))
    # nothing is asked for that is far from what is looked at
    assert len(seen.page.frames) - 1 == 2 * (len(MOMENTS) + len(DISPLAYS) + len(PAGES))
    assert [one.url for one in seen.page.frames[1:] if one.url.startswith("http")] == []
    looked_at = ('[src*="/display/light/level/"]', '[src$="/dark/turn/"]')
    # of the others beside it only these are opened, here
    seen.page.locator(f"iframe:not({', '.join(looked_at)})").evaluate_all(
        "all => all.forEach((one) => one.remove())"
    )
    for one in looked_at:
        frame = seen.page.locator(f"iframe{one}")
        frame.scroll_into_view_if_needed()
        expect(frame.content_frame.locator("body")).to_have_attribute("data-specimen", "drawn")
    # what is under a finger there looks as the table's own stylesheet says
    turn = seen.page.locator('iframe[src$="/dark/turn/"]').content_frame
    shown = turn.locator("[data-shown]")
    expect(shown).to_have_count(3)
    # for a moment after it was drawn the bar is deaf, and pale
    expect(turn.locator(".act-bar [aria-disabled]")).to_have_count(0)
    assert shown.evaluate_all(ALIKE) == []
    assert seen.complaints == []


def test_who_asks_for_more_contrast_has_it(look):
    page = look("/styleguide/").page
    page.locator("body[data-ready]").wait_for()
    asked = [[f'.theme[data-theme="{theme}"]', MUTED, LINES] for theme in ("light", "dark")]
    for one in asked:
        words, lines = page.evaluate(CONTRAST, one)
        assert 4.5 <= words < 7 and lines < 3
    page.emulate_media(contrast="more")
    for one in asked:
        words, lines = page.evaluate(CONTRAST, one)
        assert words >= 7 and lines >= 3
