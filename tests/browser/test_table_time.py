"""Time at an online table on two devices: the bank on a phone and on a wide screen, and what is decided before the turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Locator, Page, expect

from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.commands.use_time import use_time
from play.models import HandAct
from play.operations.seats import seated_at
from tests import cast
from tests.play.conftest import AtTable

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RUI, EVA, CAIO = 2, 4, 6
PHONE, WIDE = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
SMALL = {"width": 360, "height": 640}

# every notice that was seen, whenever one looks
NOTICES = """
globalThis.noticed = [];
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    if (node.className === "room-notice") noticed.push(node.textContent);
  }
}).observe(document, { childList: true, subtree: true });
"""

# none goes by itself
KEPT_NOTICES = """
const timeout = setTimeout;
globalThis.setTimeout = (does, ms, ...more) => (ms === 4000 ? 0 : timeout(does, ms, ...more));
"""


@pytest.fixture
def table(demo_table: AtTable) -> AtTable:
    """Rui acts by commands, Eva on a wide screen, Caio on a phone; Caio gets the button."""
    found, house = demo_table, demo_table.house
    row = found.row
    row.bank_seconds = 90
    row.save()
    found.sit(RUI, "Rui")
    found.sit(EVA, "Eva")
    cast.say(
        sit, by=house.caio, at=found.now, table_id=found.table_id, player_id=house.caio.player_id, seat=CAIO
    )
    found.people[CAIO] = house.caio
    row = found.row
    row.button_seat = EVA  # it moves to the next
    row.save()
    return found


@pytest.fixture
def page_of(tab_of: Callable[..., Page], table: AtTable) -> Callable[..., Page]:
    def opened(seat: int, viewport: dict[str, int]) -> Page:
        page = tab_of(table.people[seat], f"/tables/{table.table_id}/", **viewport)
        page.locator("body[data-ready]").wait_for()
        return page

    return opened


def kept(table: AtTable, seat: int):
    return next(one for one in seated_at(table.row) if one.seat == seat)


def press(button: Locator) -> None:
    """Press until it is heard: the bar is deaf for a moment after its buttons changed."""
    while not button.evaluate("b => { b.click(); return b.closest('.act-bar').hasAttribute('data-busy'); }"):
        pass


def key(page: Page, sign: str) -> None:
    """Press a key of the bar until it is heard."""
    pressed = """sign => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: sign, bubbles: true }));
      return document.querySelector(".act-bar").hasAttribute("data-busy");
    }"""
    while not page.evaluate(pressed, sign):
        pass


def test_the_offer_of_an_add_on_leaves_the_way_back_free(table, page_of):
    cast.say(
        sit_out,
        by=table.house.caio,
        at=table.now,
        table_id=table.table_id,
        player_id=table.house.caio.player_id,
    )
    phone = page_of(CAIO, SMALL)
    counts = [{"count": n, "chips": 1_500 * n, "price_cents": 400 * n} for n in (1, 2, 3)]
    sold = {"index": 1, "chips": 1_500, "price_cents": 400, "currency": "EUR", "after_level": 1}
    add_on = {"sold": sold, "shown": True, "enough": True, "counts": counts}
    offer = render_to_string("player/_add_on.html", {"add_on": add_on, "face": {"table_id": table.table_id}})
    phone.evaluate("html => document.querySelector('.own').insertAdjacentHTML('beforebegin', html)", offer)
    expect(phone.locator(".room-add-on")).to_have_css("position", "fixed")
    phone.get_by_role("button", name="+4.500").click(trial=True)
    phone.get_by_role("button", name="Voltei").click(trial=True)


def test_extra_time_is_asked_for_on_the_phone(table, page_of):
    phone = page_of(CAIO, PHONE)
    table.due()
    expect(phone.locator("body[data-turn] .act.call")).to_be_visible()
    ask = phone.get_by_role("button", name="Tempo extra +90 s")
    before = table.row
    ask.click()
    expect(ask).to_have_count(0)
    expect(phone.locator(".own-bank")).to_have_text("Tempo extra: 90\xa0s")
    assert table.row.due_at == before.due_at + timedelta(seconds=90)
    assert table.row.turn == before.turn


def test_the_bank_that_runs_is_seen_on_both_devices(table, page_of):
    table.due()
    row = table.row
    cast.say(
        use_time,
        by=table.house.caio,
        at=row.from_at,
        table_id=row.pk,
        player_id=table.house.caio.player_id,
        turn=row.turn,
    )
    # two minutes and a little went by, before anybody looked
    row = table.row
    row.from_at -= timedelta(seconds=125)
    row.due_at -= timedelta(seconds=125)
    row.save()
    phone, wide = page_of(CAIO, PHONE), page_of(EVA, WIDE)
    phone.add_init_script(NOTICES + KEPT_NOTICES)
    phone.reload()
    name = next(one.name for one in seated_at(row) if one.seat == CAIO)
    for page in (phone, wide):
        expect(page.locator('body[data-time="bank"]')).to_be_visible()
        expect(page.get_by_role("log")).to_contain_text(f"{name} usa tempo extra.")
    expect(phone.get_by_role("alert")).to_contain_text("Seu tempo extra está correndo")
    expect(phone.locator(".own-left")).to_contain_text("Tempo extra")
    # nothing lies over the head for it, and the menu can be opened
    assert phone.evaluate("noticed.filter((said) => said.includes('tempo extra'))") == []
    expect(phone.locator(".own-bank")).to_have_count(0)  # the ring counts it
    expect(wide.locator('.seat[data-state="act"] .plate-word')).to_have_text("Tempo extra")
    press(phone.locator(".act.call"))
    expect(wide.get_by_role("log")).to_contain_text("paga 100")
    assert 0 < kept(table, CAIO).bank_ms < 90_000
    # what was said of it goes with the decision, not when its seconds are over
    expect(phone.locator("body:not([data-turn])")).to_be_visible()
    expect(phone.locator(".room-notice")).to_have_count(0)
    expect(phone.get_by_role("alert")).to_have_text("")


def test_the_time_that_is_left_is_said_when_it_is_asked_for(table, page_of):
    wide, phone = page_of(EVA, WIDE), page_of(CAIO, PHONE)
    table.due()
    expect(wide.locator(".own-cards .card")).to_have_count(2)
    expect(phone.locator("body[data-turn]")).to_be_visible()

    def said(page: Page) -> Locator:
        return page.get_by_role("status").and_(page.locator('[data-part="time-said"]'))

    expect(said(wide)).to_have_text("")
    name = next(one.name for one in seated_at(table.row) if one.seat == CAIO)
    wide.keyboard.press("s")
    expect(said(wide)).to_have_text(re.compile(rf"^{name}: \d+ segundos?$"))
    # by role and name, for who has no such key
    asks = phone.get_by_role("button", name="Quanto tempo falta?")
    asks.focus()
    expect(asks).to_be_in_viewport()
    phone.keyboard.press("Enter")
    expect(said(phone)).to_have_text(re.compile(r"^Sua vez: \d+ segundos?$"))
    phone.get_by_role("button", name="Tempo extra +90 s").click()
    expect(phone.locator(".own-bank.button")).to_have_count(0)
    asks.focus()
    phone.keyboard.press("Enter")
    expect(said(phone)).to_have_text(re.compile(r"^Sua vez: \d+ segundos?. Tempo extra: 90 segundos$"))


def test_a_second_tap_is_not_sent_while_what_was_taken_is_not_yet_drawn(table, page_of):
    """The house has answered, and its word of the table comes a moment later."""
    phone = page_of(CAIO, PHONE)
    late: list[str | bytes] = []
    hold = False

    def between(page_side):
        house = page_side.connect_to_server()
        house.on_message(lambda said: late.append(said) if hold else page_side.send(said))
        through.append(page_side)

    through: list = []
    phone.route_web_socket("**/ws/", between)
    phone.reload()
    phone.locator("body[data-ready]").wait_for()
    table.due()
    call = phone.locator("body[data-turn] .act.call")
    call.wait_for()
    sent = []
    phone.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
    hold = True
    with phone.expect_response("**/act") as answer:
        press(call)
    assert answer.value.status == 200
    phone.wait_for_function("() => !document.querySelector('.act-bar [aria-disabled]')")
    expect(phone.locator(".act-bar")).to_have_attribute("data-busy", "")
    expect(call).to_have_css("opacity", "0.5")
    call.click()
    hold = False
    for said in late:
        through[-1].send(said)
    expect(phone.locator("body[data-turn]")).to_have_count(0)
    expect(phone.locator(".act-bar[data-busy]")).to_have_count(0)
    assert (len(sent), HandAct.objects.filter(seat=CAIO).count()) == (1, 1)
    expect(phone.locator(".room-notice")).to_have_count(0)


def test_what_is_decided_before_the_turn_on_two_devices(table, page_of):
    phone, wide = page_of(CAIO, PHONE), page_of(EVA, WIDE)
    table.due()
    # by keys, on the wide screen: the big blind may check
    expect(wide.get_by_role("button", name="Mesa ou desistir")).to_be_visible()
    key(wide, "c")
    expect(wide.locator('.act.ahead[aria-pressed="true"]')).to_contain_text("Mesa")
    assert kept(table, EVA).ahead == ["check", 1, "preflop", 0]
    expect(phone.locator("body[data-turn] .act.call")).to_be_visible()
    press(phone.locator(".act.call"))
    expect(phone.locator(".act-bar")).to_contain_text("Rui")
    table.act("call")
    table.due()
    one = HandAct.objects.get(seat=EVA)
    assert (one.act, one.manner) == ("check", "player")
    expect(wide.locator('[data-part="board"] .card[data-suit]')).to_have_count(3)

    # by the thumb: decided for nothing, void with the bet, decided for its price, taken back
    check = phone.locator('[data-hold="ahead-check"]')
    expect(check).to_have_attribute("aria-pressed", "false")
    press(check)
    expect(check).to_have_attribute("aria-pressed", "true")
    table.act("bet", 200)
    expect(phone.get_by_role("alert")).to_contain_text("O preço mudou")
    call = phone.locator('[data-hold="ahead-call"]')
    expect(call).to_contain_text("200")
    expect(call).to_have_attribute("aria-pressed", "false")
    press(call)
    expect(call).to_have_attribute("aria-pressed", "true")
    press(call)
    expect(call).to_have_attribute("aria-pressed", "false")
    assert kept(table, CAIO).ahead == []
    # and taken back when the turn has come
    press(call)
    expect(call).to_have_attribute("aria-pressed", "true")
    table.act("fold")
    expect(phone.locator(".act-bar")).to_contain_text("Toque para desfazer")
    press(call)
    expect(phone.locator("body[data-turn] .act.raise")).to_be_visible()
    assert not HandAct.objects.filter(seat=CAIO, street="flop").exists()


def test_whose_line_goes_is_shown_to_all_as_reconnecting(table, page_of):
    phone, wide = page_of(CAIO, PHONE), page_of(EVA, WIDE)
    table.due()
    expect(phone.locator("body[data-turn]")).to_be_visible()
    before = table.row
    mobile = phone.context
    phone.close()
    word = wide.locator('.seat[data-state="act"] .plate-word')
    expect(word).to_have_text("Sem sinal")
    expect(wide.get_by_role("log")).to_contain_text("perdeu a conexão")
    assert table.row.due_at == before.due_at + timedelta(seconds=20)
    phone = mobile.new_page()
    phone.goto(f"{wide.url}")
    expect(wide.get_by_role("log")).to_contain_text("voltou à conexão")
    expect(word).to_have_count(0)
    expect(phone.locator("body[data-turn] .act.call")).to_be_visible()
    press(phone.locator(".act.call"))
    expect(wide.get_by_role("log")).to_contain_text("paga 100")


def test_a_line_that_is_lost_is_said_over_a_decision_that_stays_in_view(table, page_of):
    phone = page_of(CAIO, SMALL)
    table.due()
    fold, call = phone.locator("body[data-turn] .act.fold"), phone.locator("body[data-turn] .act.call")
    expect(call).to_be_in_viewport(ratio=1)
    expect(phone.locator(".own-time")).to_have_text(re.compile(r"^\d+$"))
    expect(phone.locator(".room-line")).to_be_hidden()
    phone.context.set_offline(True)
    # the device says so: nobody waits until a question to the house stays without an answer
    expect(phone.locator(".room-line")).to_have_text(
        "A conexão caiu. Seu assento fica guardado; a mesa continua."
    )
    expect(fold).to_be_in_viewport(ratio=1)
    expect(call).to_be_in_viewport(ratio=1)
    # a band with its sign, not in the place of the name and the blinds
    expect(phone.locator(".room-line .icon")).to_be_visible()
    expect(phone.locator(".room-head h1")).to_have_css("opacity", "1")
    expect(phone.locator(".room-head [data-part=blinds]")).to_be_in_viewport(ratio=1)
    # what cannot be done now is pale, and the time is counted on as last known
    expect(call).to_have_attribute("aria-disabled", "true")
    expect(fold).to_have_css("opacity", "0.5")
    expect(phone.locator(".own-time")).to_have_text(re.compile(r"^≈\d+$"))
    phone.context.set_offline(False)
    expect(phone.locator(".room-line")).to_be_hidden()
    expect(phone.locator(".own-time")).to_have_text(re.compile(r"^\d+$"))
    expect(call).not_to_have_attribute("aria-disabled", "true")
    press(call)
    expect(phone.locator("body[data-turn]")).to_have_count(0)


def test_a_table_that_is_opened_without_a_line_counts_what_the_page_was_written_with(table, page_of):
    phone = page_of(CAIO, PHONE)
    table.due()
    phone.locator("body[data-turn] .act.call").wait_for()
    phone.route_web_socket("**/ws/", lambda line: line.close())
    phone.reload()
    expect(phone.locator(".own-time")).to_have_text(re.compile(r"^≈(1[01]\d|\d\d)$"))
    expect(phone.locator(".act-bar[data-off] .act.call[aria-disabled]")).to_be_visible()


def test_what_is_said_at_the_seat_goes_with_the_next_hand(table, page_of):
    phone = page_of(CAIO, SMALL)
    token = phone.locator("[name=csrfmiddlewaretoken]").first.input_value()
    form = {"csrfmiddlewaretoken": token, "command_id": str(cast.new_id())}
    assert phone.context.request.post(f"{phone.url}sit-out/", form=form, max_redirects=0).status == 302
    phone.reload()
    phone.locator("body[data-ready]").wait_for()
    said = phone.locator("main > .notice")
    expect(said).to_contain_text("Você ficou de fora")
    table.due()
    expect(phone.get_by_role("log")).to_contain_text("A mão 1 é distribuída")
    expect(said).to_have_count(0)
