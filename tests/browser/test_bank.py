"""What a cashier says of the bank is asked once more, with the amount as it reads everywhere."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from dispatch import topics
from dispatch.topics import Listener
from ledger.queries import wallet_balance
from payouts.models import PayIn
from payouts.topics import own_bank_topic
from people.commands.set_play_limit import set_play_limit
from tests import cast
from tests.browser.test_floor import sign_in_as  # noqa: F401
from tests.payouts.bank import balance, confirm, open_house, pay_in

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.rule("PT-T.21")]


def test_the_amount_that_came_is_named_before_it_is_booked(sign_in_as):  # noqa: F811
    house = open_house()
    one = pay_in(house, at=timezone.now())
    page = sign_in_as(house.desi, f"/director/venues/{house.venue_id}/bank/pay-ins/{one.pk}/").page
    page.wait_for_load_state()
    confirm = page.locator('form:has(input[value="confirm"])')
    dialog = page.locator("dialog[open]")
    # what is no amount is asked about nowhere: it is refused at its field
    confirm.locator('[name="amount"]').fill("abc")
    confirm.get_by_role("button").click()
    expect(confirm.locator('[name="amount"][aria-invalid="true"]')).to_have_value("abc")
    expect(dialog).to_have_count(0)
    assert PayIn.objects.get().state == "asked"
    page.wait_for_load_state()
    confirm.locator('[name="amount"]').fill("99.50")
    confirm.get_by_role("button").click()
    expect(dialog).to_contain_text("Put R$99.50 into the balance of Caio da Silva?")
    assert PayIn.objects.get().state == "asked"
    dialog.locator("[data-ask-yes]").click()
    # by how much it is another amount is read before it is said once more
    expect(page.get_by_text("that is R$0.50 less.").first).to_be_visible()
    assert PayIn.objects.get().state == "asked"
    page.wait_for_load_state()
    confirm.get_by_role("button", name="Yes, R$99.50 came").click()
    dialog.locator("[data-ask-yes]").click()
    expect(page.get_by_text("The money is in the player's balance.")).to_be_visible()
    assert (PayIn.objects.get().state, balance(house)) == ("confirmed", 9_950)


def test_a_refused_amount_is_explained_across_the_page_and_links_are_as_tall_as_a_finger(sign_in_as):  # noqa: F811
    house = open_house()
    one = pay_in(house, at=timezone.now())
    limit = {"player_id": house.caio.player_id, "kind": "deposit", "period": "day", "unit": "BRL"}
    cast.say(set_play_limit, by=house.caio, **limit, amount_cents=0, at=timezone.now())
    page = sign_in_as(house.desi, f"/director/venues/{house.venue_id}/bank/pay-ins/{one.pk}/").page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_load_state()
    confirm = page.locator('form:has(input[value="confirm"])')
    confirm.get_by_role("button").click()
    page.locator("dialog[open] [data-ask-yes]").click()
    notice = page.locator(".cards > .notice")
    expect(notice).to_be_visible()
    cards, said = page.locator(".cards").bounding_box(), notice.bounding_box()
    assert cards is not None and said is not None and said["width"] == cards["width"]
    soft = page.locator(".fold > summary > .soft").first.bounding_box()
    assert soft is not None and soft["width"] > 200
    phone = sign_in_as(house.caio, "/me/money/").page
    phone.wait_for_load_state()
    phone.set_viewport_size({"width": 390, "height": 844})
    link = phone.get_by_role("link", name=f"Deposit {one.reference}").bounding_box()
    assert link is not None and link["height"] >= 44


def test_the_players_pages_follow_what_the_house_says_and_what_is_typed_stays(sign_in_as):  # noqa: F811
    """Both were open while the desk confirmed: the code stood there to be paid a second time."""
    house = open_house()
    house.deposit(house.caio.player_id, 1_000)
    one = pay_in(house, at=timezone.now())
    other = cast.person("Rita")
    asked = sign_in_as(house.caio, f"/me/pay-ins/{one.pk}/").page
    listed = sign_in_as(house.caio, "/me/money/").page
    asked.wait_for_load_state()
    listed.wait_for_load_state()
    expect(asked.locator("h2")).to_contain_text("Waits for the money")
    expect(asked.locator("#pix-code")).to_be_visible()
    listed.locator('[name="destination"]').fill("caio@banco")
    confirm(house, one, at=timezone.now())
    expect(asked.locator("h2")).to_contain_text("Received")
    expect(asked.locator("#pix-code")).to_have_count(0)
    expect(listed.locator("#bank-waits")).to_be_hidden()
    expect(listed.locator("#bank-over")).to_contain_text(one.reference)
    expect(listed.locator("#bank-free")).to_contain_text("You can withdraw R$110.00")
    expect(listed.locator('[name="destination"]')).to_have_value("caio@banco")
    # of nobody else, and a page that is opened later says the same
    topic = own_bank_topic(house.caio.player_id)
    found = topics.resolve(topic)
    assert found is not None and not found.may(Listener(user_id=other.user_id, device_id=None))
    late = sign_in_as(house.caio, f"/me/pay-ins/{one.pk}/").page
    expect(late.locator("h2")).to_contain_text("Received")


def test_who_has_nothing_reads_so_and_has_the_form_once_money_came(sign_in_as):  # noqa: F811
    house = open_house()
    one = pay_in(house, at=timezone.now())
    page = sign_in_as(house.caio, "/me/money/").page
    page.wait_for_load_state()
    free, form = page.locator("#bank-free"), page.locator("[data-bank-form]")
    expect(free).to_contain_text("There is nothing to withdraw now.")
    expect(form).to_be_hidden()
    confirm(house, one, at=timezone.now())
    expect(free).to_contain_text("You can withdraw R$100.00")
    expect(form.get_by_role("button", name="Ask for the withdrawal")).to_be_visible()


def test_money_that_leaves_the_drawer_is_asked_about_with_its_sum_and_whose_it_is(sign_in_as, today):  # noqa: F811
    house = cast.house()
    t = house.registering("turbo-8max")
    player = house.player("Rui Barbosa")
    house.deposit(player, 10_000)
    page = sign_in_as(house.desi, f"/desk/{t}/?player={player}").page
    page.wait_for_load_state()
    page.locator("details:has(#de-a) > summary").click()
    page.locator("#de-a").fill("1000,5")
    pay = page.locator("details:has(#de-a)").get_by_role("button", name="Pay out")
    pay.click()
    expect(page.locator("[data-ask-text]")).to_contain_text("Pay out R$1,000.50 to Rui Barbosa")
    page.locator("#ask").get_by_role("button", name="Back").click()
    page.locator("#de-a").fill("40")
    pay.click()
    asked = re.compile(
        "^Pay out R\\$40\\.00 to Rui Barbosa.*, from the balance\\? The money leaves the house now\\.$"
    )
    expect(page.locator("[data-ask-text]")).to_have_text(asked)
    page.locator("#ask").get_by_role("button", name="Back").click()
    expect(page.locator("#ask")).to_be_hidden()
    assert wallet_balance(player, unit="BRL") == 10_000
    pay.click()
    page.locator("[data-ask-yes]").click()
    page.wait_for_url(re.compile("movement="))
    assert wallet_balance(player, unit="BRL") == 6_000
