"""A cash table in a browser: money is brought, bet, added when the hand is over, and taken home."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import TimeoutError as BrowserTimeout
from playwright.sync_api import expect

from ledger.commands.deposit import deposit
from people.models import User
from play.commands.close_table import close_table
from play.commands.hold_table import hold_table
from play.commands.join_waiting_list import join_waiting_list
from play.commands.leave_waiting_list import leave_waiting_list
from play.models import HandAct, PlayTable, Sitting
from tests import cast
from tests.browser.conftest import LATEST, until
from tests.play import cash

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def table(server, monkeypatch) -> cash.CashTable:
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    found = cash.open_cash(
        cash.house(currency="EUR"), decision_seconds=120, onlookers_delay_seconds=2, at=now
    )
    found.now = now
    found.sit(2, "Rui", cents=5_000)
    return found


def opened(chromium, server, person):
    """The table's page on the phone of somebody who is signed in."""
    client = Client()
    client.force_login(User.objects.get(pk=person.user_id))
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="pt-PT")
    context.add_cookies(
        [
            {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url},
            {"name": "django_language", "value": "pt", "url": server.url},
        ]
    )
    return context


@pytest.mark.rule("PT-H.6")
def test_who_waits_for_a_full_table_is_asked_and_takes_the_seat(chromium, server, table):
    for seat, name in ((1, "Ana"), (3, "Beto"), (4, "Davi"), (5, "Elsa"), (6, "Gil")):
        table.sit(seat, name, cents=5_000)
    caio = cash.known(table.house, "Caio", cents=20_000)
    context = opened(chromium, server, caio)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-ready]").wait_for()
    page.get_by_role("button", name="Entrar na lista de espera").click()
    expect(page.locator(".act-bar")).to_contain_text("É o número 1 de 1 na lista de espera.")
    page.locator("body[data-ready]").wait_for()
    # the house's clock is the real one here: the seat is kept from now on
    table.now = datetime.now(UTC)
    table.leave(4)
    expect(page.locator(".act-bar")).to_contain_text("Há um lugar livre para si.")
    expect(page.locator('.bar-sit select[name="seat"]')).to_have_value("4")
    page.locator("body[data-ready]").wait_for()
    page.locator('.bar-sit input[name="amount"]').fill("40,00")
    page.locator(".bar-sit button").click()
    expect(page.locator(".own-right b")).to_have_text("40,00\u00a0€")
    assert Sitting.objects.get(player_id=caio.player_id).seat == 4
    table.check()
    assert complaints == []
    context.close()


def test_the_page_follows_a_deposit_and_what_is_typed_stays(chromium, server, table):
    """The figures of the balance were those of when the page was opened."""

    def paid_in(person, cents):
        cast.say(
            deposit,
            by=table.house.desi,
            at=datetime.now(UTC),
            venue_id=table.house.venue_id,
            player_id=person.player_id,
            unit="EUR",
            amount_cents=cents,
            method="cash",
            reference="",
        )

    def opens(person):
        page = opened(chromium, server, person).new_page()
        page.goto(f"{server.url}/tables/{table.table_id}/")
        page.locator("body[data-ready]").wait_for()
        return page

    caio, eva = (
        cash.known(table.house, name, cents=cents) for name, cents in (("Caio", 3_000), ("Eva", 500))
    )
    phone, poor = opens(caio), opens(eva)
    expect(phone.locator("#bring")).to_contain_text("30,00\u00a0€")
    phone.locator('.bar-sit input[name="amount"]').fill("25,00")
    paid_in(caio, 4_000)
    expect(phone.locator("#bring")).to_contain_text("70,00\u00a0€")
    expect(phone.locator('.bar-sit input[name="amount"]')).to_have_value("25,00")
    # a page that is opened later, and the next one who sits there
    expect(opens(caio).locator("#bring")).to_contain_text("70,00\u00a0€")
    expect(poor.locator("#poor")).to_contain_text("5,00\u00a0€")
    expect(poor.locator(".bar-sit")).to_have_count(0)
    paid_in(eva, 5_000)
    expect(poor.locator("#bring")).to_contain_text("55,00\u00a0€")
    # over the table, too
    seated = opens(table.people[2])
    seated.locator("body[data-mine]").wait_for()
    seated.locator(".room-menu > summary").click()
    seated.locator('[data-part="top-up"]').click()
    seated.locator("dialog #tu-a").fill("12,00")
    expect(seated.locator("dialog #tu-b")).to_contain_text("150,00\u00a0€")
    paid_in(table.people[2], 1_000)
    expect(seated.locator("dialog #tu-b")).to_contain_text("160,00\u00a0€")
    expect(seated.locator("dialog #tu-a")).to_have_value("12,00")
    for page in (phone, poor, seated):
        page.context.close()


def stands_still(page):
    """Nothing has the page written anew: one that reloads never grows as old as this."""
    page.locator("body[data-ready]").wait_for()
    until, age = time.monotonic() + LATEST / 1000, 0.0
    while age < 3000:
        assert time.monotonic() < until, "the page is written anew again and again"
        page.wait_for_timeout(100)
        with suppress(BrowserError):  # just now
            age = page.evaluate("performance.now()")


@pytest.mark.rule("PT-H.10")
def test_who_has_left_looks_on_and_sees_nothing_of_who_comes_to_the_seat(chromium, server, table):
    """The socket may keep for a while what it last knew of a seat."""
    caio = table.sit(6, "Caio", cents=4_000, has=20_000)
    context = opened(chromium, server, caio)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-mine][data-ready]").wait_for()
    table.now = datetime.now(UTC)
    table.leave(6)  # on another device
    expect(page.locator("body[data-mine]")).to_have_count(0)
    stands_still(page)
    table.sit(6, "Gil", cents=5_000)
    expect(page.locator('li[data-seat="6"]')).to_contain_text("Gil")
    expect(page.locator("body[data-mine]")).to_have_count(0)
    page.reload()
    stands_still(page)
    expect(page.locator("body[data-mine]")).to_have_count(0)
    cast.say(close_table, by=table.house.olga, at=datetime.now(UTC), table_id=table.table_id)
    expect(page.locator(".act-bar")).to_contain_text("Esta mesa está fechada")
    stands_still(page)
    assert complaints == []
    context.close()


@pytest.mark.rule("PT-H.10", "PT-H.11")
def test_who_has_left_sees_the_own_seat_free_though_the_table_is_told_late(chromium, server, table):
    PlayTable.objects.filter(pk=table.table_id).update(onlookers_delay_seconds=300)
    caio = table.sit(6, "Caio", cents=4_000, has=20_000)
    context = opened(chromium, server, caio)
    page = context.new_page()
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-mine][data-ready]").wait_for()
    table.now = datetime.now(UTC)
    table.leave(6)  # on another device
    page.locator("body:not([data-mine])[data-ready]").wait_for()
    expect(page.locator('li.free[data-seat="6"]')).to_have_count(1)
    # the late topic has the seat taken, and comes with what is free now
    table.sit(3, "Lia", cents=4_000)
    expect(page.locator('select[name="seat"] option')).to_have_text(["1", "4", "5", "6"])
    expect(page.locator('li.free[data-seat="6"]')).to_have_count(1)
    expect(page.locator('li[data-seat="2"]')).to_contain_text("Rui")
    context.close()


@pytest.mark.rule("PT-H.6", "PT-H.11")
def test_the_felt_offers_the_seats_that_the_list_does(chromium, server, table):
    """Who looks on sees the table late, and sits down at what is free now."""
    PlayTable.objects.filter(pk=table.table_id).update(onlookers_delay_seconds=300)
    context = opened(chromium, server, cash.known(table.house, "Caio", cents=20_000))
    page = context.new_page()
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-ready]").wait_for()
    expect(page.locator('li.free[data-seat="3"] button')).to_be_visible()
    table.now = datetime.now(UTC)
    table.sit(3, "Lia", cents=4_000)
    expect(page.locator('select[name="seat"] option')).to_have_text(["1", "4", "5", "6"])
    expect(page.locator('li.free[data-seat="3"] button')).to_have_count(0)
    expect(page.locator('li.free[data-seat="4"] button')).to_be_visible()
    context.close()


@pytest.mark.rule("PT-H.10", "PT-H.67")
def test_who_leaves_on_the_own_turn_between_two_comes_to_the_session(chromium, server, table):
    """The end of the hand may be told together with the wish to go: the page hears only that its seat is free."""
    caio = table.sit(6, "Caio", cents=4_000, has=20_000)
    context = opened(chromium, server, caio)
    context.route_web_socket("**/*", unless_it_says('"leaves":true'))
    page = context.new_page()
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-mine][data-ready]").wait_for()
    table.now = datetime.now(UTC)
    table.deal()
    if table.to_act != 6:
        table.act("call")
    expect(page.locator("body[data-turn]")).to_have_count(1)
    page.locator(".room-menu summary").click()
    with page.expect_response("**/leave"):
        page.locator('form[data-ask="leave"] button').click()
    while table.row.hand_number == 1 and any(one["seat"] == 6 for one in table.row.seats):
        table.due()
    page.wait_for_url("**/session/")
    expect(page.locator("dl.itemised")).to_contain_text("De volta à sua conta")
    table.check()
    context.close()


def unless_it_says(text):
    """A socket on which the page never hears a message that has this in it."""

    def handle(socket):
        house = socket.connect_to_server()
        house.on_message(
            lambda message: None if text in str(message).replace(" ", "") else socket.send(message)
        )

    return handle


@pytest.mark.rule("PT-H.6")
def test_who_does_not_wait_reads_how_many_do_and_the_page_stands_still(chromium, server, table):
    for seat, name in ((1, "Ana"), (3, "Beto"), (4, "Davi"), (5, "Elsa"), (6, "Gil")):
        table.sit(seat, name, cents=5_000)
    caio = cash.known(table.house, "Caio", cents=20_000)
    context = opened(chromium, server, caio)
    page = context.new_page()
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-ready]").wait_for()
    table.now = datetime.now(UTC)
    table.say(join_waiting_list, cash.known(table.house, "Lia", cents=5_000))
    expect(page.locator(".act-bar")).to_contain_text("1 jogador")
    stands_still(page)
    table.say(join_waiting_list, caio)  # on another device
    expect(page.locator(".act-bar")).to_contain_text("É o número 2 de 2 na lista de espera.")
    stands_still(page)
    table.say(leave_waiting_list, caio)
    expect(page.get_by_role("button", name="Entrar na lista de espera")).to_be_visible()
    stands_still(page)
    context.close()


def test_money_is_brought_bet_added_and_taken_home(chromium, server, table):
    caio = cash.known(table.house, "Caio", cents=20_000)
    context = opened(chromium, server, caio)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-ready]").wait_for()
    # a free seat is chosen by a tap; how much one brings is said below
    page.locator('li[data-seat="6"] button').click()
    expect(page.locator('.bar-sit select[name="seat"]')).to_have_value("6")
    page.locator('.bar-sit input[name="amount"]').fill("40,00")
    page.locator(".bar-sit button").click()
    expect(page.locator(".own-right b")).to_have_text("40,00\u00a0€")
    assert (Sitting.objects.get(player_id=caio.player_id).brought_chips, table.escrow()) == (4_000, 9_000)
    table.people[6] = caio
    page.locator("body[data-ready]").wait_for()

    table.due()
    # between two the button posts the big blind, which players elsewhere do not expect
    expect(page.locator('[data-part="log"]')).to_contain_text("Dois jogadores: o botão paga o big blind")
    if table.to_act == 2:  # the button is drawn
        table.act("call")
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    while page.locator('.act-bar[data-state="sheet"]').count() == 0:
        page.keyboard.press("r")
    page.locator("[data-confirm]:not([aria-disabled])").wait_for()
    # three decimals, in this language: neither 3 nor 3375
    page.locator(".amount").fill("3,375")
    expect(page.locator(".act-bar")).to_contain_text("3,375 não pode ser lido como valor")
    expect(page.locator("[data-confirm]")).to_be_disabled()
    page.locator(".amount").press("Enter")
    page.locator(".amount").fill("3,50")
    expect(page.locator("[data-confirm]")).to_contain_text("3,50\u00a0€")
    assert HandAct.objects.filter(seat=6).count() == 0
    page.locator(".amount").press("Enter")
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.get(seat=6)
    assert (one.act, one.to_chips) == ("raise", 350)

    # chips are added between two hands: in the hand the wish is kept in the seat, and shown there
    page.locator(".room-menu summary").click()
    page.locator('[data-part="top-up"]').click()
    expect(page.locator("dialog form[data-adds] input[name=amount]")).to_have_value("63,50")
    page.locator("dialog form[data-adds] input[name=amount]").fill("10")
    page.locator("dialog form[data-adds] button").click()
    expect(page.locator(".own-right")).to_contain_text("+ 10,00\u00a0€ a seguir")
    assert table.escrow() == 9_000
    table.act("fold")
    # the page is told the newest only: it is to see the end of the hand before the chips come
    expect(page.locator('body[data-stage="showing"]')).to_be_visible()
    table.until("close")
    table.due()
    expect(page.locator(".room-notice")).to_contain_text("10,00\u00a0€ acrescentados ao seu stack")
    expect(page.locator(".own-right b")).to_have_text("51,00\u00a0€")
    assert (table.escrow(), table.stack(6)) == (10_000, 5_100)

    # the seats that are free follow the table while the page is open
    table.sit(3, "Lia", cents=4_000)
    seats = page.locator('.room-seat select[name="seat"] option')
    expect(seats).to_have_text(["1", "4", "5"])
    # in mid-hand one leaves when it is over, and may stay until then
    table.deal()
    says = page.locator(".act-bar .bar-say", has_text="Sai quando esta mão terminar.")
    page.locator(".room-menu summary").click()
    page.locator('form[data-ask="leave"] button').click()
    expect(says).to_be_visible()
    while table.row.seats[-1]["leaves"]:  # the bar is deaf for a moment
        with suppress(BrowserTimeout):
            page.get_by_role("button", name="Ficar na mesa").click(timeout=500)
    expect(says).to_have_count(0)
    page.locator(".room-menu summary").click()
    page.locator('form[data-ask="leave"] button').click()
    expect(says).to_be_visible()
    while table.row.stage == "playing":
        table.due() if table.to_act == 6 else table.act("fold")
    table.until("close")
    table.due()
    expect(page.locator("dl.itemised")).to_contain_text("De volta à sua conta")
    back = Sitting.objects.get(player_id=caio.player_id).taken_chips
    assert (table.wallet(6), table.escrow()) == (15_000 + back, 14_000 - back)
    table.check()
    assert complaints == []
    context.close()


@pytest.mark.rule("PT-H.68")
def test_what_was_said_of_sitting_down_goes_when_one_sits_out(chromium, server, table):
    caio = cash.known(table.house, "Caio", cents=20_000)
    context = opened(chromium, server, caio)
    page = context.new_page()
    page.goto(f"{server.url}/tables/{table.table_id}/")
    page.locator("body[data-ready]").wait_for()
    # held, so that no hand is dealt that takes the words away
    cast.say(
        hold_table, by=table.house.ana, at=datetime.now(UTC), table_id=table.table_id, reason="Uma pausa"
    )
    page.locator('.bar-sit select[name="seat"]').select_option("4")
    page.locator(".bar-sit button").click()
    expect(page.locator(".room-main > .notice")).to_have_text(
        "Sentou-se. Recebe cartas a partir da próxima mão."
    )
    page.locator("body[data-ready]").wait_for()
    page.keyboard.press("o")
    page.locator("body[data-away]").wait_for()
    expect(page.locator(".act-bar")).to_contain_text("não recebe cartas")
    expect(page.locator(".room-main > .notice")).to_have_count(0)
    context.close()


def failing(page, name, *, times):
    """Break the first answers of a module off; every asking for it is in the list."""
    asked: list[str] = []

    def answer(route):
        asked.append(route.request.url)
        if len(asked) > times:
            route.continue_()
        else:
            route.abort("connectionreset")

    page.route(re.compile(rf"/{re.escape(name)}$"), answer)
    return asked


def test_a_table_whose_module_did_not_come_is_asked_for_anew(chromium, server, table):
    """One that is fetched as the table begins, one that it is made of, and itself; what fails each time is not asked for for ever."""
    for name, fails, asked_for in (
        ("cash.js", 1, 2),
        ("draw.js", 1, 2),
        ("table.js", 1, 2),
        ("cash.js", 9, 4),
    ):
        context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="pt-BR")
        page = context.new_page()
        asked = failing(page, name, times=fails)
        page.goto(
            f"{server.url}/tables/{table.table_id}/", wait_until="commit"
        )  # it may ask for itself anew meanwhile
        if fails < asked_for:
            page.locator("body[data-ready]").wait_for()
            page.wait_for_function("!history.state?.tried")
        else:
            until(page, lambda asked=asked: len(asked) == 4)
            page.wait_for_function("history.state?.tried === 3")
            expect(page.locator(".room-line")).to_have_text("A conexão caiu. A mesa continua.")
        assert len(asked) == asked_for, name
        context.close()
