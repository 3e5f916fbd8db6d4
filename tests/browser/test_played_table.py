"""A hand at a demo table in a browser, against the real stack: one's own cards, the sheet and the keys, what others do."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from django.test import Client
from playwright.sync_api import expect

from people.models import User
from play.models import DealtHand, HandAct, PlayTable, Sitting
from rules.refusals import Refused
from tests.play.conftest import AtTable

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def table(demo_table) -> AtTable:
    demo_table.sit(2, "Rui")
    return demo_table


def test_a_hand_is_played_to_its_end(chromium, server, table):
    caio = table.house.caio
    client = Client()
    client.force_login(User.objects.get(pk=caio.user_id))
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="pt-BR")
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}]
    )
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator('li[data-seat="6"] button').click()
    expect(page.locator('[data-part="bar"]')).to_contain_text("A próxima mão já vem")
    # its chain of words is begun before the first deal tells the roots of the second hand, or that hand has none
    while not Sitting.objects.get(player_id=caio.player_id).chain:
        page.locator("body[data-ready]").wait_for()

    table.due()
    if table.to_act == 2:  # the button is drawn
        table.act("call")
    expect(page.locator(".own-cards .card")).to_have_count(2)
    expect(page.locator(".proof:not(.bad)")).to_be_visible()
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    # keys: the bar is deaf for a moment after its buttons changed, so they are pressed until they are heard
    while page.locator('.act-bar[data-state="sheet"]').count() == 0:
        page.keyboard.press("r")
    while "250" not in page.locator("[data-confirm]").inner_text():
        page.keyboard.press("2")
    assert HandAct.objects.filter(seat=6).count() == 0
    while HandAct.objects.filter(seat=6).count() == 0:
        page.keyboard.press("r")
    one = HandAct.objects.get(seat=6)
    assert (one.act, one.to_chips, one.manner) == ("raise", 250, "player")

    table.act("call")
    expect(page.locator('[data-part="board"] .card[data-suit]')).to_have_count(3)
    expect(page.get_by_role("log")).to_contain_text("Rui paga 250.")
    while PlayTable.objects.get(pk=table.table_id).stage == "playing":
        with suppress(Refused):  # the key before it was the hand's last act
            if table.to_act == 2:
                table.act("check")
            else:
                page.keyboard.press("c")
    expect(page.locator('[data-part="board"] .card[data-suit]')).to_have_count(5)
    expect(page.locator(".showed .card")).to_have_count(4)
    expect(page.get_by_role("log")).to_contain_text(re.compile("ganha (500|250)"))  # or they split it
    expect(page.locator(".proof")).to_have_attribute("data-proof", "checked_alone")

    # the word went with an act, and is the same after a reload
    while not DealtHand.objects.get(number=2).words:
        page.locator("body[data-ready]").wait_for()
    table.until("open")
    table.due()
    page.reload()
    expect(page.locator('.proof[data-proof="checked"]')).to_be_visible()
    assert complaints == []
    context.close()
