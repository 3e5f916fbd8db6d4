"""Other games than no-limit hold'em in a browser: four own cards with their proof, and buttons that know the limit."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from play.commands.open_table import open_table
from play.models import HandAct, PlayTable
from rules import hands
from tests import cast
from tests.browser.conftest import press, until
from tests.play.conftest import AtTable
from tests.play.given_cards import GivenCards

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def opened(today: datetime, game: str) -> AtTable:
    """A table of this game with Rui in seat 2 and Caio in seat 6, who is dealt in."""
    house = cast.house()
    made = cast.say(
        open_table,
        by=house.ana,
        at=today,
        venue_id=house.venue_id,
        name="Mesa",
        decision_seconds=120,
        game=game,
    )
    table = AtTable(house, made["table_id"], now=today)
    table.sit(2, "Rui")
    table.sit(6, "Caio")
    table.until("decide")
    return table


def caios_turn(table: AtTable) -> None:
    """Rui checks or calls until Caio is to act."""
    while PlayTable.objects.get(pk=table.table_id).due_kind != "decide" or table.to_act != 6:
        if table.row.due_kind != "decide":
            table.due()
        else:
            table.act("check" if hands.options(table.hand).may_check else "call")


@pytest.mark.rule("PT-O.24", "PT-O.25", "PT-O.61")
def test_omaha_is_played_with_four_cards_and_the_pot_for_a_limit(server, today, tab_of, monkeypatch):
    given = GivenCards()
    monkeypatch.setattr("play.queries.decks._deck", given.deck)
    given.give(
        {2: ("Kc", "Kd", "3h", "5s"), 6: ("Ac", "Ad", "Th", "6s")}, board=("2c", "7d", "9h", "Js", "4s")
    )
    table = opened(today, "plo")
    caios_turn(table)
    page = tab_of(table.people[6], f"/tables/{table.table_id}/", width=360, height=640)
    expect(page.locator(".own-cards .card")).to_have_count(4)
    expect(page.locator(".proof:not(.bad)")).to_be_visible()
    expect(page.locator('.seat[data-seat="2"] .peek i')).to_have_count(4)
    most = hands.options(table.hand).raise_to_chips
    raises = page.locator("body[data-turn] .act.raise")
    expect(raises).to_contain_text(f"a {most}")
    press(page, "r", of=".act.raise")
    page.locator('.act-bar[data-state="sheet"]').wait_for()
    last = page.locator(".size").last
    expect(last).to_contain_text("1 pote")
    expect(last).to_contain_text(str(most))
    last.click()
    expect(page.locator("[data-confirm]")).to_contain_text(str(most))
    press(page, "Enter", of="[data-confirm]")
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.filter(seat=6).latest("turn")
    assert (one.act, one.to_chips, one.all_in) == ("raise", most, False)
    table.act("call")
    while PlayTable.objects.get(pk=table.table_id).stage == "playing":
        if table.row.due_kind != "decide":
            table.due()
        else:
            table.act("check")
    expect(page.locator(".showed .card")).to_have_count(8)
    # the frame is the winner's: who lost with four own cards has none
    expect(page.locator(".own-cards .card.five")).to_have_count(2)
    expect(page.locator('.seat[data-seat="2"] .card.five')).to_have_count(0)
    two = page.locator(".made .two .card")
    expect(two).to_have_count(2)
    for card, suit in zip(two.all(), "cd", strict=True):
        expect(card).to_have_attribute("data-suit", suit)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.rule("PT-H.24", "PT-H.38")
def test_where_bets_are_fixed_one_press_raises_to_the_one_amount(server, today, tab_of):
    table = opened(today, "lhe")
    caios_turn(table)
    page = tab_of(table.people[6], f"/tables/{table.table_id}/", width=390, height=844)
    raises = page.locator("body[data-turn] .act.raise")
    expect(raises).to_contain_text("Aumentar para")
    expect(raises).to_contain_text("200")
    press(page, "r", of=".act.raise")
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.filter(seat=6).latest("turn")
    assert (one.act, one.to_chips) == ("raise", 200)
    table.act("raise", 300)
    expect(raises).to_contain_text("400")
    press(page, "r", of=".act.raise")
    until(page, HandAct.objects.filter(seat=6, to_chips=400).exists)
    # the round has had its bet and three raises: Rui may call or fold
    rui = tab_of(table.people[2], f"/tables/{table.table_id}/", width=390, height=844)
    none = rui.locator("body[data-turn] .act.raise")
    expect(none).to_be_disabled()
    expect(none).to_contain_text("sem mais aumentos nesta rodada")
