"""Pages of the staff where there is little room: no word is broken on a phone, and nothing is cut off a printed sheet."""

from __future__ import annotations

import pytest

from rules.entries import simple_split
from tests import cast
from tests.browser.test_every_page import ON_PHONES, PAGES, seen  # noqa: F401 -- a fixture
from tests.browser.test_phone_pages import APART_AND_SIDEWAYS, opened

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
        for width, height in ((390, 844), (320, 700)):
            page.set_viewport_size({"width": width, "height": height})
            apart, wide = page.evaluate(APART_AND_SIDEWAYS)
            wrong += [f"{name}: {word!r} is broken at {width}" for word in apart]
            if name in BY_NAME:
                wrong += [f"{name}: moved sideways at {width}: {what!r}" for what in wide]
    assert wrong == [], "\n".join(wrong)


# what of the table of sales lies beyond the sheet
BEYOND = """() => [...document.querySelectorAll(".sold :is(th, td)")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.innerText)"""


@pytest.mark.parametrize("language", ["pt-br", "pt", "en"])
def test_all_ways_of_paying_are_on_the_printed_sheet_of_entries(tab_of, server, today, language):
    house = cast.house()
    t = house.registering("turbo-8max", price_cents=50_000_00, split=SPLIT, guarantee_cents=0)
    for method in ("cash", "transfer", "credit", "debit"):
        for _entry in range(3):
            house.enter(t, method=method)
    page = tab_of(house.ana, f"/director/{t}/entries/", width=703, height=1031)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.emulate_media(media="print")
    page.reload()
    assert page.locator(".sold thead th:visible").count() >= 6
    assert page.evaluate(BEYOND) == []
