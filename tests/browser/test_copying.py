"""A text that is to be handed over is copied by a button, and marked where a browser lets no page copy."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_bounties import house  # noqa: F401
from tests.browser.test_floor import sign_in_as  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# plain http: no clipboard, and the old way is forbidden, too
NOTHING_MAY_BE_COPIED = """
Object.defineProperty(navigator, 'clipboard', { value: undefined });
document.execCommand = () => false;
"""
KEPT = """
window.copied = [];
Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied.push(text); } } });
"""


@pytest.mark.parametrize("may_copy", [True, False])
def test_the_link_for_a_colleague_is_copied_or_marked(sign_in_as, house, may_copy):  # noqa: F811
    here = f"/director/venues/{house.venue_id}/staff/"
    page = sign_in_as(house.olga, here).page
    page.add_init_script(KEPT if may_copy else NOTHING_MAY_BE_COPIED)
    page.reload()
    page.locator("summary", has_text="Add somebody to the staff").click()
    page.get_by_label("Name that colleagues read").fill("Nina")
    page.get_by_label("E-mail").fill("nina@example.com")
    page.get_by_role("button", name="Add to the staff").click()
    copying = page.get_by_role("button", name="Copy the link")
    expect(copying).to_be_visible()
    page.wait_for_load_state()  # a script copies
    copying.click()
    link = page.locator("#link").input_value()
    assert "/invitation/" in link or link.startswith("http")
    if may_copy:
        expect(page.locator("[role=status]", has_text="Copied.")).to_have_count(1)
        assert page.evaluate("window.copied") == [link]
    else:
        expect(page.locator("[role=status]", has_text="It is selected: copy it with Ctrl+C")).to_have_count(1)
        marked = "(() => { const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd); })()"
        assert page.evaluate(marked) == link


def test_a_structure_is_copied_whole_as_it_is_typed(sign_in_as, house):  # noqa: F811
    draft = house.tournament("turbo-8max")
    page = sign_in_as(house.ana, f"/director/{draft}/settings/structure/").page
    page.add_init_script(KEPT)
    page.reload()
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.locator("#f-structure")
    expect(text).to_be_visible()
    page.wait_for_load_state()
    page.get_by_role("button", name="Copy all").click()
    expect(page.locator(".copy-all [role=status]")).to_have_text("Copied.")
    assert page.evaluate("window.copied") == [text.input_value()]
