"""The table of a structure under the fingers: keys, what follows from each number, and saving."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_director import house, now, sign_in  # noqa: F401
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_levels_are_typed_moved_mended_and_saved(sign_in, house):  # noqa: F811
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    page = sign_in("ana", f"/director/{draft}/settings/structure/").page
    order = "[...document.querySelectorAll('tr[data-row]')].slice(0, 3).map((row) => row.dataset.row)"
    # Enter goes to the next row of the same column
    page.locator('[name="minutes.s0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="minutes.s1"]')).to_be_focused()
    # a number that cannot be: at its row, with what was likely meant; nothing is saved meanwhile
    page.keyboard.type("600")
    expect(page.locator('[data-wrong-of="s1"]')).to_contain_text("Level 2 lasts 600 minutes")
    expect(page.locator('[name="minutes.s1"]')).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Save the structure")).to_be_disabled()
    page.get_by_role("button", name="Use 60").click()
    expect(page.locator('[data-wrong-of="s1"]')).to_have_count(0)
    expect(page.locator('[name="minutes.s1"]')).to_have_value("60")
    expect(page.locator('[data-row="s2"] [data-computed="total"]')).to_have_text("1:15")
    # a break is put below, and moved with the keyboard
    page.locator('[popovertarget="acts-s0"]').click()
    page.locator("#acts-s0").get_by_role("button", name="Break below").click()
    expect(page.locator('[data-row="n0"]')).to_be_visible()
    assert page.evaluate(order) == ["s0", "n0", "s1"]
    page.locator('[name="minutes.n0"]').focus()
    page.keyboard.press("Alt+ArrowDown")
    assert page.evaluate(order) == ["s0", "s1", "n0"]
    expect(page.locator(".save-bar")).to_contain_text("2 changes to save.")
    page.get_by_role("button", name="Save the structure").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    items = Tournament.objects.get(pk=draft).structure["items"]
    assert [item["kind"] for item in items[:4]] == ["level", "level", "recess", "level"]
    assert [item["seconds"] for item in items[:3]] == [900, 3600, 900]
