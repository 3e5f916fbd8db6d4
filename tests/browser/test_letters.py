"""
Letters twice as large, as a browser's own setting makes them, on a phone and on a desk, and a phone of 320 pixels: no page moves
sideways, no word stands on two lines, no button or field is cut, covered or out of sight, and what scrolls in a box of its own can be
reached by keys.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from play.models import Sitting
from tests.browser.test_every_page import CUT, FITS, ON_PHONES, PAGES, drawn, seen  # noqa: F401 -- a fixture
from tests.browser.test_phone_pages import opened, sits
from tests.sizes import FULL, survives

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# who leaves a table is called to it some time later, on each page: those that sit at one come last
NAMES = tuple(sorted((name for name in PAGES if not name.endswith("-screen")), key=sits))
# what is wider than a phone however it is set: it scrolls in a box of its own
WIDE = (
    "styleguide",
    "play-my-tables",
    "director-import",
    "director-logo",
    "director-new",
    "director-structure-sheet",
    "director-edit-structure",
    "director-edit-payouts",
)
LETTERS = {1: 16, 2: 32}
# the two others in `bin/test faults`
LANGUAGES = ("pt-BR", "pt-PT", "en") if FULL else ("pt-BR",)
PHONE = (390, 844)
DESK = (1440, 900)
NARROW = (320, 640)

SETTLED = """async () => {
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
# An address and a code are no words. What lies in a box that scrolls is seen as far as the box shows it; an area that opens a
# table lies under its star; what is fixed lies over the page, which scrolls from under it.
ASKED = """() => {
  const found = { apart: new Set(), covered: new Set(), away: new Set(), wide: [], deaf: [] };
  const style = (one) => getComputedStyle(one);
  const range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const holder = node.parentElement;
    if (!node.data.trim() || !holder.checkVisibility() || holder.closest("code, pre, option, textarea, script, .long, .visually-hidden")) continue;
    for (const part of node.data.matchAll(/\\S+/g)) {
      if (/@|\\/\\/|:\\d{4,}/.test(part[0])) continue;
      for (const word of part[0].matchAll(/[\\p{L}\\p{N}.,:$]{2,20}/gu)) {
        range.setStart(node, part.index + word.index);
        range.setEnd(node, part.index + word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1) found.apart.add(word[0]);
      }
    }
  }
  const named = (one) => `${one.className} ${(one.innerText || one.id || one.name || "").trim().slice(0, 30)}`;
  const boxes = [];
  for (const one of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest(".visually-hidden, .skip, .tile-open")) continue;
    let fixed = false;
    let scrolls = false;
    const parts = (style(one).display === "inline" ? [...one.getClientRects()] : [one.getBoundingClientRect()]).map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      fixed ||= /fixed|sticky/.test(style(box).position);
      if (box === one || style(box).overflowX === "visible") continue;
      scrolls = true;
      const room = box.getBoundingClientRect();
      for (const part of parts) {
        part.left = Math.max(part.left, room.left); part.right = Math.min(part.right, room.right);
        part.top = Math.max(part.top, room.top); part.bottom = Math.min(part.bottom, room.bottom);
      }
    }
    if (!scrolls && parts.some((part) => part.right > innerWidth + 1)) found.away.add(named(one));
    if (!fixed) boxes.push([one, parts]);
  }
  for (const [at, [one, parts]] of boxes.entries()) for (const [other, others] of boxes.slice(at + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    if (parts.some((a) => others.some((b) => meet(a, b)))) found.covered.add(`${named(one)} | ${named(other)}`);
  }
  for (const box of document.querySelectorAll("body *")) {
    if (box.scrollWidth <= box.clientWidth + 1 || !/auto|scroll/.test(style(box).overflowX) || !box.checkVisibility()) continue;
    found.wide.push(named(box));
    if (box.tabIndex < 0 && !box.querySelector("a[href], button, input, select, textarea")) found.deaf.push(named(box));
  }
  return Object.fromEntries(Object.entries(found).map(([name, all]) => [name, [...all].slice(0, 5)]));
}"""
# states of the calendar's cards whose words stand on two lines
FOLDED = """() => [...document.querySelectorAll(".event > .state")].map((one) => [one, document.createRange()]).filter(([one, range]) => {
  range.selectNodeContents(one);
  return range.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(one).fontSize);
}).map(([one]) => one.innerText)"""
SAID = {
    "apart": "stands on two lines",
    "covered": "lie over each other",
    "away": "is out of sight",
    "wide": "moves sideways",
    "deaf": "scrolls and no key reaches it",
}


@survives
@pytest.mark.parametrize("language", LANGUAGES)
def test_large_letters_and_narrow_phones_break_cover_and_move_nothing(chromium, server, seen, language):  # noqa: F811
    """What the public and players see at 320 without large letters, test_phone_pages asks."""
    Sitting.objects.update(since=datetime.now(UTC))  # nobody is told of an hour
    wrong: list[str] = []
    for name, page, _answer in opened(chromium, server, seen, names=NAMES, locale=language):
        drawn(page, name)
        browser = page.context.new_cdp_session(page)
        once = () if name in ON_PHONES else ((1, PHONE), (1, NARROW))
        for letters, (width, height) in (*once, (2, PHONE), (2, DESK)):
            browser.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS[letters]}})
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            wrong += [f"{name}, {width} x{letters}: {what}" for what in asked(page, name)]
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": LETTERS[1]}})
        browser.detach()
        if name == "calendar":
            page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
            page.evaluate(SETTLED)
            wrong += [f"{name}: {state!r} stands on two lines" for state in page.evaluate(FOLDED)]
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert wrong == [], "\n".join(wrong)


def asked(page: Any, name: str) -> list[str]:
    found = page.evaluate(ASKED)
    if name in WIDE:
        found["wide"] = []
    wrong = [f"{what!r} {SAID[kind]}" for kind, all_of in found.items() for what in all_of]
    if not page.evaluate(FITS):
        wrong.append("the page moves sideways")
    return wrong + [f"{what!r} is cut off" for what in page.evaluate(CUT)]
