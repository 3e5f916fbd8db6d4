"""The menu of a played table: what costs a hand is asked about, and the menu never stands in the way of one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from play.commands.sit import sit
from play.operations.seats import seated_at
from tests import cast
from tests.browser.conftest import until
from tests.play.conftest import AtTable

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RUI, CAIO = 2, 6


@pytest.fixture
def table(demo_table: AtTable) -> AtTable:
    """Rui and Caio before the first hand, which waits to be dealt."""
    caio = demo_table.house.caio
    demo_table.sit(RUI, "Rui")
    cast.say(
        sit, by=caio, at=demo_table.now, table_id=demo_table.table_id, player_id=caio.player_id, seat=CAIO
    )
    demo_table.people[CAIO] = caio
    row = demo_table.row
    row.decision_seconds = 120  # none runs out
    row.save()
    return demo_table


def test_who_sits_out_in_a_hand_is_told_what_becomes_of_it_first(tab_of, table):
    page = tab_of(table.people[CAIO], f"/tables/{table.table_id}/", width=390, height=844)
    page.locator("body[data-ready][data-mine]").wait_for()
    table.due()
    if table.to_act == RUI:  # the button is drawn
        table.act("call")
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()

    def away() -> bool:
        return any(one.away for one in seated_at(table.row) if one.seat == CAIO)

    def asks() -> None:
        page.locator(".room-menu summary").click()
        page.get_by_role("button", name="Ficar de fora", exact=True).click()
        expect(page.get_by_role("dialog")).to_contain_text(
            "Nesta mão você passa onde é grátis; senão, suas cartas são descartadas. Ficar de fora mesmo assim?"
        )

    asks()
    page.get_by_role("dialog").get_by_role("button", name="Voltar").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    assert not away()
    asks()
    page.get_by_role("dialog").get_by_role("button", name="Ficar de fora").click()
    until(page, away)
    expect(page.locator(".bar-say")).to_contain_text("Você fica de fora a partir da próxima mão.")


def test_sitting_out_after_the_hand_is_ticked_at_the_table_in_its_menu_and_by_key(tab_of, table):
    where = f"/tables/{table.table_id}/"
    wide = tab_of(table.people[CAIO], where)
    phone = tab_of(table.people[CAIO], where, width=360, height=640, touch=True)
    for page in (wide, phone):
        page.locator("body[data-ready][data-mine]").wait_for()
    table.due()
    if table.to_act == RUI:  # the button is drawn
        table.act("call")
    expect(wide.locator("body[data-turn] .act.raise")).to_be_visible()
    box = wide.get_by_role("checkbox", name="Ficar de fora a partir da próxima mão")
    expect(box).not_to_be_checked()
    box.click()
    expect(box).to_be_checked()
    # the other device shows it, and takes it back
    expect(phone.locator(".own-right")).to_contain_text("de fora na próxima mão")
    phone.locator(".room-menu summary").tap()
    ticked = phone.get_by_role("checkbox", name="Ficar de fora a partir da próxima mão")
    expect(ticked).to_be_checked()
    ticked.tap()
    expect(phone.locator(".own-right")).not_to_contain_text("de fora na próxima mão")
    expect(box).not_to_be_checked()
    assert not wide.locator("dialog").count()  # nothing is asked: no hand is lost
    wide.keyboard.press("o")
    expect(box).to_be_checked()
    # the hand is played on
    expect(wide.locator("body[data-turn] .act.raise")).to_be_visible()
    wide.locator(".act.fold:not([aria-disabled])").wait_for()
    table.act("fold")
    table.until("close")
    table.due()
    expect(wide.get_by_role("button", name="Voltei")).to_be_visible()
    expect(box).to_have_count(0)


def test_the_menu_goes_by_escape_by_a_tap_beside_it_and_with_the_turn(tab_of, table):
    page = tab_of(table.people[CAIO], f"/tables/{table.table_id}/", width=360, height=640, touch=True)
    page.locator("body[data-ready][data-mine]").wait_for()
    table.due()
    if table.to_act == CAIO:  # the button is drawn
        table.act("call")
    expect(page.locator("body:not([data-turn]) .own-cards .card")).to_have_count(2)
    menu, opens = page.locator(".room-menu"), page.locator(".room-menu summary")

    def shown() -> None:
        opens.tap()
        expect(menu).to_have_attribute("open", "")
        # what came with the first touch is there
        expect(page.locator('[data-part="sounds"]')).to_be_visible()

    shown()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(opens).to_be_focused()
    shown()
    page.locator("h1").tap()
    expect(menu).not_to_have_attribute("open", "")
    # a tap in it keeps it
    shown()
    page.locator(".room-menu h2").first.tap()
    expect(menu).to_have_attribute("open", "")
    table.act("raise", 400)
    expect(page.locator("body[data-turn] .act.call")).to_be_visible()
    expect(menu).not_to_have_attribute("open", "")
