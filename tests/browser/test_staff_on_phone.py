"""Pages of the staff where there is little room: no word is broken on a phone, and nothing is cut off a printed sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from payouts.queries.takings import night_at
from rules.entries import simple_split
from tests import cast
from tests.browser.test_every_page import ON_PHONES, PAGES, TWICE, seen  # noqa: F401 -- a fixture
from tests.browser.test_phone_pages import APART_AND_SIDEWAYS, broken, opened

SPLIT = simple_split(name="50k", prize_cents=40_000_00, fee_cents=10_000_00).as_dict()

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STAFF = tuple(
    name
    for name, (who, _made_of) in PAGES.items()
    if who and name not in ON_PHONES and not name.endswith("-screen")
)

# figures stand below each other by their names there
BY_NAME = (
    "director-takings",
    "director-integrity",
    "director-integrity-pair",
    "director-integrity-players",
    "director-integrity-standing-out",
)


@pytest.mark.timeout(900)
def test_no_word_of_the_staff_is_broken_on_a_phone(chromium, server, seen):  # noqa: F811
    wrong: list[str] = []
    for name, page, _answer in opened(chromium, server, seen, names=STAFF):
        wrong += broken(page, name, sideways=name in BY_NAME)
    assert wrong == [], "\n".join(wrong)


# words and amounts of these parts that stand on two lines
IN_PARTS = """parts => {
  const apart = [];
  const range = document.createRange();
  for (const part of document.querySelectorAll(parts)) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (!walk.currentNode.parentElement.checkVisibility() || walk.currentNode.parentElement.closest("option, .visually-hidden")) continue;
      for (const word of walk.currentNode.data.matchAll(/[\\p{L}\\p{N}.,:$]{2,20}/gu)) {
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size > 1) apart.push(word[0]);
      }
    }
  }
  return apart;
}"""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_letters_twice_as_large_break_no_word(chromium, server, seen, language):  # noqa: F811
    wrong: list[str] = []
    names = ("director-room", "desk", "desk-receipt", "desk-movement", "director-prizes", "director-house")
    for name, page, _answer in opened(chromium, server, seen, names=names, locale=language):
        page.evaluate(TWICE)
        apart = page.evaluate(IN_PARTS, ".strip, .phone-bar, .receipt, .awards")
        wrong += [f"{name}: {word!r}" for word in apart]
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            wrong.append(f"{name}: sideways")
    assert wrong == [], "\n".join(wrong)


# read whole with letters twice as large: lists, forms, what calls to a table, the months
WHOLE = (
    "calendar",
    "season",
    "me-limits",
    "me-sums",
    "me-money",
    "me-pay-in",
    "director-pay-in",
    "director-withdrawal",
    "director-count",
    "director-entries",
    "director-edit",
)


@pytest.mark.timeout(600)
def test_letters_twice_as_large_break_no_word_of_a_list_and_hide_no_place(chromium, server, seen):  # noqa: F811
    wrong: list[str] = []
    for name, page, _answer in opened(chromium, server, seen, names=WHOLE):
        page.evaluate(TWICE)
        apart, _wide = page.evaluate(APART_AND_SIDEWAYS)
        wrong += [f"{name}: {word!r} is broken" for word in apart]
        for place in page.locator(".front-pages a:visible").all():
            box = place.bounding_box()
            if box is None or box["x"] + box["width"] > 391:
                wrong.append(f"{name}: {place.inner_text()!r} is out of sight")
    assert wrong == [], "\n".join(wrong)


# what of the table of sales lies beyond the sheet
BEYOND = """() => [...document.querySelectorAll(".sold :is(th, td)")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.innerText)"""


PRINTED = {"pt-br": "Impresso como estava:", "pt": "Impresso como estava:", "en": "Printed as it stood:"}


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_all_ways_of_paying_are_on_the_printed_sheet_of_entries(tab_of, server, today, language):
    house = cast.house()
    t = house.registering("turbo-8max", price_cents=50_000_00, split=SPLIT, guarantee_cents=0)
    for method in ("cash", "transfer", "credit", "debit"):
        for _entry in range(3):
            house.enter(t, method=method)
    rich = house.player()
    house.deposit(rich, 60_000_00)
    house.enter(t, rich, method="balance")
    page = tab_of(house.ana, f"/director/{t}/entries/", width=703, height=1031)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.emulate_media(media="print")
    page.reload()
    assert page.locator(".sold thead th:visible").count() >= 7
    assert page.evaluate(BEYOND) == []
    # whose sheet it is, of which tournament, when it was so; and nothing to press
    head = page.locator(".paper-head")
    expect(head).to_contain_text("Clube")
    expect(head).to_contain_text("Terça")
    expect(head).to_contain_text(PRINTED[language])
    assert page.locator("main .button:visible").count() == 0


def test_a_night_and_its_signatures_are_one_sheet(tab_of, server, today):
    house = cast.house()
    t = house.registering("turbo-8max", price_cents=50_000_00, split=SPLIT, guarantee_cents=0)
    for method in ("cash", "transfer", "credit", "debit"):
        house.enter(t, method=method)
    night = night_at(cast.OPEN, zone="America/Sao_Paulo")
    page = tab_of(house.ana, f"/director/venues/{house.venue_id}/takings/?day={night:%Y-%m-%d}")
    expect(page.locator("#drawer")).to_be_visible()
    expect(page.locator(".sign").first).to_be_hidden()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".takings .sign")).to_have_count(2)
    expect(page.locator(".paper-head")).to_contain_text("Movimento do caixa")
    expect(page.locator(".paper-head")).to_contain_text(PRINTED["pt-br"])
    assert page.locator("main .button:visible").count() == 0
