"""The pages of a large field: as small and as few statements as those of a middling one."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client

from dispatch import topics
from people.models import User
from tables.models import Table
from tests import cast
from tests.bench.crowd import entered
from tournaments.commands.start_tournament import start_tournament

pytestmark = pytest.mark.django_db

MIDDLING, LARGE = 432, 1_440
TABLES = 48, 160
# the room's tables by number: in the list, and of those that can be broken or are asked for one by one
NAME_TABLES, MOST_LISTED = ("tables/", "hand-for-hand/", "/floor/"), 2
# how a cancellation would divide the money: by what each entry gets back
EACH_ENTRY = ("settings/ending/?cancel=1",)
PAGES = (
    "",
    "now/",
    "tables/",
    "tables/?table={middle}",
    "tables/?only=unverified",
    "tables/{first}/break/",
    "tables/{first}/count/",
    "hand-for-hand/",
    "entries/",
    "prizes/",
    "history/",
    "search/?q=Jogadora",
    "settings/ending/",
    "settings/ending/?cancel=1",
    # of others: the public's (who is signed in gets a page made anew), the floor's tablet, displays
    "/t/{t}/",
    "/t/{t}/results/",
    "/t/{t}/structure/",
    "/t/{t}/draw/",
    "/t/{t}/rules/",
    "/floor/{t}/",
    "/desk/{t}/",
    "/screens/{t}/clock/",
    "/screens/{t}/payouts/",
    "/screens/{t}/final-table/",
)
MOST_BYTES = 150_000


class Read:
    """How many statements were made, and how many rows they brought."""

    def __init__(self):
        self.statements = self.rows = 0

    def __call__(self, execute, sql, params, many, context):
        found = execute(sql, params, many, context)
        self.statements += 1
        self.rows += max(context["cursor"].rowcount, 0)
        return found


def running(house, entries):
    tournament = house.registering("online-mtt-pt", guarantee_cents=0, online=False, starts_at=cast.START)
    entered(house, tournament, entries)
    cast.say(start_tournament, by=house.ana, at=cast.START, tournament_id=tournament)
    return tournament


def first_table(tournament):
    """Two tournaments in one room never share a number."""
    return (
        Table.objects.filter(tournament_id=tournament).order_by("number").values_list("number", flat=True)[0]
    )


def test_pages_and_faces_do_not_grow_with_the_field(monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    house = cast.house()
    fields = [running(house, MIDDLING), running(house, LARGE)]
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    for page in PAGES:
        asked = []
        for tournament in fields:
            first = first_table(tournament)
            path = page.format(first=first, middle=first + 32, t=tournament)
            address = path if path.startswith("/") else f"/director/{tournament}/{path}"
            client.get(address)  # whatever is remembered is remembered now
            read = Read()
            with connection.execute_wrapper(read):
                response = client.get(address)
            assert response.status_code == 200, page
            asked.append((read.statements, read.rows, len(response.content)))
        (few, short, small), (many, long, large) = asked
        print(page, asked)
        assert many <= few + 1, (page, asked)
        # a page of the map names the tables: a line each, whatever sits there
        lines = TABLES[1] - TABLES[0] if page.startswith(NAME_TABLES) else 0
        assert long <= short + MOST_LISTED * lines + 2 or page in EACH_ENTRY, (page, asked)
        assert large <= MOST_BYTES and large <= small * 1.35 + 4_000, (page, asked)
    for name in ("tables", "entries"):
        sizes = [_size(f"staff/tournament/{t}/{name}") for t in fields]
        print(name, sizes)
        assert sizes[1] <= sizes[0] + 2_000 and sizes[1] < 20_000, (name, sizes)
    for name in ("counts", "prizes", "eliminations", "clock"):
        sizes = [_size(f"tournament/{t}/{name}") for t in fields]
        print(name, sizes)
        assert sizes[1] <= sizes[0] + 4_000, (name, sizes)


def _size(name):
    return len(topics.read([name])[name].message().__repr__())


def test_a_table_is_found_on_the_map_and_a_missing_one_is_told(monkeypatch):
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    house = cast.house()
    tournament = running(house, MIDDLING)
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get(pk=house.ana.user_id))
    page = client.get(f"/director/{tournament}/tables/?table=33").content.decode()
    assert 'data-table="33"' in page and page.count("data-table=") == 1
    # the part that follows the room stays with that table
    assert re.search(r'hx-get="/director/\d+/tables/\?page=1&amp;table=33&amp;part=1"', page)
    page = client.get(f"/director/{tournament}/tables/?table=999&only=nonsense").content.decode()
    # the field says it, once, and no other table stands open below
    assert page.count("There is no table 999.") == 1 and 'aria-describedby="map-table-no"' in page
    assert "data-table=" not in page
    part = client.get(f"/director/{tournament}/tables/?page=1&table=999&part=1").content.decode()
    assert "data-table=" not in part
