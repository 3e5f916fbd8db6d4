"""What stands beside each other on the staff's pages: in line, as high as its neighbours, and in no more lines than it needs."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from tests import cast
from tests.browser.test_director import house, now, running, sign_in, somebody  # noqa: F401
from tournaments.commands.pair_screen import pair_screen

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# of one act with what it changed: where both stand
CHANGED = """() => {
  const row = document.querySelector(".history tr:has(.change)");
  const [time, what, change, by, undo] = [...row.children].map((cell) => cell.getBoundingClientRect().toJSON());
  return { time, what, change, by, undo };
}"""
# of each role of a display: its box, in whole pixels
ROLES = """() => [...document.querySelectorAll(".screen-roles > :is(button, .table-asked)")].map((role) => {
  const { left, right, top, bottom } = role.getBoundingClientRect();
  return Object.fromEntries(Object.entries({ left, right, top, bottom }).map(([side, at]) => [side, Math.round(at)]));
})"""
# of what leads elsewhere and of what opens, where its value is one line: which heights there are
HEIGHTS = """() => ["a.fold", "details.fold:not([open])"].map((one) => [...new Set(
  [...document.querySelectorAll(one)]
    .filter((fold) => (fold.querySelector(".soft")?.offsetHeight ?? 99) < 30)
    .map((fold) => Math.round(fold.getBoundingClientRect().height)),
)])"""


@pytest.mark.parametrize(("width", "height"), [(1180, 820), (1440, 900)])
def test_what_an_act_changed_leaves_its_words_the_room(sign_in, running, width, height):  # noqa: F811
    seat = somebody(running)
    page = sign_in("ana", f"/director/{running}/", width=width, height=height).page
    page.fill("#bust", f"1-{seat.number}")
    page.press("#bust", "Enter")
    expect(page.locator(".history tr:has(.change)").first).to_be_visible()
    row = page.evaluate(CHANGED)
    assert row["what"]["right"] <= row["by"]["left"] < row["by"]["right"] <= row["undo"]["left"]
    if width < 1200:  # what it changed stands below its words, who did it beside them
        assert row["change"]["left"] == row["what"]["left"]
        assert row["change"]["top"] >= row["what"]["bottom"]
        assert row["by"]["bottom"] <= row["change"]["top"]
    else:
        assert row["what"]["right"] <= row["change"]["left"]
        assert row["what"]["width"] > row["change"]["width"]


@pytest.mark.parametrize(("width", "columns"), [(390, 2), (1440, 3)])
def test_the_roles_of_a_display_stand_in_columns(sign_in, look, house, running, now, width, columns):  # noqa: F811
    code = look("/screens/", width=1280, height=720).page.locator("h1").inner_text()
    cast.say(pair_screen, by=house.ana, at=now, tournament_id=running, code=code)
    page = sign_in("ana", f"/director/{running}/screens/", width=width, height=900).page
    roles = page.evaluate(ROLES)
    lefts = sorted({role["left"] for role in roles})
    assert len(lefts) == columns
    for left in lefts:
        column = [role for role in roles if role["left"] == left]
        assert len({role["right"] for role in column}) == 1
        # a half pixel is rounded either way
        assert {under["top"] - over["bottom"] for over, under in itertools.pairwise(column)} <= {7, 8, 9}


def test_a_subject_with_a_page_of_its_own_is_as_high_as_one_that_opens(sign_in, house):  # noqa: F811
    draft = house.tournament("turbo-8max")
    page = sign_in("ana", f"/director/{draft}/settings/", width=1440, height=900).page
    led, opened = page.evaluate(HEIGHTS)
    assert len(led) == 1
    assert led == opened


def test_the_last_tournament_of_a_list_ends_with_its_card(sign_in, running):  # noqa: F811
    page = sign_in("ana", "/director/", width=390, height=844).page
    last = page.locator(".tournaments tbody tr").last
    assert last.evaluate("(row) => getComputedStyle(row).borderBottomWidth") == "0px"
