"""Hands in a browser, against the real stack: one's own cards, the sheet and the keys, what others do; and a sit & go by thumb, by keys, by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from people.models import User
from play.commands.sit import sit
from play.commands.sit_out import sit_out
from play.models import DealtHand, HandAct, PlayTable, Sitting
from rules import hands
from tests import cast
from tests.browser.conftest import press, until
from tests.play.conftest import AtTable
from tests.play.event import Event, begun, enter, house

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
    until(page, lambda: Sitting.objects.get(player_id=caio.player_id).chain)

    table.due()
    if table.to_act == 2:  # the button is drawn
        table.act("call")
    expect(page.locator(".own-cards .card")).to_have_count(2)
    expect(page.locator(".proof:not(.bad)")).to_be_visible()
    expect(page.locator("body[data-turn] .act.raise")).to_be_visible()
    press(page, "r", of=".act.raise")
    expect(page.locator(".amount")).to_be_focused()
    page.keyboard.type("250")
    expect(page.locator("[data-confirm]")).to_contain_text("250")
    assert HandAct.objects.filter(seat=6).count() == 0
    press(page, "Enter", of="[data-confirm]")
    until(page, HandAct.objects.filter(seat=6).exists)
    one = HandAct.objects.get(seat=6)
    assert (one.act, one.to_chips, one.manner) == ("raise", 250, "player")

    table.act("call")
    expect(page.locator('[data-part="board"] .card[data-suit]')).to_have_count(3)
    expect(page.get_by_role("log")).to_contain_text("Rui paga 250.")
    for _street in ("flop", "turn", "river"):
        for _player in range(2):
            if table.to_act == 2:
                table.act("check")
                continue
            acts = HandAct.objects.filter(seat=6).count()
            press(page, "c", of=f'body[data-turn="{table.row.turn}"] .act.call')
            until(page, lambda acts=acts: HandAct.objects.filter(seat=6).count() > acts)
    assert PlayTable.objects.get(pk=table.table_id).stage == "showing"
    expect(page.locator('[data-part="board"] .card[data-suit]')).to_have_count(5)
    expect(page.locator(".showed .card")).to_have_count(4)
    expect(page.get_by_role("log")).to_contain_text(re.compile("ganha (500|250)"))  # or they split it
    expect(page.locator(".proof")).to_have_attribute("data-proof", "checked_alone")
    expect(page.locator(".bar-say")).to_have_text("A próxima mão já vem.")

    # the word went with an act, and is the same after a reload
    until(page, lambda: DealtHand.objects.get(number=2).words)
    table.until("open")
    table.due()
    page.reload()
    expect(page.locator('.proof[data-proof="checked"]')).to_be_visible()
    assert complaints == []
    context.close()


def test_who_gets_no_cards_reads_no_hand_of_the_cards_before(tab_of, table):
    table.sit(4, "Dora")
    caio = table.people[6] = table.house.caio
    cast.say(sit, by=caio, at=table.now, table_id=table.table_id, player_id=caio.player_id, seat=6)
    table.deal()
    page = tab_of(caio, f"/tables/{table.table_id}/", width=390, height=844)
    for word in ("call", "call", *("check",) * 10):
        table.act(word)
    assert table.row.stage == "showing"
    made = page.locator(".own-right small:not(.proof)")
    expect(made).to_have_count(1)
    cast.say(sit_out, by=caio, at=table.now, table_id=table.table_id, player_id=caio.player_id)
    table.deal()
    expect(page.get_by_role("log")).to_contain_text("A mão 2 é distribuída.")
    expect(page.locator(".own-cards .card")).to_have_count(0)
    expect(made).to_have_count(0)


class Thumb:
    """One thumb on a phone held upright: what it taps lies there whole, and is large enough for it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, name: str) -> None:
        button: Locator = self.page.locator(f".act-bar {name}:not([aria-disabled])").first
        box = None
        for _again in range(20):  # what is drawn anew between the two questions lies nowhere
            button.wait_for()
            box = button.bounding_box()
            if box is not None:
                break
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 640, (
            name,
            box,
        )
        assert min(box["width"], box["height"]) >= 44, (name, box)
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def calls(self) -> None:
        self.tap(".act.call")

    def raises(self) -> None:
        self.tap(".act.raise")
        self.tap("[data-confirm]")

    def all_in(self) -> None:
        self.tap(".act.raise")
        self.tap(".size.all")
        self.tap("[data-confirm]")

    def sure(self) -> None:
        self.tap("[data-confirm]")


class Keys:
    """The keyboard alone."""

    def __init__(self, page: Page) -> None:
        self.page, self.last = page, ""

    def calls(self) -> None:
        self.last = "c"
        press(self.page, "c", of=".act.call")

    def raises(self, opens: str = "r") -> None:
        self.last = "r"
        press(self.page, opens, of=".act.raise")
        press(self.page, "Enter", of="[data-confirm]")

    def all_in(self) -> None:
        self.raises("a")

    def sure(self) -> None:
        press(self.page, self.last, of="[data-confirm]")


class Names:
    """What a screen reader says: roles and names, and nothing that is only seen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, name: str, *, which: int = 0) -> None:
        bar = self.page.get_by_role("region", name="O que você pode fazer")
        button = bar.get_by_role("button", name=re.compile(name), disabled=False).nth(which)
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.press("Enter")

    def calls(self) -> None:
        self.press("^(Pagar|Mesa)")

    def raises(self) -> None:
        self.press("^Aumentar…")
        self.press("^Aumentar para")

    def all_in(self) -> None:
        self.press("^(Aumentar|Apostar|All-in)")
        self.press("^All-in")
        # the question that came with the choice, or the sheet's own button where nothing is asked
        self.press("^(Aumentar para|Apostar|All-in)", which=-1)

    def sure(self) -> None:
        self.press("^All-in")


@pytest.fixture
def event(server, today, monkeypatch) -> Event:
    """A sit & go of three that begins now; two minutes for a decision: none runs out."""
    monkeypatch.setattr(cast, "OPEN", today)
    found = begun(house(), players=3)
    PlayTable.objects.filter(pk=found.table_id).update(decision_seconds=120)
    found.due()
    return found


def test_who_waits_for_a_sit_and_go_is_led_to_the_table_when_it_begins(tab_of, server, today, monkeypatch):
    monkeypatch.setattr(cast, "OPEN", today)
    home = house()
    t = home.registering("online-sit-and-go", capacity=2, seats_per_table=2, starting_stack_chips=1_000)
    first = enter(home, t, "Espera")
    waits = tab_of(first, f"/play/{t}/")
    expect(waits.locator("#mine")).to_contain_text("Você está inscrito")
    enter(home, t, "Chega")
    table_id = PlayTable.objects.get(tournament_id=t).pk
    waits.wait_for_url(f"**/tables/{table_id}/")
    waits.locator("body[data-ready][data-mine]").wait_for()
    # whoever goes back to the tournament's page, or reloads it, stays there
    waits.goto(f"{server.url}/play/{t}/")
    expect(waits.locator("#mine").get_by_role("link", name="Ir para a sua mesa")).to_be_visible()
    waits.reload()
    expect(waits).to_have_url(f"{server.url}/play/{t}/")


def test_a_sit_and_go_is_played_by_thumb_by_keys_and_by_name(tab_of, event, axe):
    manners: list[Callable[[Page], Any]] = [Thumb, Keys, Names]
    seats = sorted(event.people)
    where = f"/tables/{event.table_id}/"
    pages: dict[int, Page] = {}
    for seat, manner in zip(seats, manners, strict=True):
        size = {"width": 360, "height": 640} if manner is not Keys else {"width": 1440, "height": 900}
        pages[seat] = tab_of(event.people[seat], where, touch=manner is Thumb, **size)
        pages[seat].locator("body[data-ready][data-mine]").wait_for()
    plays = {seat: manner(pages[seat]) for seat, manner in zip(seats, manners, strict=True)}
    by_name = pages[seats[2]]

    def acts(how: str) -> None:
        """Who is to act raises or puts everything in where that can be, else calls or checks, on the own page."""
        seat, before = event.to_act, HandAct.objects.count()
        page, options = pages[seat], hands.options(event.hand)
        page.locator(f'body[data-turn="{event.row.turn}"]').wait_for()
        expect(page.get_by_role("alert")).to_have_text("Sua vez")
        if page is by_name:
            expect(
                page.get_by_role("region", name="Suas cartas").get_by_role("img", name=re.compile(" de "))
            ).to_have_count(2)
        how = how if options.may_raise else "calls"
        getattr(plays[seat], how)()
        if how == "all_in":  # chosen and answered
            until(page, lambda: HandAct.objects.count() > before)
            return
        asked = page.get_by_text("São todas as suas fichas")
        until(page, lambda: HandAct.objects.count() > before or asked.count())
        if asked.count():
            plays[seat].sure()
            until(page, lambda: HandAct.objects.count() > before)

    # each raises once, and all see the flop; afterwards everything goes in, until one has it all
    for _ in pages:
        acts("raises")
    for _ in range(2):
        acts("calls")
    assert len(event.hand.board) == 3
    expect(by_name.get_by_role("log")).to_contain_text(re.compile(r"Flop: .*\sde\s"))
    assert axe(by_name) == [] and axe(pages[seats[0]]) == []
    for _ in range(60):
        if event.row.stage == "closed":
            break
        if event.row.due_kind == "decide":
            acts("all_in")
        else:
            event.due()
        event.check_chips()
    assert event.row.stage == "closed"
    ends = {seat: page.locator('[data-part="bar"]') for seat, page in pages.items()}
    # who went out in a hand before, as where a pot was split, learns as late as who looks on that the table is closed
    last = DealtHand.objects.filter(table=event.table_id, dealt_at__isnull=False).latest("number")
    dealt_in = {seat for seat, *_ in last.stacks}
    for seat, end in ends.items():
        expect(end).to_contain_text(re.compile("Você ganhou o torneio|Você está fora"))
        if seat in dealt_in:
            expect(end.get_by_role("link", name="Última mão")).to_be_visible()
    assert sum("ganhou" in end.inner_text() for end in ends.values()) == 1
