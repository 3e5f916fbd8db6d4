"""The style guide shows each state that the stylesheets of the pages know: whatever is under a finger or a key, chosen, open, wrong or not to be had now.

What is asked is read from the stylesheets, one selector at a time, in both themes; what the guide does not show is named here, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_every_page import FITS
from web.styleguide.pages import PAGES
from web.styleguide.samples import TOUCHED

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SHEETS = Path(__file__).resolve().parents[2] / "static" / "css"
STATE = re.compile(
    r":(?:hover|focus(?:-visible|-within)?|active|disabled|checked|indeterminate|popover-open|target)(?![\w-])"
    r"|\[(?:aria-(?:invalid|busy|pressed|selected|current|expanded|checked|disabled)|disabled|open|data-busy)[^\]]*\]"
)
#: static/js/shown.js has these rules said of what is only shown, too.
SHOWN = (
    (re.compile(r":hover(?![\w-])"), '[data-shown="hover"]'),
    (re.compile(r":focus(?:-visible|-within)?(?![\w-])"), '[data-shown="focus"]'),
    (re.compile(r":active(?![\w-])"), '[data-shown="active"]'),
)
#: Which of the selectors no part of the guide answers in one of its themes.
UNSEEN = """(selectors) => selectors.filter((one) => {
  const found = [...document.querySelectorAll(one)];
  return ![...document.querySelectorAll(".theme")].every((theme) => found.some((part) => theme.contains(part)));
})"""


def parts(text: str, *, by: str = ",") -> Iterator[str]:
    """A list of selectors apart, where the comma is in no bracket."""
    depth, begun = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == by and not depth:
            yield text[begun:at].strip()
            begun = at + 1
    yield text[begun:].strip()


def each(selector: str) -> Iterator[str]:
    """A selector for each thing that `:is(…)` names in it: no one of them answers for another."""
    for found in re.finditer(r":(?:is|where)\(", selector):
        depth = 1
        for end in range(found.end(), len(selector)):
            depth += (selector[end] == "(") - (selector[end] == ")")
            if not depth:
                break
        inside = [*parts(selector[found.end() : end])]
        if len(inside) == 1 or ":not(" in selector[: found.start()].rpartition(" ")[2]:
            continue
        for one in inside:
            before = selector[: found.start()]
            # a tag stands before what is said of it
            joined = f"{before}:is({one}){selector[end + 1 :]}"
            yield from each(joined)
        return
    yield selector


def stated(sheet: str) -> set[str]:
    """The selectors of a sheet that ask for a state of something, as they are written."""
    text = re.sub(r"/\*.*?\*/", "", (SHEETS / sheet).read_text(), flags=re.S)
    found = set()
    for said in re.findall(r"([^{};]+)\{", text):
        if said.strip().startswith("@"):
            continue
        for selector in parts(" ".join(said.split())):
            for one in each(re.sub(r"::[a-z-]+(\([^)]*\))?", "", selector)):
                if STATE.search(re.sub(r":not\([^()]*(?:\([^()]*\)[^()]*)*\)", "", one)):
                    found.add(one)
    return found


def as_shown(selector: str) -> str:
    for act, shown in SHOWN:
        selector = act.sub(shown, selector)
    return selector


def test_the_states_of_a_sheet_are_read_one_by_one():
    assert [*each(":is(.a, .b c):is(:hover, [aria-current])")] == [
        ":is(.a):is(:hover)",
        ":is(.a):is([aria-current])",
        ":is(.b c):is(:hover)",
        ":is(.b c):is([aria-current])",
    ]
    assert {".button:hover", '.card[aria-current="true"]', ":is(.button):active"} <= stated("app.css")
    assert not any("not([aria-current])" in one for one in stated("tiles.css"))


OVER = "lies over a whole page, or is what its address leads to"
#: What the guide does not show, with the reason.
ELSEWHERE: dict[str, str] = {
    **dict.fromkeys(
        (
            ".menu[popover]:popover-open",
            ".rail:target",
            ".rail:target .rail-places",
            ".table-card:is(:target)",
        ),
        OVER,
    ),
    ".season:has(.ranking tbody:not([data-beside]) details[open]) > .account-of": "goes away: nothing is left to be drawn",
    **dict.fromkeys(
        (".floor-head h2:focus", ".moved .button:hover", ".toast .button:hover"),
        "looks as at rest, by intention",
    ),
    **dict.fromkeys((".with-unit input:focus",), "the box around it has the ring, which is shown"),
    **dict.fromkeys(
        (
            '.structure-table :is(label) > .cell.cell[aria-invalid="true"]',
            '.structure-table [data-recess][aria-current="step"]',
        ),
        "the same look as that of a level's own cell and row, which are shown",
    ),
}


#: What stands on a whole page: the guide has it in a frame, in both themes.
ANSWERED = "(selectors) => selectors.filter((one) => document.querySelector(one))"
SIZES = {True: {"width": 1180, "height": 820}, False: {"width": 390, "height": 844}}


def test_the_guide_shows_every_state_of_the_pages(look, axe):
    seen = look("/styleguide/", language="en")
    page, house = seen.page, seen.page.url.partition("/styleguide/")[0]
    page.locator("body[data-ready]").wait_for()
    asked = {
        as_shown(one): one for sheet in ("app", "pages", "public", "staff") for one in stated(f"{sheet}.css")
    }
    unseen = {asked[one] for one in page.evaluate(UNSEEN, sorted(asked))}
    assert [
        selector for selector, _act in TOUCHED if page.locator(".theme").locator(selector).count() < 2
    ] == []
    wrong = []
    for theme, (name, of) in zip(cycle(("light", "dark")), PAGES.items(), strict=False):
        page.set_viewport_size(SIZES[of.wide])
        page.goto(f"{house}/styleguide/page/{theme}/{name}/")
        expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        unseen -= {asked[one] for one in page.evaluate(ANSWERED, sorted(asked))}
        wrong += [f"{name}: nothing is {one}" for one, _act in of.touched if not page.locator(one).count()]
        wrong += [f"{name}: {what}" for what in [*axe(page), *seen.complaints]]
        seen.complaints.clear()
        wrong += [] if page.evaluate(FITS) else [f"{name}: scrolls sideways"]
    assert wrong == []
    assert unseen == set(ELSEWHERE)
