"""One toast at a time: it covers nothing that is to be pressed, and dies with its act."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests import cast
from tests.browser.test_bounties import house  # noqa: F401
from tests.browser.test_floor import sign_in_as, sitting  # noqa: F401
from tests.tournaments.test_entries_playing import REBUY
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.update_venue import update_venue
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# what of the page's buttons and links the toast lies over, once each was scrolled to
COVERED = """() => {
  const toast = document.querySelector('.act').getBoundingClientRect();
  const found = [];
  for (const one of document.querySelectorAll('main a, main button, main input')) {
    if (!one.offsetParent) continue;
    one.scrollIntoView({ block: 'center' });
    const box = one.getBoundingClientRect();
    if (box.bottom > toast.top && box.top < toast.bottom && box.right > toast.left && box.left < toast.right) found.push(one.textContent.trim());
  }
  return found;
}"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1180, 820), (390, 844)])
def test_one_toast_covers_nothing_that_is_pressed(sign_in_as, house, width, height):  # noqa: F811
    t = house.registering("scpt-main", starts_at=cast.START)
    house.fill(t, 12)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    page = sign_in_as(house.ana, f"/director/{t}/", width=width, height=height).page
    toast = page.locator(".toast")
    for n in range(3):
        page.fill("#bust", f"1-{sitting(t, 0).number}")
        page.press("#bust", "Enter")
        expect(toast).to_contain_text(f"{12 - n}th place for now")
    expect(toast).to_have_count(1)
    expect(page.locator(".history tr[data-command]")).not_to_have_count(0)
    assert page.evaluate(COVERED) == []


def test_an_undo_that_works_no_more_is_not_offered(sign_in_as, house):  # noqa: F811
    t = house.registering("scpt-main", starts_at=cast.START)
    house.fill(t, 6)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    page = sign_in_as(house.ana, f"/director/{t}/").page
    page.get_by_role("button", name="+1").first.click()
    expect(page.locator(".toast [data-toast-undo]")).to_have_count(1)
    # a colleague changes the clock: only the last change can be taken back
    cast.say(pause_clock, by=house.ana, at=datetime.now(UTC), tournament_id=t)
    expect(page.locator(".toast [data-toast-undo]")).to_have_count(0)


def test_what_the_page_asks_by_itself_without_a_line_is_no_failure_of_anybodys(sign_in_as, house):  # noqa: F811
    t = house.registering("scpt-main", starts_at=cast.START)
    house.fill(t, 6)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    page = sign_in_as(house.ana, f"/director/{t}/").page
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.evaluate("document.body.dispatchEvent(new Event('refresh'))")
    page.wait_for_timeout(500)
    expect(page.locator(".toast")).to_have_count(0)
    # what a person presses is told of
    page.get_by_role("button", name="+1").first.click()
    expect(page.locator(".toast")).to_contain_text("No answer from the server")


def test_a_sale_pressed_without_a_line_is_sent_when_it_is_pressed_again(sign_in_as, house):  # noqa: F811
    t = house.registering("turbo-8max", starts_at=datetime.now(UTC) + timedelta(hours=2))
    player = house.player("Rui")
    page = sign_in_as(house.desi, f"/desk/{t}/?player={player}", width=1280, height=900).page
    page.wait_for_load_state()
    sell = page.get_by_role("button", name="Paid: register")
    page.context.set_offline(True)
    sell.click()
    expect(page.locator(".toast")).to_contain_text("nothing was sent")
    assert not Entry.objects.filter(tournament_id=t).exists()
    page.context.set_offline(False)
    sell.click()
    expect(page.locator(".desk-done")).to_be_visible()
    assert Entry.objects.filter(tournament_id=t, player_id=player).count() == 1


def test_the_way_to_pay_that_is_chosen_while_the_document_is_noted_stays_chosen(sign_in_as, house):  # noqa: F811
    t = house.registering("scpt-main", starts_at=datetime.now(UTC) + timedelta(hours=2))
    player = house.player("Rui", checked=False)
    page = sign_in_as(house.desi, f"/desk/{t}/?player={player}", width=1280, height=900).page
    page.wait_for_load_state()
    expect(page.locator('input[name="method"][value="cash"]')).to_be_checked()
    seen = page.get_by_role("button", name="I have seen the document")
    # pressed, and the way to pay chosen before the page that follows is there
    seen.evaluate("""button => {
      button.click();
      document.querySelector('input[name="method"][value="credit"]').click();
    }""")
    expect(seen).to_have_count(0)
    expect(page.locator('input[name="method"][value="credit"]')).to_be_checked()
    credit = page.locator('input[name="method"][value="credit"]').get_attribute("data-sum")
    expect(page.locator(".desk-take [data-part='sum']")).to_have_text(credit or "")
    # what was chosen for one is no choice for the next, nor for the same one later
    page.goto(page.url)
    expect(page.locator('input[name="method"][value="cash"]')).to_be_checked()


def test_the_pix_code_is_offered_once_pix_is_chosen(sign_in_as, house):  # noqa: F811
    cast.say(
        update_venue,
        by=house.olga,
        venue_id=house.venue_id,
        changes={"pix_key": "house@example.com", "pix_receiver": "Clube", "pix_city": "Rio"},
    )
    t = house.registering("scpt-main", starts_at=datetime.now(UTC) + timedelta(hours=2))
    page = sign_in_as(house.desi, f"/desk/{t}/?player={house.player('Rui')}", width=1280, height=900).page
    page.wait_for_load_state()
    code = page.get_by_text("PIX code for")
    expect(page.locator('input[name="method"][value="cash"]')).to_be_checked()
    expect(code).to_be_hidden()
    page.locator('.choice:has([value="transfer"])').click()
    expect(code).to_be_visible()
    page.locator('.choice:has([value="debit"])').click()
    expect(code).to_be_hidden()


def test_of_two_payments_on_one_page_each_keeps_its_own_way(sign_in_as, house):  # noqa: F811
    t = house.started("turbo-8max", entries=4, starts_at=cast.START, rebuy={**REBUY, "per_player": 3})
    entry = Entry.objects.filter(tournament_id=t).order_by("pk")[0]
    cast.say(announce_rebuy, by=house.bruno, at=datetime.now(UTC), entry_id=entry.pk)
    page = sign_in_as(house.desi, f"/desk/{t}/?player={entry.player_id}", width=1280, height=900).page
    page.wait_for_load_state()
    ways = {"form[data-debt]": "credit", "form[action$='/do/rebuy/']": "debit"}
    for form, method in ways.items():
        page.locator(f"{form} input[value='{method}']").evaluate("way => way.click()")
    # a form that takes none of the two payments brings the page anew, with the movement in its address
    page.locator("#de-a").evaluate("field => { field.value = '5.00' }")
    page.locator("form[action$='/do/deposit/'] button[data-kind='main']").evaluate("button => button.click()")
    page.wait_for_url("**movement=*")
    for form, method in ways.items():
        way = page.locator(f"{form} input[value='{method}']")
        expect(way).to_be_checked()
        expect(page.locator(f"{form} [data-part='sum']")).to_have_text(way.get_attribute("data-sum") or "")
