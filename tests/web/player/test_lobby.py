"""The list of tables: one's own first, what begins, and how one gets to each."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from access import moment
from play.commands.sit import sit
from play.models import PlayTable
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import identify, known, open_cash
from tests.play.conftest import AtTable, open_one
from tests.play.event import house
from tests.play.room import started
from tests.play.test_late_entries import OPEN
from tests.web.player.test_cash_tables import browser, page_of
from tournaments.commands.update_venue import update_venue


def _row(page: str, name: str) -> str:
    """The row of a table, as plain text."""
    found = next(one for one in page.split("<li")[1:] if name in one)
    return " ".join(re.sub(r"<[^>]*>", " ", found.split("</li>")[0]).split())


def _full(home: cast.House) -> AtTable:
    table = open_one(home, seats=2)
    table.sit(1)
    table.sit(2)
    return table


def test_a_row_says_how_many_sit_there_and_what_can_be_done(db: None) -> None:
    home, rui = house(), cast.person("Rui")
    full, free = (
        _full(home),
        open_one(home, seats=6, small_blind_chips=500_000, big_blind_chips=1_000_000, stack_chips=50_000_000),
    )
    page = page_of(browser(rui, "en"), "/tables/")
    assert "2 of 2 seats taken Watch" in _row(page, full.row.name)
    here = _row(page, free.row.name)
    assert "0.5 M / 1 M" in here.replace("\u00a0", " ") and "0 of 6 seats taken Take a seat" in here
    assert page.count('<i class="taken"></i>') == 2
    # who may not sit down at a full table is not asked which seat
    looks = page_of(browser(rui, "en"), f"/tables/{full.table_id}/")
    assert re.search(r'data-part="full"\s*>\s*You are watching. Every seat is taken.', looks)
    assert re.search(r'class="bar-sit"\s+hidden', looks)
    sits = page_of(browser(rui, "en"), f"/tables/{free.table_id}/")
    assert re.search(r'data-part="full"\s+hidden', sits) and not re.search(r'class="bar-sit"\s+hidden', sits)


def test_ones_own_tables_and_the_tournaments_that_begin_stand_first(db: None) -> None:
    home, rui = house(), cast.person("Rui")
    table = open_one(home)
    cast.say(sit, by=rui, table_id=table.table_id, player_id=rui.player_id, seat=4)
    t = home.registering(
        "online-sit-and-go", name="Sit das nove", starts_at=datetime.now(UTC) + timedelta(hours=1)
    )
    page = page_of(browser(rui, "en"), "/tables/")
    own, coming = (page.index(f">{title}<") for title in ("Where I sit", "Tournaments that begin"))
    assert own < coming
    # the list sees the start
    assert f'data-waits="tournament/{t}/counts" data-state="registering"' in page and "js/floor_wait" in page
    # who is registered already is led to the own seat
    assert _row(page, "Sit das nove").endswith("Register : Sit das nove")
    identify(home, rui)
    home.deposit(rui.player_id or 0, 2000_00)
    home.enter(t, rui.player_id, method="balance")
    assert _row(page_of(browser(rui, "en"), "/tables/"), "Sit das nove").endswith("My seat : Sit das nove")
    # one's own stands there alone, with its game, and who sits nowhere has it in the list
    assert page.count(f"/tables/{table.table_id}/") == 1 and "No-Limit" in _row(page, table.row.name)
    assert ">Demo tables<" not in page and ">Demo tables<" in page_of(
        browser(cast.person("Zoe"), "en"), "/tables/"
    )
    assert "Stack 10,000 0 hands since" in _row(page, table.row.name)
    assert "To the table" in _row(page, table.row.name) and "Your turn" not in page
    assert "Register" in _row(page, "Sit das nove") and f'href="/play/{t}/"' in page


def test_the_row_of_a_table_that_waits_for_the_reader_says_so_and_what_lies_behind(db: None) -> None:
    home, rui = house(), cast.person("Rui")
    waits, table = open_one(home), open_one(home)
    PlayTable.objects.filter(pk=waits.table_id).update(name="Sat down at first")
    cast.say(sit, by=rui, table_id=waits.table_id, player_id=rui.player_id, seat=4)
    table.sit(2)
    cast.say(sit, by=rui, table_id=table.table_id, player_id=rui.player_id, seat=4)
    table.people[4] = rui
    table.deal()
    if table.to_act == 2:
        table.act("call")
    behind = table.hand.stacks[4]
    page = page_of(browser(rui, "en"), "/tables/")
    assert f"Your turn Stack {behind:,} " in _row(page, table.row.name)
    # it comes first, and its way is the one that stands out
    way, other = (page.index(f'href="/tables/{one.table_id}/"') for one in (table, waits))
    assert way < other and page.count('class="button" data-kind="main" href="/tables/') == 1
    table.act("fold")
    page = page_of(browser(rui, "en"), "/tables/")
    assert "Your turn" not in page and "data-turn" not in page
    tabs = page_of(browser(rui, "en"), "/tables/mine/")
    assert "50 / 100" in _row(tabs.replace("\u00a0", " "), table.row.name)


def test_two_tables_of_one_name_and_blinds_are_counted_in_the_tabs(db: None) -> None:
    home, rui = house(), cast.person("Rui")
    alike, other = [open_one(home) for _ in range(2)], open_one(home)
    PlayTable.objects.filter(pk__in=[one.table_id for one in alike]).update(name="Turbo")
    for table in (*alike, other):
        cast.say(sit, by=rui, table_id=table.table_id, player_id=rui.player_id, seat=4)
    tabs = page_of(browser(rui, "en"), "/tables/mine/")
    assert "Turbo (1)" in tabs and "Turbo (2)" in tabs and tabs.count("(1)") == tabs.count("(2)") == 2
    assert f"{other.row.name} (" not in tabs


def test_a_cash_table_says_what_the_house_takes_before_anything_is_brought(db: None) -> None:
    home = cash_house()
    of_pots, of_buy_ins = (
        open_cash(home, name="Pots"),
        open_cash(home, name="Brought", rake_manner="buy_in", rake_bp=1_250),
    )
    rui = known(home, "Rui", cents=5_000)
    page = page_of(browser(rui, "en"), "/tables/")
    assert "R$20.00 to R$100.00 · commission 5% of the pots" in _row(page, "Pots")
    assert "R$20.00 to R$100.00 · commission 12.5% of what is brought" in _row(page, "Brought")
    for table, says in (
        (of_pots, "The house takes 5% of each payment of each pot"),
        (of_buy_ins, "The house takes 12.5% of what you bring and add, before it reaches the table"),
    ):
        looks = page_of(browser(rui, "en"), f"/tables/{table.table_id}/")
        assert says in looks[looks.index('data-part="commission"') :]
    # what can be brought stands in the row of who sits there, too
    of_pots.buy_in(rui, seat=4, cents=2_000)
    own = page_of(browser(rui, "en"), "/tables/")
    assert "R$20.00 to R$100.00" in _row(own, "Pots") and "To the table" in _row(own, "Pots")


def test_where_the_balance_does_not_reach_the_way_to_deposit_is_there(db: None) -> None:
    home = cash_house()
    table = open_cash(home)
    poor, some = known(home, "Rui", cents=1_000), known(home, "Ines", cents=5_000)
    address, way = f"/tables/{table.table_id}/", '<a class="act call" href="/me/money/">Deposit</a>'
    # the house takes deposits at its desk
    page = page_of(browser(poor, "en"), address)
    assert "this table takes R$20.00 at least. You deposit at the house's desk." in page and way not in page
    changes = {"phone_money": True, "bank_account": "Banco 001, conta 98765-0"}
    cast.say(update_venue, by=home.olga, venue_id=home.venue_id, changes=changes)
    page = page_of(browser(poor, "en"), address)
    assert way in page and "deposit at the house" not in page
    page = page_of(browser(some, "en"), address)
    assert 'your balance R$50.00 · <a href="/me/money/">Deposit</a>' in page
    # who has as much as anybody may bring needs no more
    home.deposit(some.player_id, 50_00)
    assert ">Deposit</a>" not in page_of(browser(some, "en"), address)


def test_a_tournament_that_runs_may_be_entered_from_the_list_while_it_takes_entries(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = started(house(), players=3, seats=5, **OPEN)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    zoe, inside = browser(cast.person("Zoe"), "en"), browser(next(iter(room.people.values())), "en")
    name, way = room.open()[0].name, f'href="/play/{room.tournament_id}/"'
    page = page_of(zoe, "/tables/")
    assert "Tournament · Register Watch" in _row(page, name).replace("\u00a0", " ") and way in page
    assert way not in page_of(inside, "/tables/")
    room.now += timedelta(hours=1)
    assert "Register" not in _row(page_of(zoe, "/tables/"), name)
