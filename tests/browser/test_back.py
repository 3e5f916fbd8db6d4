"""What a browser does by itself when one comes back to a page: it fills fields by where they stand, not by whose they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from payouts.models import Award
from tests import cast
from tests.browser.test_director import house, now, sign_in  # noqa: F401
from tests.payouts.room import finish
from tournaments.commands.update_venue import update_venue

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def five_prizes(house):  # noqa: F811
    """A finished tournament with five prizes, none paid."""
    fifths = {
        "kind": "custom", "name": "Cinco", "source": "Casa", "tiers": [{"from": 1, "to": 5, "percent_each": "20"}],
    }  # fmt: skip
    t = house.started(
        "turbo-8max", entries=9, late_registration_level=0, re_entries_per_player=0, guarantee_cents=0, payout_table=fifths,
    )  # fmt: skip
    finish(house, t)
    awards = list(Award.objects.filter(tournament_id=t).order_by("place"))
    assert [(a.place, a.state) for a in awards] == [(place, "owed") for place in range(1, 6)]
    return t, awards


def test_back_after_paying_two_of_five_nobody_else_is_ticked_and_nothing_is_paid_twice(sign_in, five_prizes):  # noqa: F811
    t, awards = five_prizes
    page = sign_in("desi", f"/director/{t}/prizes/").page
    ticks = page.locator('input[name="award"][form="batch"]')
    chosen, pays = page.locator('[data-part="chosen"]'), page.locator('[data-part="pay-chosen"]')
    ticks.nth(0).check()
    ticks.nth(1).check()
    expect(chosen).to_have_text("2 chosen")
    page.select_option("#batch-m", "transfer")
    expect(pays).to_have_text("Pay 2 by transfer…")
    page.select_option("#batch-m", "cash")
    expect(pays).to_have_text("Pay 2 in cash…")
    pays.click()
    page.wait_for_url("**/prizes/pay/**")
    page.wait_for_load_state()
    page.locator(".asking form button[data-kind=main]").click()
    expect(page.locator("#ps-t")).to_contain_text("2 prizes paid")
    page.go_back()
    expect(page.locator("#ps-t")).to_have_text("These prizes are paid already")
    page.go_back()
    page.wait_for_url("**/prizes/")
    expect(ticks).to_have_count(3)
    expect(chosen).to_have_text("Tick who is paid now")
    expect(pays).to_be_disabled()
    # also where it is loaded again with another one ticked
    ticks.nth(2).check()
    page.reload()
    assert ticks.evaluate_all("all => all.map((one) => one.checked)") == [False] * 3
    assert [a.state for a in Award.objects.filter(tournament_id=t).order_by("place")] == ["paid"] * 2 + [
        "owed"
    ] * 3
    cast.books_balance()


# the browser keeps the page that was left in its memory: Playwright's Chromium does not, so it is said in its words
SHOWN_AGAIN = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"


def test_a_page_that_was_left_by_sending_is_loaded_again_when_it_comes_out_of_memory(sign_in, five_prizes):  # noqa: F811
    t, _awards = five_prizes
    page = sign_in("desi", f"/director/{t}/prizes/").page
    page.evaluate("window.before = true")
    # who only looked elsewhere finds the page as it was
    page.evaluate(SHOWN_AGAIN)
    assert page.evaluate("window.before")
    # 204: the page stays, as one in memory does
    page.route("**/prizes/pay/**", lambda route: route.fulfill(status=204))
    page.locator('input[name="award"][form="batch"]').first.check()
    with page.expect_request("**/prizes/pay/**"):
        page.get_by_role("button", name="Pay 1 ").click()
    with page.expect_navigation():
        page.evaluate(SHOWN_AGAIN)
    assert page.evaluate("window.before === undefined")
    expect(page.get_by_role("button", name="Pay those ticked…")).to_be_disabled()


def test_back_after_saving_the_house_shows_what_is_saved(tab_of, house):  # noqa: F811
    path = f"/director/venues/{house.venue_id}/"
    page = tab_of(house.olga, path)
    page.wait_for_load_state()
    page.fill("#h-city", "Santos")
    page.locator('main form button[data-kind="main"]').click()
    expect(page.locator(".toast")).to_have_text("Salvo.")
    # somebody else saves another one, and this page is come back to
    cast.say(update_venue, by=house.olga, venue_id=house.venue_id, changes={"city": "Campinas"})
    page.goto(page.url.replace(path, f"{path}staff/"))
    page.go_back()
    expect(page.locator("#h-city")).to_have_value("Campinas")
    page.go_back()
    expect(page.locator("#h-city")).to_have_value("Campinas")
