"""The director's map of 525 tables, more than a house ever had: nothing is moved sideways, and a table is found by its number."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from people.models import User
from tables.models import Table
from tests import cast
from tests.bench.crowd import entered
from tests.browser.test_every_page import FITS
from tournaments.commands.start_tournament import start_tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLES = 525
SIZES = ((1440, 900), (1180, 820), (820, 1180), (390, 844), (320, 640))


@pytest.fixture
def begun(server, monkeypatch):
    """Begins a tournament of so many full tables: its number, and a browser's cookie of its director."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))

    def begin(tables):
        house = cast.house()
        t = house.registering("online-mtt-pt", guarantee_cents=0, online=False, starts_at=cast.START)
        entered(house, t, tables * 9)
        cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=t)
        assert Table.objects.filter(tournament_id=t).count() == tables
        client = Client()
        client.force_login(User.objects.get(pk=house.ana.user_id))
        name = settings.SESSION_COOKIE_NAME
        return t, {"name": name, "value": client.cookies[name].value, "url": server.url}

    return begin


@pytest.fixture
def large(begun):
    return begun(TABLES)


def test_a_tablet_of_525_tables_draws_what_is_looked_at_and_all_of_them_as_they_are_scrolled_to(
    look, server, large
):
    t, cookie = large
    page = look("/words/", width=1180, height=820, language="en").page
    page.context.add_cookies([cookie])
    page.goto(f"{server.url}/floor/{t}/")
    page.locator('[data-key="which-false"]').click()
    tiles = page.locator('[data-part="tables"] > .tile')
    # the first screenful, and the one below it
    expect(tiles).to_have_count(72)
    page.locator('[data-key="star-3"]').click()
    expect(page.locator('[data-key="star-3"]')).to_have_attribute("aria-pressed", "true")
    expect(tiles).to_have_count(72)
    # also by the keyboard: the last tile that is reached has others after it
    page.locator('[data-key="star-72"]').focus()
    expect(page.locator('[data-key="open-73"]')).to_be_attached()
    for _scroll in range(40):
        tiles.last.scroll_into_view_if_needed()
        if page.locator(f'[data-key="open-{TABLES}"]').count():
            break
        page.wait_for_timeout(100)
    expect(tiles).to_have_count(TABLES)
    names = tiles.locator(".tile-name")
    assert names.all_text_contents() == [f"Table {n}" for n in range(1, TABLES + 1)]
    # a star there takes nothing away
    page.locator(f'[data-key="star-{TABLES}"]').click()
    expect(page.locator(f'[data-key="star-{TABLES}"]')).to_have_attribute("aria-pressed", "true")
    expect(tiles).to_have_count(TABLES)
    page.locator('[data-key="which-true"]').click()
    assert names.all_text_contents() == ["Table 3", f"Table {TABLES}"]
    page.context.close()


def test_a_map_of_525_tables_fits_every_screen_and_a_table_is_found_by_its_number(look, server, large):
    t, cookie = large
    for width, height in SIZES:
        page = look("/words/", width=width, height=height, language="en").page
        page.context.add_cookies([cookie])
        page.goto(f"{server.url}/director/{t}/tables/")
        expect(page.locator("#map-title")).to_have_text("Tables")
        # a page of tiles, not all of them at once; the others are a press away, by their numbers
        expect(page.locator(".room-grid > li")).to_have_count(60)
        expect(page.locator(".room-pages a")).to_have_count(9)
        assert page.evaluate(FITS), (width, "all")
        page.locator(".room-pages a").last.click()
        expect(page.locator(".room-grid > li")).to_have_count(TABLES - 8 * 60)
        expect(page.locator(".room-grid b").last).to_contain_text(str(TABLES))
        # by its number: the table stands open, whole and in view, among the tiles of its page
        page.locator("#map-table").fill("437")
        page.locator("#map-table").press("Enter")
        opened = page.locator("#opened [data-table='437']")
        expect(opened).to_be_in_viewport()
        expect(page.locator('.room-grid [aria-current="true"]')).to_contain_text("437")
        assert page.evaluate(FITS), (width, "opened")
        # by a press on its tile, too
        tile = page.locator(".room-grid a", has_text="432")
        tile.click()
        expect(page.locator("#opened [data-table='432']")).to_be_in_viewport()
        # what there is not is said, and the map stays
        page.locator("#map-table").fill("526")
        page.locator("#map-table").press("Enter")
        expect(page.get_by_text("There is no table 526.")).to_be_in_viewport()
        assert page.evaluate(FITS), (width, "none")
        page.context.close()


@pytest.mark.parametrize(
    ("tables", "size"), [(7, (390, 844)), (12, (1180, 820)), (13, (320, 640)), (60, (1440, 900))]
)
def test_up_to_twelve_tables_are_drawn_whole_and_more_are_tiles(look, server, begun, tables, size):
    t, cookie = begun(tables)
    page = look("/words/", width=size[0], height=size[1], language="en").page
    page.context.add_cookies([cookie])
    page.goto(f"{server.url}/director/{t}/tables/")
    expect(page.locator("#map-title")).to_have_text("Tables")
    whole = tables <= 12
    # of many one stands open beside the tiles
    expect(page.locator("[data-table]")).to_have_count(tables if whole else 1)
    expect(page.locator(".room-grid > li")).to_have_count(0 if whole else tables)
    assert page.evaluate(FITS)
    page.context.close()
