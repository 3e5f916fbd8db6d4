"""What a player chooses for the tables of a browser: amounts in big blinds, own sizes; the house gets the exact amount."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from play.commands.sit import sit
from play.models import HandAct
from tests import cast
from tests.browser.conftest import press, until
from tests.play.conftest import AtTable
from tests.play.test_history import fold_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# preferences, in big blinds, save, 2.66 BB, what is raised to, too little
WORDS = {
    "pt-br": (
        "Preferências",
        "Em big blinds",
        "Salvar",
        "2,66",
        "Aumentar para",
        "O mínimo que você pode pôr é 2 BB.",
    ),
    "pt": ("Preferências", "Em big blinds", "Guardar", "2,66", "Subir para", "O mínimo que pode pôr é 2 BB."),
    "en": ("Preferences", "In big blinds", "Save", "2.66", "Raise to", "The least you may put in is 2 BB."),
}


def in_language(page: Page, language: str) -> None:
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    page.locator("body[data-ready][data-mine]").wait_for()


def preferences(page: Page, name: str):
    page.locator(".room-menu summary").click()
    page.locator(".room-menu").get_by_role("link", name=name).click()
    page.locator("dialog form[data-begun]").wait_for()
    return page.get_by_role("dialog")


@pytest.fixture
def table(demo_table: AtTable) -> AtTable:
    """Caio is to act against Rui."""
    caio = demo_table.house.caio
    demo_table.sit(2, "Rui")
    cast.say(sit, by=caio, at=demo_table.now, table_id=demo_table.table_id, player_id=caio.player_id, seat=6)
    demo_table.people[6] = caio
    demo_table.due()
    if demo_table.to_act == 2:  # the button is drawn
        demo_table.act("call")
    return demo_table


# in how many lines the fields of each kind of size stand
LINES = """() => [...document.querySelectorAll(".own-sizes")].map((one) => new Set(
  [...one.querySelectorAll(":scope > div")].map((each) => Math.round(each.getBoundingClientRect().top))).size)"""


def test_the_three_own_sizes_stand_in_one_line_or_in_three(tab_of, table):
    page = tab_of(table.house.caio, f"/tables/{table.table_id}/")
    for width, height, lines in ((1440, 900, 1), (1180, 820, 1), (390, 844, 3), (360, 640, 3)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.locator("body[data-ready][data-mine]").wait_for()
        preferences(page, "Preferências")
        assert page.evaluate(LINES) == [lines, lines], width
        assert page.evaluate(
            "[...document.querySelectorAll('.own-sizes select')].every((one) => one.clientWidth > 56)"
        ), width


@pytest.mark.parametrize("language", WORDS)
def test_in_big_blinds_all_is_in_them_and_what_is_typed_is_bet_to_the_chip(tab_of, table, language):
    name, unit, keep, typed, raises, least = WORDS[language]
    page = tab_of(table.house.caio, f"/tables/{table.table_id}/", width=390, height=844)
    in_language(page, language)
    pot, own = page.locator(".pot"), page.locator(".own-right")
    was = pot.locator("b").text_content()
    dialog = preferences(page, name)
    dialog.get_by_label(unit).check()
    first = dialog.locator('[name="before"]').first
    first.fill("0")
    dialog.get_by_role("button", name=keep).click()
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-invalid", "true")
    first.fill("4")
    dialog.get_by_role("button", name=keep).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # the big figure is in big blinds, the small one in chips; the level stays as it is called
    expect(pot.locator("b")).to_contain_text("BB")
    expect(pot.locator(".soft")).to_have_text(was)
    expect(own.locator("b")).to_contain_text("BB")
    expect(page.locator(".plate-stack").first).to_contain_text("BB")
    expect(page.locator(".bet").first).to_contain_text("BB")
    expect(page.locator('[data-part="blinds"]')).to_have_text("50 / 100")
    expect(page.locator(".act.raise")).to_contain_text("2 BB")
    # as it is when the page comes anew, and on the browser's other page of the table
    page.reload()
    page.locator("body[data-ready][data-mine]").wait_for()
    expect(pot.locator("b")).to_contain_text("BB")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".pot b")).to_contain_text("BB")
    page.bring_to_front()
    press(page, "r", of=".act.raise")
    page.locator("[data-confirm]:not([aria-disabled])").wait_for()
    field, bet, bar = page.locator(".amount"), page.locator("[data-confirm]"), page.locator(".act-bar")
    # the own size in the place of those of the house
    expect(bar.locator(".size:not(.step)")).to_have_count(3)
    bar.locator(".size:not(.step)").nth(1).click()
    expect(bet).to_contain_text(raises)
    expect(bet.locator("b")).to_have_text("4 BB")
    expect(bet.locator("small")).to_contain_text("400 ·")
    field.fill("1")
    expect(bar).to_contain_text(least)
    expect(bet).to_be_disabled()
    field.fill("x")
    expect(bet).to_be_disabled()
    field.fill(typed)
    expect(bet.locator("b")).to_have_text(f"{typed} BB")
    expect(bet.locator("small")).to_contain_text("266 ·")
    field.evaluate("field => field.dispatchEvent(new Event('change'))")
    expect(field).to_have_value(f"{typed} BB")
    bet.click()
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.get(seat=6)
    assert (one.act, one.to_chips) == ("raise", 266)
    expect(page.locator('[data-part="log"]')).to_contain_text(f"{typed} BB")
    # back in chips: here and there
    page.keyboard.press("Escape")
    dialog = preferences(page, name)
    expect(dialog.get_by_label(unit)).to_be_checked()
    expect(dialog.locator('[name="before"]').first).to_have_value("4")
    dialog.get_by_role("radio").first.check()
    dialog.get_by_role("button", name=keep).click()
    for there in (page, other):
        expect(there.locator(".bet.hot")).to_have_text("266")


def test_the_letters_of_the_suits_go_and_come_at_all_tables(tab_of, table):
    page = tab_of(table.house.caio, f"/tables/{table.table_id}/", width=390, height=844)
    page.locator("body[data-ready][data-mine]").wait_for()
    letter = page.locator(".own-cards .card-foot em").first
    expect(letter).to_be_visible()
    dialog = preferences(page, "Preferências")
    dialog.get_by_label("A letra do naipe em cada carta").uncheck()
    dialog.get_by_role("button", name="Salvar").click()
    expect(letter).to_be_hidden()
    page.reload()
    page.locator("body[data-ready][data-mine]").wait_for()
    expect(letter).to_be_hidden()
    dialog = preferences(page, "Preferências")
    dialog.get_by_label("A letra do naipe em cada carta").check()
    dialog.get_by_role("button", name="Salvar").click()
    expect(letter).to_be_visible()


def test_nobody_answers_the_form_before_it_was_filled(tab_of, table):
    page = tab_of(table.house.caio, "/")
    held = []
    page.route("**/js/table/preferences*.js", lambda route: held.append(route))
    page.goto(page.url.rstrip("/") + f"/tables/{table.table_id}/preferences/", wait_until="commit")
    form = page.locator("form[data-preferences]")
    form.wait_for(state="attached")
    until(page, lambda: bool(held))
    expect(form).to_be_hidden()
    for route in held:
        route.continue_()
    expect(form).to_be_visible()
    expect(page.get_by_label("A letra do naipe em cada carta")).to_be_checked()


IN_BIG = """() => [...document.querySelectorAll("[data-big] data")].map((one) => [Number(one.value), one.textContent])"""


def all_in_big(page: Page, *, point: str) -> None:
    """Every amount of a hand on the page is written in big blinds of 100, to the figure."""
    found = page.evaluate(IN_BIG)
    assert found
    for count, text in found:
        assert text.endswith(" BB"), text
        said = text.removesuffix(" BB").replace("−", "-").replace("," if point == "." else ".", "")
        assert abs(float(said.replace(point, ".")) * 100 - count) < 1 + abs(count) / 100, (count, text)


@pytest.mark.parametrize(("language", "point"), [("pt-br", ","), ("en", ".")])
def test_hands_that_are_over_are_in_big_blinds_where_that_was_chosen(tab_of, server, table, language, point):
    fold_out(table)
    page = tab_of(table.house.caio, f"/tables/{table.table_id}/", width=360, height=640)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": server.url}])
    hand = f"{server.url}/me/hands/{table.table_id}/1/"
    page.goto(hand)
    page.locator("body[data-ready]").wait_for()
    lines, own = page.locator(".hand-steps"), page.locator(".own-right b")
    expect(lines).not_to_contain_text("BB")
    in_chips = own.text_content()
    page.evaluate("""localStorage.setItem("table-preferences", '{"blinds": true}')""")
    page.reload()
    page.locator("body[data-ready]").wait_for()
    expect(lines).to_contain_text("BB")
    expect(page.locator('[data-part="said"]')).to_contain_text("BB")
    expect(own).to_contain_text("BB")
    expect(page.locator(".own-right span.figures")).to_have_text(in_chips)
    all_in_big(page, point=point)
    # the level stays as it is called
    expect(page.locator("main > p .figures")).to_contain_text("50 / 100")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for path, where in ((f"/tables/{table.table_id}/last-hand/", ".hand-players"), ("/me/hands/", ".hands")):
        page.goto(server.url + path)
        expect(page.locator(where)).to_contain_text("BB")
        all_in_big(page, point=point)
    # over the table, too
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-ready][data-mine]").wait_for()
    page.locator("a[data-key=l]").click()
    expect(page.locator("dialog.last-hand .hand-players")).to_contain_text("BB")
    all_in_big(page, point=point)
