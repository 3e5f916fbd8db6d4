"""The menu of a played table: what costs a hand is asked about, and the menu never stands in the way of one."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from play.commands.sit import sit
from play.models import PlayTable
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
            "Nesta mão você pede mesa onde é grátis; senão, suas cartas são descartadas. Ficar de fora mesmo assim?"
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


def test_a_question_that_comes_after_the_own_turn_has_come_is_not_laid_over_it(tab_of, table):
    page = tab_of(table.people[CAIO], f"/tables/{table.table_id}/", width=390, height=844)
    page.locator("body[data-ready][data-mine]").wait_for()
    row = table.row
    row.button_seat = RUI  # the button goes to Caio: of two the other acts first
    row.save()
    table.due()
    assert table.to_act == RUI
    expect(page.locator("body[data-stage=playing]:not([data-turn])")).to_be_attached()
    held: list[Route] = []
    page.route(lambda url: urlsplit(url).path.endswith("/sure.js"), lambda one: held.append(one))
    sits_out = page.get_by_role("button", name="Ficar de fora", exact=True)
    page.locator(".room-menu summary").click()
    sits_out.click()
    until(page, lambda: len(held) == 1)
    table.act("call")
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    held[0].continue_()
    # who asked for the module first has it first
    page.evaluate(
        "async (where) => { await import(where); await new Promise((done) => requestAnimationFrame(done)); }",
        held[0].request.url,
    )
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert not any(one.away for one in seated_at(table.row) if one.seat == CAIO)
    # asked in the own turn it is shown
    page.unroute_all()
    page.locator(".room-menu summary").click()
    sits_out.click()
    expect(page.get_by_role("dialog")).to_contain_text("Ficar de fora mesmo assim?")


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


# what the tick of a rest is as large as, what it lies on of what is read or pressed, and whether all of it is on the screen
REST = """() => {
  const rest = document.querySelector(".room-rest").getBoundingClientRect();
  const lies = (what) => [...document.querySelectorAll(what)].filter((one) => {
    const [box] = [one.getBoundingClientRect()];
    return box.width && box.left < rest.right && rest.left < box.right && box.top < rest.bottom && rest.top < box.bottom;
  }).length;
  const word = document.querySelector(".room-rest b").getBoundingClientRect();
  const card = document.querySelector(".own-cards .card").getBoundingClientRect();
  return {
    large: rest.width >= 44 && rest.height >= 44,
    there: rest.left >= 0 && rest.bottom <= innerHeight,
    covers: [".own-left > *", ".own-right > *", ".act-bar", ".ring", ".seat:not(.mine) .plate"].filter(lies),
    beside: word.right <= card.left || word.top >= card.bottom,
  };
}"""


@pytest.mark.rule("PT-H.68", "PT-O.68")
@pytest.mark.parametrize("game", ["nlhe", "plo"])
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (360, 844)])
def test_a_rest_is_one_tap_on_a_phone_and_taken_back_by_another(tab_of, table, game, size):
    PlayTable.objects.filter(pk=table.table_id).update(game=game)
    width, height = size
    page = tab_of(table.people[CAIO], f"/tables/{table.table_id}/", width=width, height=height, touch=True)
    page.locator("body[data-ready][data-mine]").wait_for()
    table.due()
    if table.to_act == CAIO:  # the button is drawn
        expect(page.locator("body[data-turn] .act.call")).to_be_visible()
        expect(page.locator(".room-rest")).to_be_hidden()  # the own time is there
        table.act("call")
    expect(page.locator("body:not([data-turn]) .own-cards .card")).to_have_count(2 if game == "nlhe" else 4)
    rest = page.get_by_role("checkbox", name="Ficar de fora a partir da próxima mão")
    expect(rest).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(REST) == {"large": True, "there": True, "covers": [], "beside": True}

    def rests() -> bool:
        return next(one for one in seated_at(table.row) if one.seat == CAIO).rests_next

    assert not rests()
    rest.tap()
    expect(rest).to_be_checked()
    assert rests() and not page.locator("dialog").count()  # nothing is asked: the second tap takes it back
    expect(page.locator(".own-right")).to_contain_text("de fora na próxima mão")
    rest.tap()
    expect(rest).not_to_be_checked()
    assert not rests()


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


def test_what_comes_with_the_first_touch_moves_nothing_under_the_finger(tab_of, table):
    """The button of the sounds came above the others while one of them was being pressed: the press went nowhere."""
    page = tab_of(table.people[CAIO], f"/tables/{table.table_id}/", width=390, height=844)
    held: list[Route] = []
    page.route("**/sounds*.js", lambda route: held.append(route))  # noqa: PLW0108 -- a builtin has no name that Playwright could keep
    page.reload()
    page.locator("body[data-ready][data-mine]").wait_for()
    page.locator(".room-menu summary").click()
    until(page, lambda: len(held) == 1)
    page.locator(".room-menu").get_by_role("link", name="Preferências").hover()
    page.mouse.down()
    held[0].continue_()
    expect(page.locator('[data-part="sounds"]')).to_have_text("Desligar os sons desta mesa")
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_menu_can_be_read_in_the_own_turn(tab_of, table, axe):
    """The time at its head was in the soft ink of the line above it, on a ground of the ink: 2 to 1."""
    page = tab_of(table.people[CAIO], f"/tables/{table.table_id}/", width=390, height=844)
    page.locator("body[data-ready][data-mine]").wait_for()
    table.due()
    if table.to_act == RUI:  # the button is drawn
        table.act("call")
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    page.locator(".room-menu summary").click()
    expect(page.locator(".room-time")).to_contain_text("Sua vez")
    assert axe(page) == []
