"""The player's phone in a browser: a new seat arrives by itself, the first view is small, it reads without JavaScript."""

from __future__ import annotations

import base64
import io
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from PIL import Image
from playwright.sync_api import expect

from dispatch.facts import CommandId
from people.models import Player
from people.operations import code_for
from tables.commands.move_player import move_player
from tables.models import Move, Seat
from tests import cast
from tests.browser.conftest import weigh
from tests.browser.test_floor import cookie_of
from tests.play.event import enter
from tournaments.commands.change_logo import change_logo
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.end_recess import end_recess
from tournaments.commands.give_recess import give_recess
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.start_tournament import start_tournament
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def house(server, monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def looked_at(house):
    """The desk has seen Caio's document."""
    from people.commands.check_identity import check_identity

    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip


@pytest.fixture
def playing(house):
    looked_at(house)
    tournament = house.registering("scpt-main", starts_at=cast.START)
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 11)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


@pytest.fixture
def phone(look, house, server):
    def open_phone(path, **more):
        cookies = [
            {"name": c["name"], "value": c["value"], "domain": "127.0.0.1", "path": "/", "expires": -1,
             "httpOnly": True, "secure": False, "sameSite": "Lax"}
            for c in cookie_of(house.caio.user_id, server.url)
        ]  # fmt: skip
        return look(path, **{"width": 390, "height": 844, "language": "en", **more},
                    storage_state={"cookies": cookies, "origins": []})  # fmt: skip

    return open_phone


def moved(house, entry):
    """Move an entry to a free seat of another table, and return the seat."""
    here = Seat.objects.get(entry=entry)
    free = (
        Seat.objects.filter(table__tournament_id=entry.tournament_id, entry__isnull=True)
        .exclude(table=here.table_id).select_related("table").first()
    )  # fmt: skip
    cast.say(
        move_player, by=house.bruno, at=datetime.now(UTC), entry_id=entry.pk, table_number=free.table.number,
        seat_number=free.number, reason="balance",
    )  # fmt: skip
    return free


def test_a_new_seat_then_the_end_arrive_by_themselves(phone, house, playing):
    watched = phone(f"/play/{playing}/")
    page = watched.page
    entry = Entry.objects.get(player_id=house.caio.player_id)
    expect(page.locator("#mine .seat-huge b").first).to_have_text(
        str(Seat.objects.get(entry=entry).table.number)
    )
    free = moved(house, entry)
    alert = page.locator("#moved")
    expect(alert).to_be_visible()
    expect(alert.locator("b").first).to_have_text(str(free.table.number))
    box = alert.bounding_box()
    assert (box["width"], box["height"]) == (390, 844)
    page.keyboard.press("Escape")
    expect(alert).to_be_visible()
    alert.get_by_role("button").click()
    expect(page.locator("#moved")).to_have_count(0)
    assert Move.objects.get(entry=entry, reason="balance").acknowledged_at is not None
    cast.say(
        eliminate_players, by=house.bruno, at=datetime.now(UTC), tournament_id=playing, table_number=free.table.number,
        busts=[{"entry_id": entry.pk, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip
    expect(page.locator("#mine")).to_contain_text("You are out")
    expect(page.locator("#mine")).to_contain_text("Re-\u2060entry open for ")
    assert watched.complaints == []


def test_what_may_be_bought_is_another_thing_when_the_break_begins(phone, house):
    """The add-on is sold in one break: the page that is open offers it then, and no longer after it."""
    looked_at(house)
    price = {"price_cents": 5_000, "chips": 5_000, "split": {"name": "x", "price_cents": 5_000, "parts": [{"component": "prize_pool", "amount_cents": 5_000}]}}  # fmt: skip
    tournament = house.registering(
        "turbo-8max", starts_at=cast.START, late_registration_level=6,
        add_on={**price, "after_level": 6, "per_player": 1},
    )  # fmt: skip
    house.enter(tournament, house.caio.player_id)
    house.fill(tournament, 5)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    page = phone(f"/play/{tournament}/").page
    offered = page.locator("#mine").get_by_role("button", name="Add-on")
    expect(page.locator("#later")).to_contain_text("Not possible now: Add-on")
    expect(offered).to_have_count(0)
    cast.say(move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=tournament, level_index=6)
    expect(page.locator('[data-part="ante"]')).to_contain_text("Add-on on sale now")
    expect(offered).to_be_visible(timeout=10_000)
    cast.say(move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=tournament, level_index=7)
    expect(offered).to_have_count(0, timeout=10_000)


def test_a_move_that_one_device_knows_of_is_known_on_the_other(phone, house, playing):
    at_home, in_hand = (phone(f"/play/{playing}/").page for _ in range(2))
    entry = Entry.objects.get(player_id=house.caio.player_id)
    moved(house, entry)
    for page in (at_home, in_hand):
        expect(page.locator("#moved")).to_be_visible()
    in_hand.locator("#moved").get_by_role("button").click()
    for page in (in_hand, at_home):
        expect(page.locator("#moved")).to_have_count(0)


def test_when_it_begins_online_the_phone_is_at_the_table_and_the_way_there_in_view(phone, house):
    now = datetime.now(UTC)
    t = house.registering(
        "online-sit-and-go", starts_at=now + timedelta(hours=1), capacity=2, seats_per_table=2
    )
    house.deposit(house.caio.player_id, 5_000)
    page = phone(f"/play/{t}/", width=360, height=640).page
    page.get_by_label("I accept the terms").check()
    page.get_by_role("button", name="Register", exact=True).click()
    said = page.locator("main > .notice")
    expect(said).to_have_text("You are in.")
    page.wait_for_load_state()
    enter(house, t, "Eva", at=now)
    # who waited is led there; who comes back stays, and has the way in view
    expect(page).to_have_url(re.compile(r"/tables/\d+/$"))
    page.goto(page.url.partition("/tables/")[0] + f"/play/{t}/")
    expect(page.locator("#mine").get_by_role("link", name="Go to your table")).to_be_in_viewport(ratio=1)
    expect(said).to_have_count(0)


def test_the_number_in_line_moves_up_by_itself(phone, house):
    looked_at(house)
    t = house.registering("turbo-8max", starts_at=cast.START, capacity=4)
    house.fill(t, 4)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
    house.enter(t, at=datetime.now(UTC))
    house.enter(t, house.caio.player_id, at=datetime.now(UTC))
    watched = phone(f"/play/{t}/")
    number = watched.page.locator("[data-line] .seat-huge b")
    expect(number).to_have_text("2")
    out = Entry.objects.filter(tournament_id=t, state="playing").select_related("seat__table").first()
    cast.say(
        eliminate_players, by=house.bruno, at=datetime.now(UTC), tournament_id=t, table_number=out.seat.table.number,
        busts=[{"entry_id": out.pk, "stack_chips_start": None, "by_entries": []}],
    )  # fmt: skip
    expect(number).to_have_text("1")
    assert watched.complaints == []


def test_the_first_view_is_small_and_reads_without_javascript(phone, house, playing):
    heavy = io.BytesIO()  # the house's picture, as heavy as it may be
    Image.effect_noise((700, 260), 90).save(heavy, "PNG")
    picture = base64.b64encode(heavy.getvalue()).decode()
    cast.say(change_logo, by=house.ana, venue_id=house.venue_id, picture=picture)
    page = phone("/me/").page
    page.wait_for_load_state("networkidle")
    sizes = weigh(page, page.url.replace("/me/", f"/play/{playing}/"))
    loaded = {url.rstrip("/").rpartition("/")[2] for url in sizes}
    assert {"app.css", "board.js", "small"} <= loaded and not loaded & {"staff.css", "icons.svg"}
    assert sum(sizes.values()) < 60 * 1024, sizes
    # nobody can enter any more: the worst place that can still happen appears by itself
    cast.say(close_entries, by=house.ana, at=datetime.now(UTC), tournament_id=playing)
    expect(page.locator("#mine")).to_contain_text("Place 12 or better")
    plain = phone(f"/play/{playing}/", java_script_enabled=False).page
    expect(plain.locator("#mine .seat-huge b")).to_have_count(2)
    expect(plain.locator('[data-part="blinds"]')).to_contain_text("–")
    # and so is the public page, whose recess says more than a level does
    cast.say(give_recess, by=house.ana, at=datetime.now(UTC), tournament_id=playing, minutes=20)
    sizes = weigh(page, page.url.partition("/play/")[0] + f"/t/{playing}/")
    loaded = {url.rstrip("/").rpartition("/")[2] for url in sizes}
    assert {"public.css", "board.js", "small"} <= loaded and "icons.svg" not in loaded
    # the state that the module draws anew has its icon from the page itself
    cast.say(end_recess, by=house.ana, at=datetime.now(UTC), tournament_id=playing)
    expect(page.locator('[data-part="state"] use')).to_have_attribute("href", re.compile("^#"))
    assert page.locator('[data-part="state"] use').evaluate("one => one.getBoundingClientRect().width") > 0
    assert sum(sizes.values()) < 60 * 1024, sizes


def test_from_nobody_to_registered_by_a_code(look, house, axe):
    """Each step small, readable and right for a thumb; the code is the one that was mailed."""
    tournament = house.registering("turbo-8max")
    watched = look(f"/play/{tournament}/", width=320, height=640, language="en")
    page = watched.page

    def well() -> None:
        assert axe(page) == [], page.url
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, page.url

    well()
    number = page.locator('main form [name="command_id"]').get_attribute("value")
    page.get_by_label("E-mail").fill("nova@example.com")
    page.get_by_role("button", name="Send me the code").click()
    expect(page.get_by_label("Code")).to_be_focused()
    well()
    page.get_by_label("Code").fill(code_for(CommandId(uuid.UUID(number)), email="nova@example.com"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Full name")).to_be_visible()
    well()
    page.get_by_label("Full name").fill("Nova Pessoa")
    page.get_by_label("Date of birth").fill("1990-01-02")
    page.get_by_label("I accept").check()
    page.get_by_role("button", name="Open an account").click()
    page.get_by_label("I accept the terms").check()
    expect(page.locator("#mine")).to_contain_text("to the prizes")
    page.get_by_role("button", name="Register").click()
    expect(page.locator("#mine .code-huge")).to_be_visible()
    well()
    assert watched.complaints == []


def test_anybody_checks_the_draw_where_they_stand(look, house, playing):
    """Also on plain http in a room, where the browser lends no SHA-256 of its own."""
    page = look("/words/", language="en", width=390, height=844).page
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });")
    page.goto(page.url.replace("/words/", f"/t/{playing}/draw/"))
    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator("#checked")).to_contain_text("draws agree with what was published")
    expect(page.locator('[data-draw="1"]')).to_have_text("same")
    expect(page.get_by_role("heading", level=2, name="The draw is right", exact=True)).to_be_visible()
    # also where the button stands a screen below
    expect(page.locator("#checked")).to_be_in_viewport()
    # a record in which one player sits elsewhere
    page.route(
        "**/api/tournaments/*/draw",
        lambda route: route.fulfill(json=swapped(route.fetch().json())),
    )
    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator("#checked")).to_contain_text("Draw 1: the places published are not those computed.")
    expect(page.locator('[data-draw="1"]')).to_have_text("different")
    expect(page.get_by_role("heading", level=2, name="The draw does not agree", exact=True)).to_be_visible()


def swapped(record):
    first, second = record["draws"][0]["result"]["seats"][:2]
    first[1:], second[1:] = second[1:], first[1:]
    return record


def test_what_goes_on_is_as_wide_as_its_card_on_every_page(phone, house, server):
    """Signing in, registering, paying by PIX: one width, one tone."""
    from tournaments.commands.update_venue import update_venue

    cast.say(
        update_venue, by=house.olga, venue_id=house.venue_id,
        changes={"pix_key": "house@example.com", "pix_receiver": "Clube", "pix_city": "Rio"},
    )  # fmt: skip
    tournament = house.registering("scpt-main", starts_at=datetime.now(UTC) + timedelta(hours=2))
    page = phone(f"/play/{tournament}/").page
    seen = set()

    def measured():
        found = page.evaluate(
            """() => [...document.querySelectorAll('main .button[data-kind="main"][data-size="large"]')].map((b) => {
              const card = b.closest(".card"), inner = getComputedStyle(card);
              const room = card.clientWidth - parseFloat(inner.paddingLeft) - parseFloat(inner.paddingRight);
              return [Math.round(b.getBoundingClientRect().width - room), getComputedStyle(b).backgroundColor];
            })"""
        )
        assert found and [off for off, _ in found] == [0] * len(found), page.url
        seen.update(tone for _, tone in found)

    measured()
    page.get_by_label("PIX").check()
    page.locator("[name=terms]").check()
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("button", name="Copy the PIX code")).to_be_visible()
    measured()
    page.context.clear_cookies(name="sessionid")
    for path in ("/join/", "/sign-in/", f"/play/{tournament}/"):
        page.goto(f"{server.url}{path}")
        measured()
    assert len(seen) == 1


def test_what_was_typed_stays_when_the_language_changes_and_nothing_of_it_is_kept(look, house):
    seen = look("/join/", width=390, height=844, language="en")
    page = seen.page
    page.fill("[name=email]", "nova@example.com")
    page.get_by_role("button", name="Português (Brasil)").click()
    expect(page.locator("html")).to_have_attribute("lang", "pt-br")
    expect(page.locator("[name=email]")).to_have_value("nova@example.com")
    number = page.locator('main form [name="command_id"]').get_attribute("value")
    page.locator("main form .button").first.click()
    page.fill("[name=code]", code_for(CommandId(uuid.UUID(number)), email="nova@example.com"))
    page.locator("main form .button").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Abrir uma conta")
    page.fill("[name=full_name]", "Nova Lima")
    page.fill("[name=birth_date]", "31/12/1990")
    page.check("[name=terms]")
    for code, title in (("en", "Open an account"), ("pt", "Abrir uma conta"), ("en", "Open an account")):
        page.locator(f"[name=language][value={code}]").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.locator(f"[name=language][value={code}]")).to_be_focused()
        assert page.url.endswith("/join/you/")
        typed = page.evaluate(
            "['full_name', 'birth_date', 'public_name'].map((one) => document.querySelector(`[name=${one}]`).value)"
        )
        assert typed == ["Nova Lima", "31/12/1990", ""]
    expect(page.locator("[name=terms]")).to_be_checked()
    # what nobody chose follows the language
    expect(page.locator("select[name=language]")).to_have_value("en")
    # the page alone held it: nothing is left for who uses this browser next
    assert page.evaluate("[sessionStorage.length, localStorage.length, history.state]") == [0, 0, None]
    page.reload()
    assert page.locator("[name=birth_date]").get_attribute("value") == ""
    page.fill("[name=full_name]", "Nova Lima")
    page.fill("[name=birth_date]", "31/12/1990")
    page.check("[name=terms]")
    page.get_by_role("button", name="Open an account").click()
    expect(page).not_to_have_url(re.compile("/join/"))
    assert Player.objects.filter(full_name="Nova Lima").count() == 1
    assert seen.complaints == []


def test_who_comes_back_to_an_answer_reads_the_page_and_no_error_of_the_browser(phone):
    page = phone("/me/limits/").page
    page.locator("details", has=page.locator("form[action='/me/away/']")).locator("summary").click()
    page.locator("form[action='/me/away/'] [name='sure']").check()
    page.locator("form[action='/me/away/'] button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A break")
    page.goto(page.url.replace("/limits/", "/"))
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Responsible gambling")
    # a refusal at its field, at an address that only takes forms
    page.locator("details", has=page.locator("form[action='/me/limit/']")).locator("summary").click()
    page.locator("form[action='/me/limit/'] [name='amount']").fill("much")
    page.locator("form[action='/me/limit/'] button").click()
    expect(page.get_by_role("alert")).to_contain_text("much cannot be read as an amount")
    page.goto(page.url.replace("/limits/", "/"))
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Responsible gambling")
    expect(page.get_by_role("alert")).to_have_count(0)
