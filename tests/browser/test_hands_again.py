"""Hands that are over, in a browser: the replayer of My hands by keys and by taps, and the last hand over the table."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from people.models import User
from play.commands.sit import sit
from play.commands.void_hand import void_hand
from play.models import Complaint, DealtHand, HandAct
from play.queries.decks import deck_of_hand
from rules.cards import places_of_seat
from tests import cast
from tests.browser.conftest import Server, until
from tests.play.conftest import AtTable
from tests.play.test_history import check_down, fold_out
from web.player.table_words import card_words

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RUI, EVA, CAIO = 2, 4, 6


@pytest.fixture
def table(demo_table: AtTable) -> AtTable:
    """Three have played two hands: all folded to the big blind in the first, nobody bet in the second."""
    demo_table.sit(RUI, "Rui")
    demo_table.sit(EVA, "Eva")
    caio = demo_table.house.caio
    where = {"table_id": demo_table.table_id, "player_id": caio.player_id, "seat": CAIO}
    cast.say(sit, by=caio, at=demo_table.now, **where)
    demo_table.people[CAIO] = caio
    button_goes_to_caio(demo_table)
    demo_table.deal()
    fold_out(demo_table)
    button_goes_to_caio(demo_table)
    demo_table.deal()
    check_down(demo_table)
    return demo_table


def button_goes_to_caio(table: AtTable) -> None:
    """Of three the one on the button is the first to act."""
    row = table.row
    row.button_seat = EVA
    row.save()


def ready(page: Page) -> Page:
    page.locator("body[data-ready]").wait_for()
    return page


@pytest.mark.rule("PT-H.65")
def test_a_hand_is_looked_at_again_by_keys_and_by_taps(table: AtTable, tab_of: Callable[..., Page]) -> None:
    page = ready(tab_of(table.house.caio, f"/me/hands/{table.table_id}/2/"))
    count, board = page.locator('[data-part="count"]'), page.locator('[data-part="board"] .card:not(.slot)')
    current = page.locator('[data-part="steps"] > [aria-current="step"]')
    steps = page.locator('[data-part="steps"] > li').count()
    assert steps > HandAct.objects.filter(hand__number=2).count()
    expect(count).to_have_text(f"1 / {steps}")
    expect(board).to_have_count(0)
    expect(page.locator('[data-part="own"] .card')).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"2 / {steps}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # nothing is before the first
    expect(count).to_have_text(f"1 / {steps}")
    # from street to street, with the board as it stood
    for street, cards in (("flop", 3), ("turn", 4), ("river", 5)):
        page.keyboard.press("ArrowDown")
        expect(current).to_have_attribute("data-street", street)
        expect(board).to_have_count(cards)
    page.keyboard.press("ArrowUp")
    expect(current).to_have_attribute("data-street", "turn")
    page.keyboard.press("End")
    expect(count).to_have_text(f"{steps} / {steps}")
    expect(page.locator('[data-part="said"]')).to_contain_text("ganha")
    page.keyboard.press("Home")
    expect(count).to_have_text(f"1 / {steps}")
    # what is typed into the complaint moves nothing
    box = page.get_by_role("textbox", name="O que aconteceu")
    box.fill("abc")
    box.press("ArrowRight")
    box.press("End")
    expect(count).to_have_text(f"1 / {steps}")
    assert box.input_value() == "abc"

    phone = ready(tab_of(table.house.caio, f"/me/hands/{table.table_id}/2/", width=390, height=844))
    count = phone.locator('[data-part="count"]')
    phone.locator('button[data-go="on"]').click()
    expect(count).to_have_text(f"2 / {steps}")
    phone.locator('button[data-go="street-on"]').click()
    expect(phone.locator('[data-part="board"] .card:not(.slot)')).to_have_count(3)
    phone.locator('button[data-go="back"]').click()
    expect(phone.locator('[data-part="board"] .card:not(.slot)')).to_have_count(0)
    phone.locator('[data-part="steps"] > li').nth(steps - 1).click()
    expect(count).to_have_text(f"{steps} / {steps}")
    phone.locator('button[data-go="street-back"]').click()
    expect(phone.locator('[data-part="board"] .card:not(.slot)')).to_have_count(5)


@pytest.mark.rule("PT-H.65")
def test_the_last_hand_lies_over_the_table_until_one_has_to_decide(
    table: AtTable, tab_of: Callable[..., Page]
) -> None:
    where = f"/tables/{table.table_id}/"
    page = ready(tab_of(table.house.caio, where))
    icon, dialog = page.locator('.room-icon[data-key="l"]'), page.locator("dialog.last-hand")
    page.keyboard.press("l")
    expect(dialog.get_by_role("heading", name="Última mão: 2")).to_be_visible()
    expect(dialog.get_by_role("heading", name="Reclamar desta mão")).to_be_visible()
    deck = deck_of_hand(DealtHand.objects.get(number=2))
    for card in deck.cards(places_of_seat(CAIO, count=2)):
        expect(dialog).to_contain_text(card_words(card.text)["said"])
    page.keyboard.press("l")
    expect(dialog).to_have_count(0)
    expect(icon).to_be_focused()
    # a tap opens it, too; it closes by its button, and by Escape
    phone = ready(tab_of(table.house.caio, where, width=390, height=844))
    over = phone.locator("dialog.last-hand")
    for closes in (
        lambda: over.get_by_role("button", name="Voltar à mesa").click(),
        lambda: phone.keyboard.press("Escape"),
    ):
        phone.get_by_role("link", name="Última mão").click()
        expect(over.get_by_role("heading", name="Última mão: 2")).to_be_visible()
        assert phone.url.endswith(where)
        closes()
        expect(over).to_have_count(0)
    # who looks at it when the turn comes sees the table
    icon.click()
    expect(dialog.get_by_role("heading", name="Última mão: 2")).to_be_visible()
    button_goes_to_caio(table)
    table.deal()
    assert table.to_act == CAIO
    expect(page.locator("body[data-turn] .act.call")).to_be_visible()
    expect(dialog).to_have_count(0)
    assert not HandAct.objects.filter(hand__number=3).exists()


# a page and its sheets, as what lies over the table comes; and what is drawn then
ALL_OF_IT = """async (where) => {
  const page = new DOMParser().parseFromString(await (await fetch(where)).text(), "text/html");
  await Promise.all([...page.querySelectorAll("link[rel=stylesheet]")].map((sheet) => fetch(sheet.getAttribute("href"))));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


@pytest.mark.rule("PT-H.65")
@pytest.mark.parametrize("late", ["/last.js", "/last-hand/", "/drafts.js"])
def test_a_sheet_that_comes_after_the_own_turn_has_come_is_not_laid_over_it(
    table: AtTable, tab_of: Callable[..., Page], late: str
) -> None:
    """Asked for before the decision, whatever of it is on its way then: its module, its page, what keeps a draft."""
    page = ready(tab_of(table.house.caio, f"/tables/{table.table_id}/", width=390, height=844))
    held: list[Route] = []
    page.route(lambda url: urlsplit(url).path.endswith(late), lambda one: held.append(one))
    icon, dialog = page.locator('.room-icon[data-key="l"]'), page.locator("dialog.last-hand")
    icon.click()
    until(page, lambda: len(held) == 1)
    button_goes_to_caio(table)
    table.deal()
    expect(page.locator("body[data-turn] .act.call")).to_be_visible()
    sheet = f"/tables/{table.table_id}/last-hand/"
    # whatever was late, its page comes last of all
    with page.expect_event("requestfinished", lambda one: urlsplit(one.url).path == sheet):
        held[0].continue_()
    page.unroute_all()
    # the same way once more: what was begun before it is at its end by then
    page.evaluate(ALL_OF_IT, sheet)
    expect(dialog).to_have_count(0)
    assert page.url.endswith(f"/tables/{table.table_id}/")
    # asked for in the own turn it is shown
    icon.click()
    expect(dialog.get_by_role("heading", name="Última mão: 2")).to_be_visible()


@pytest.mark.rule("PT-H.66")
def test_a_complaint_is_written_over_the_table_and_lost_to_no_hand(
    table: AtTable, tab_of: Callable[..., Page]
) -> None:
    where = f"/tables/{table.table_id}/"
    page = ready(tab_of(table.house.caio, where, width=360, height=640))
    icon, dialog = page.locator('.room-icon[data-key="l"]'), page.locator("dialog.last-hand")
    said = dialog.get_by_label("O que aconteceu")
    icon.click()  # the one tap
    dialog.get_by_label("De que jogador é a jogada").select_option(label="Rui")
    said.press_sequentially("Lento, L")  # the key that opened it is a letter here
    # the table wants its player: the sheet goes, and what was written stays
    button_goes_to_caio(table)
    table.deal()
    expect(page.locator("body[data-turn] .act.call")).to_be_visible()
    expect(dialog).to_have_count(0)
    fold_out(table)
    page.locator('body[data-stage="showing"], body[data-stage="waiting"]').wait_for()
    icon.click()
    expect(dialog.get_by_role("heading", name="Mão 2", exact=True)).to_be_visible()
    expect(said).to_have_value("Lento, L")
    expect(dialog.get_by_label("De que jogador é a jogada").locator("option:checked")).to_have_text("Rui")
    assert not Complaint.objects.exists()
    dialog.get_by_role("button", name="Enviar a reclamação").click()
    expect(page.get_by_text("Sua reclamação está com o clube")).to_be_visible()
    assert page.url.endswith(where)
    one = Complaint.objects.get()
    assert (one.text, one.hand.number, one.about_id) == ("Lento, L", 2, table.people[RUI].player_id)
    ready(page)
    icon.click()
    expect(dialog.get_by_role("heading", name="Última mão: 3")).to_be_visible()
    expect(said).to_have_value("")


@pytest.mark.rule("PT-H.66")
def test_a_complaint_being_written_outlasts_a_reload_until_the_house_has_it(
    table: AtTable, tab_of: Callable[..., Page], server: Server
) -> None:
    where = f"/tables/{table.table_id}/"
    page = ready(tab_of(table.house.caio, where, width=390, height=844))
    icon, dialog = page.locator('.room-icon[data-key="l"]'), page.locator("dialog.last-hand")
    said, about = dialog.get_by_label("O que aconteceu"), dialog.get_by_label("De que jogador é a jogada")
    send = dialog.get_by_role("button", name="Enviar a reclamação")

    def kept() -> int:
        return int(
            page.evaluate("Object.keys(sessionStorage).filter((key) => /^complaint/.test(key)).length")
        )

    def signed_in(session: str) -> None:
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
        page.reload()
        ready(page)

    def opened(heading: str, text: str) -> None:
        icon.click()
        expect(dialog.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        expect(said).to_have_value(text)

    opened("Última mão: 2", "")
    about.select_option(label="Rui")
    said.fill("Não agiu")
    page.reload()
    ready(page)
    opened("Mão 2", "Não agiu")
    expect(about.locator("option:checked")).to_have_text("Rui")
    # who else signs in in this tab reads nothing of it
    own = next(one["value"] for one in page.context.cookies() if one["name"] == "sessionid")
    other = Client()
    other.force_login(User.objects.get(pk=table.people[RUI].user_id))
    signed_in(other.cookies["sessionid"].value)
    opened("Última mão: 2", "")
    signed_in(own)
    # sent into a line that is lost it stays
    opened("Mão 2", "Não agiu")
    page.route("**/complain/", lambda route: route.abort("connectionreset"))
    send.click()
    page.wait_for_url("chrome-error://**")
    page.unroute_all()
    page.goto(server.url + where)
    ready(page)
    until(page, lambda: kept() == 1)  # the house was asked whether it has it
    opened("Mão 2", "Não agiu")
    assert not Complaint.objects.exists()
    send.click()
    expect(page.get_by_text("Sua reclamação está com o clube")).to_be_visible()
    ready(page)
    until(page, lambda: not kept())
    assert Complaint.objects.get().text == "Não agiu"
    icon.click()
    expect(dialog.get_by_role("heading", name="Última mão: 2")).to_be_visible()
    expect(send).to_have_count(0)


@pytest.mark.rule("PT-H.66", "PT-H.72")
def test_a_void_hand_is_complained_about_from_its_banner(table: AtTable, tab_of: Callable[..., Page]) -> None:
    page = ready(tab_of(table.house.caio, f"/tables/{table.table_id}/", width=360, height=640))
    link = page.locator('[data-part="void"]')
    dialog = page.locator("dialog.last-hand")
    said = dialog.get_by_label("O que aconteceu")
    # something is being written about the hand before
    page.locator('.room-icon[data-key="l"]').click()
    said.fill("Da outra mão")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    table.deal()
    page.locator('body[data-stage="playing"]').wait_for()
    expect(link).to_be_hidden()
    what = {"table_id": table.table_id, "number": 3, "reason": "Falhou a luz"}
    cast.say(void_hand, by=table.house.ana, at=table.now, **what)
    expect(page.locator('[data-part="banner"]')).to_contain_text("A mão 3 é nula: Falhou a luz")
    link.click()
    expect(dialog.get_by_role("heading", name="Última mão: 3")).to_be_visible()
    expect(said).to_have_value("")
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    # and is there still
    page.locator('.room-icon[data-key="l"]').click()
    expect(dialog.get_by_role("heading", name="Mão 2", exact=True)).to_be_visible()
    expect(said).to_have_value("Da outra mão")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    boxes = page.evaluate(
        """() => [".room-banner:not([hidden])[data-part=void]", ".act-bar"].map((what) => {
          const box = document.querySelector(what).getBoundingClientRect();
          return [box.height >= 44, box.left >= 0 && box.right <= innerWidth];
        })"""
    )
    assert boxes == [[True, True], [True, True]]
    table.deal()
    expect(link).to_be_hidden()
