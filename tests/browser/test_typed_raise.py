"""The amount of a raise that is typed: what is written on the button is what one tap bets."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from play.commands.sit import sit
from play.models import HandAct
from tests import cast
from tests.browser.conftest import press, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_what_is_typed_is_said_at_each_key_and_bet_by_one_tap(tab_of, demo_table):
    table, caio = demo_table, demo_table.house.caio
    table.sit(2, "Rui")
    cast.say(sit, by=caio, at=table.now, table_id=table.table_id, player_id=caio.player_id, seat=6)
    table.people[6] = caio
    page = tab_of(caio, f"/tables/{table.table_id}/", width=390, height=844)
    page.locator("body[data-ready][data-mine]").wait_for()
    table.due()
    if table.to_act == 2:  # the button is drawn
        table.act("call")
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    press(page, "r", of=".act.raise")
    field, bet, bar = page.locator(".amount"), page.locator("[data-confirm]"), page.locator(".act-bar")
    page.locator("[data-confirm]:not([aria-disabled])").wait_for()
    for text, said in (
        ("250,5", "250,5 não pode ser lido como fichas"),
        ("-400", "-400 não pode ser lido como fichas"),
        ("0", "O mínimo que você pode pôr é 200."),
        ("199", "O mínimo que você pode pôr é 200."),
        ("999.999", "O máximo que você pode pôr é "),
    ):
        field.fill(text)
        expect(bar).to_contain_text(said)
        expect(bet).to_be_disabled()
        expect(bet).to_have_accessible_name("Aumentar para")
        expect(field).to_have_value(text)
        field.press("Enter")
    # each key is followed, and the key of the button is not written
    field.fill("")
    expect(bet).to_be_disabled()
    field.press_sequentially("30")
    expect(bar).to_contain_text("O mínimo que você pode pôr é 200.")
    field.press("0")
    expect(bet.locator("b")).to_have_text("300")
    field.press("r")
    expect(field).to_have_value("300")
    assert HandAct.objects.filter(seat=6).count() == 0
    bet.click()
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.get(seat=6)
    assert (one.act, one.to_chips) == ("raise", 300)


def test_the_key_of_the_raise_opens_the_amount_and_what_is_typed_takes_its_place(tab_of, demo_table):
    table, caio = demo_table, demo_table.house.caio
    table.sit(2, "Rui")
    cast.say(sit, by=caio, at=table.now, table_id=table.table_id, player_id=caio.player_id, seat=6)
    table.people[6] = caio
    page = tab_of(caio, f"/tables/{table.table_id}/", width=1440, height=900)
    page.locator("body[data-ready][data-mine]").wait_for()
    table.due()
    if table.to_act == 2:  # the button is drawn
        table.act("call")
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    field, bet = page.locator(".amount"), page.locator("[data-confirm]")
    press(page, "r", of=".act.raise")
    expect(field).to_be_focused()
    page.locator("[data-confirm]:not([aria-disabled])").wait_for()
    # the arrows step by a big blind, and what is typed takes the place of that
    for key, amount in (("ArrowUp", "300"), ("ArrowUp", "400"), ("ArrowDown", "300")):
        page.keyboard.press(key)
        expect(field).to_have_value(amount)
        expect(field).to_be_focused()
        expect(bet.locator("b")).to_have_text(amount)
    # digits are the amount, not the keys of the sizes; Escape goes back with nothing bet
    page.keyboard.type("450")
    expect(field).to_have_value("450")
    expect(bet.locator("b")).to_have_text("450")
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    # a tap on the amount takes the whole of it, a second one puts the cursor where it is meant
    page.locator('.act-bar[data-state="acts"] .act.raise:not([aria-disabled])').click()
    page.locator("[data-confirm]:not([aria-disabled])").wait_for()
    expect(field).not_to_be_focused()
    field.click()
    chosen = "e => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert field.evaluate(chosen) == field.input_value() == "200"
    page.keyboard.type("500")
    expect(field).to_have_value("500")
    field.click()
    assert field.evaluate(chosen) == ""
    assert HandAct.objects.filter(seat=6).count() == 0
    page.keyboard.press("Enter")
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.get(seat=6)
    assert (one.act, one.to_chips) == ("raise", 500)


def test_what_is_typed_before_it_can_be_read_is_the_amount_and_no_size(tab_of, demo_table):
    """The first raise of an evening on a slow line: R 5 0 0 was the size of all there is, and Enter an all-in."""
    table, caio = demo_table, demo_table.house.caio
    table.sit(2, "Rui")
    cast.say(sit, by=caio, at=table.now, table_id=table.table_id, player_id=caio.player_id, seat=6)
    table.people[6] = caio
    table.due()
    if table.to_act == 2:  # the button is drawn
        table.act("call")
    page, held = tab_of(caio, "/tables/"), []
    page.route("**/js/table/amount*.js", lambda route: held.append(route))
    page.goto(page.url.replace("/tables/", f"/tables/{table.table_id}/"))
    page.locator("body[data-ready][data-turn]").wait_for()
    field, bet = page.locator(".amount"), page.locator("[data-confirm]")
    press(page, "r", of=".act.raise")
    page.locator("[data-confirm]:not([aria-disabled])").wait_for()
    page.keyboard.type("500")
    page.keyboard.press("Enter")
    until(page, lambda: bool(held))
    expect(page.locator(".act-bar")).to_have_attribute("data-state", "sheet")
    held[0].continue_()
    expect(field).to_be_focused()
    expect(field).to_have_value("500")
    expect(bet.locator("b")).to_have_text("500")
    page.keyboard.type("0")
    expect(bet.locator("b")).to_have_text("5.000")
    assert not HandAct.objects.filter(seat=6).exists()
    page.keyboard.press("Enter")
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.get(seat=6)
    assert (one.act, one.to_chips) == ("raise", 5_000)
