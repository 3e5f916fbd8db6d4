"""The player's phone in a browser: a new seat arrives by itself, the first view is small, it reads without JavaScript."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tables.commands.move_player import move_player
from tables.models import Move, Seat
from tests import cast
from tests.browser.test_floor import cookie_of
from tournaments.commands.eliminate_players import eliminate_players
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


@pytest.fixture
def playing(house):
    from people.commands.check_identity import check_identity

    cast.say(
        check_identity, by=house.desi, player_id=house.caio.player_id, venue_id=house.venue_id,
        document_kind="rg", document_number="12345678",
    )  # fmt: skip
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


def test_a_new_seat_then_the_end_arrive_by_themselves(phone, house, playing):
    watched = phone(f"/play/{playing}/")
    page = watched.page
    entry = Entry.objects.get(player_id=house.caio.player_id)
    here = Seat.objects.select_related("table").get(entry=entry)
    expect(page.locator("#mine .seat-huge b").first).to_have_text(str(here.table.number))
    free = (
        Seat.objects.filter(table__tournament_id=playing, entry__isnull=True)
        .exclude(table=here.table).select_related("table").first()
    )  # fmt: skip
    cast.say(
        move_player, by=house.bruno, at=datetime.now(UTC), entry_id=entry.pk, table_number=free.table.number,
        seat_number=free.number, reason="balance",
    )  # fmt: skip
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
    expect(page.locator("#mine")).to_contain_text("Re-entry is open")
    assert watched.complaints == []


def test_the_first_view_is_under_60_kb_and_reads_without_javascript(phone, playing):
    page = phone("/me/").page
    sizes: dict[str, int] = {}

    def weigh(response):
        if "/ws/" not in response.url:
            sizes[response.url] = len(gzip.compress(response.body())) + 300

    page.on("response", weigh)
    page.goto(page.url.replace("/me/", f"/play/{playing}/"))
    page.wait_for_load_state("networkidle")
    assert sum(sizes.values()) < 60 * 1024, sizes
    plain = phone(f"/play/{playing}/", java_script_enabled=False).page
    expect(plain.locator("#mine .seat-huge b")).to_have_count(2)
    expect(plain.locator('[data-part="blinds"]')).to_contain_text("–")


def test_axe_and_reflow(phone, look, house, playing, axe):
    for path in (f"/play/{playing}/", "/me/", f"/play/{playing}/terms/"):
        watched = phone(path, width=320, height=640)
        assert axe(watched.page) == [], path
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= 320, path
        assert watched.complaints == [], path
    watched = look("/join/", width=320, height=640)
    assert axe(watched.page) == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 320
