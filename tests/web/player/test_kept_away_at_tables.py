"""Who takes a break with chips at a table reads what becomes of them, and it becomes so."""

from __future__ import annotations

from datetime import timedelta

import pytest

from access import moment
from dispatch.models import Fact
from people.commands.exclude_player import exclude_player
from people.models import Exclusion
from play.commands.hold_table import hold_table
from play.commands.sit import sit
from play.models import Sitting
from tests import cast
from tests.play.cash import house as cash_house
from tests.play.cash import open_cash
from tests.play.conftest import open_one
from tests.play.room import started
from tests.web.player.test_cash_tables import browser, page_of, post, said
from tournaments import tasks

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.rule("PT-T.21", "PT-H.10", "PT-H.35", "REGULATIONS 2.10"),
]


@pytest.fixture
def table(monkeypatch):
    table = open_cash(cash_house())
    monkeypatch.setattr(moment, "at", lambda: table.now)
    return table


def asks(person, language="en"):
    return said(post(browser(person, language), "/me/away/", span="7", sure="on"))


def answers(person, language="en"):
    return said(post(browser(person, language), "/me/away/", span="7", sure="on", asked="on"))


def test_chips_at_a_table_where_nobody_else_plays_come_back_at_once(table):
    rui = table.sit(3, "Rui", cents=5_050)
    asked = asks(rui)
    assert "You leave these tables, and your chips go into your balance:" in asked
    assert 'Cash 0,50: <b class="figures">R$50.50</b>' in asked
    # a question moves nothing
    assert table.wallet(3) == 14_950 and table.escrow() == 5_050 and not Exclusion.objects.exists()
    assert "Cash 0,50: R$50.50 is back in the balance." in answers(rui)
    assert table.wallet(3) == 20_000 and table.escrow() == 0 and table.row.seats == []
    assert (table.row.due_kind, table.row.due_at) == ("", None)
    sitting = Sitting.objects.get()
    assert (sitting.taken_chips, sitting.left_at) == (5_050, table.now)
    table.check()
    # who has nothing anywhere is told of nothing
    assert "You leave these tables" not in asks(cast.person("Eva"))


def test_a_hand_is_played_to_its_end_and_then_the_chips_come_back_though_nobody_is_dealt_to(table):
    for seat in (1, 2):
        table.sit(seat, cents=5_000)
    table.deal()
    me = table.people[table.to_act]
    mine = table.to_act
    asked = asks(me)
    assert "Cash 0,50: you play the hand to its end first" in asked
    done = answers(me)
    assert (
        "Cash 0,50: the hand is played to its end; then what is left of the stack goes into the balance."
        in done
    )
    assert table.stack(mine) == 5_000 and table.row.stage == "playing"
    # the own page says so, also one that is open on another device, and nobody else's does
    last = "You are excluded from playing: you leave the table when this hand is over."
    where = f"/tables/{table.table_id}/"
    assert page_of(browser(me, "en"), where).count(last) == 2  # as it is written and for what is told later
    assert page_of(browser(table.people[3 - mine], "en"), where).count(last) == 1
    told = Fact.objects.get(kind="last_hand_for_barred")
    assert (told.body["seat"], told.audience) == (mine, f"player:{me.player_id}")
    assert told.touches == [f"player/{me.player_id}/play/{table.table_id}"]
    # nothing more is brought in it, and nothing asks for that
    page = page_of(browser(me, "en"), f"/tables/{table.table_id}/top-up/")
    assert "You are excluded from playing at present." in page and 'name="amount"' not in page
    assert 'name="amount"' in page_of(browser(table.people[3 - mine]), f"/tables/{table.table_id}/top-up/")
    assert not any(one.get("leaves") for one in table.row.seats)
    # it is played by who plays it, and nobody folds for the player
    table.act("call")
    table.leave(3 - mine)
    while table.row.stage == "playing":
        table.act("fold") if table.row.due_kind == "decide" and table.to_act == mine else table.due()
    table.until("close")
    table.due()
    assert table.row.seats == [] and table.escrow() == 0
    assert (table.wallet(mine), table.wallet(3 - mine), table.rake()) == (19_900, 20_100, 0)
    table.check()


def test_at_a_table_that_is_held_the_chips_come_back_at_once_too(table):
    rui, _eva = table.sit(1, "Rui"), table.sit(2, "Eva")
    cast.say(hold_table, by=table.house.ana, at=table.now, table_id=table.table_id, reason="x")
    assert "Cash 0,50: R$100.00 is back in the balance." in answers(rui)
    assert table.wallet(1) == 20_000 and [one["seat"] for one in table.row.seats] == [2]
    table.check()


def test_at_several_tables_each_is_told_and_play_chips_are_no_money(table):
    rui = table.sit(3, "Rui", cents=5_000)
    demo = open_one(table.house)
    demo.sit(1, "Eva")
    cast.say(sit, by=rui, at=table.now, table_id=demo.table_id, player_id=rui.player_id, seat=2)
    asked = asks(rui)
    assert asked.count("R$50.00") == 1 and f"{demo.row.name}: play chips" in asked
    assert "You leave these tables, and your chips go into your balance:" in asked
    # who sits where chips are worth nothing alone reads of no balance to which they go
    alone = asks(demo.people[1])
    assert "You leave these tables:" in alone and f"{demo.row.name}: play chips" in alone
    assert "your chips go" not in alone
    done = answers(rui)
    assert "Cash 0,50: R$50.00 is back in the balance." in done and f"{demo.row.name}: left." in done
    assert [one["seat"] for one in demo.row.seats] == [1] and table.row.seats == []


def test_what_was_begun_in_a_tournament_is_played_to_its_end(monkeypatch):
    room = started(cast.house(), players=3)
    monkeypatch.setattr(moment, "at", lambda: room.now)
    me = next(iter(room.people.values()))
    name = room.rows()[0].tournament.name
    asked = asks(me)
    assert "These you play to their end; your seat and your chips stay:" in asked and name in asked
    assert f"{name}: you play it to its end." in answers(me)
    assert me.player_id in {one["player_id"] for row in room.open() for one in row.seats}
    room.check()


def test_whom_the_house_keeps_away_leaves_its_tables_and_the_desk_reads_it(table):
    rui = table.sit(3, "Rui", cents=5_000)
    table.sit(4, "Eva", cents=5_000)
    done = cast.say(
        exclude_player, by=table.house.ana, at=table.now, player_id=rui.player_id,
        venue_id=table.house.venue_id, reason="rude",
    )  # fmt: skip
    assert done["tables"] == [
        {"table_id": table.table_id, "table": "Cash 0,50", "cents": 5_000, "currency": "BRL", "at_once": True}
    ]
    assert table.wallet(3) == 20_000 and [one["seat"] for one in table.row.seats] == [4]
    table.check()


def kept_away_from(table, person, begins):
    return cast.say(
        exclude_player, by=table.house.ana, at=table.now, player_id=person.player_id,
        venue_id=table.house.venue_id, from_at=begins, reason="later",
    )  # fmt: skip


def test_whom_the_house_keeps_away_from_later_on_leaves_then_though_nobody_else_plays(table, monkeypatch):
    monkeypatch.setattr(tasks, "now", lambda: table.now)
    rui = table.sit(3, "Rui", cents=5_000)
    begins = table.now + timedelta(minutes=5)
    assert kept_away_from(table, rui, begins)["tables"] == []
    table.now = begins - timedelta(milliseconds=1)
    with cast.unchanged():
        tasks.sweep_exclusions()
    table.now = begins
    tasks.sweep_exclusions()
    assert (table.wallet(3), table.escrow(), table.row.seats) == (20_000, 0, [])
    assert Sitting.objects.get().left_at == begins
    with cast.unchanged():
        tasks.sweep_exclusions()
    table.check()


def test_what_begins_in_a_hand_or_at_another_house_moves_nobody_until_its_end(table, monkeypatch):
    monkeypatch.setattr(tasks, "now", lambda: table.now)
    for seat in (1, 2):
        table.sit(seat, cents=5_000)
    table.deal()
    table.now += timedelta(seconds=1)
    begins = table.now + timedelta(milliseconds=1)
    kept_away_from(table, table.people[1], begins)
    table.now = begins
    with cast.unchanged():
        tasks.sweep_exclusions()
    table.fold_out()
    assert [one["seat"] for one in table.row.seats] == [2]
    assert table.wallet(1) + table.wallet(2) + table.escrow() + table.rake() == 40_000
    table.check()
    other = cash_house()
    elsewhere = {"player_id": table.people[2].player_id, "venue_id": other.venue_id, "reason": "x"}
    cast.say(exclude_player, by=other.ana, at=table.now, **elsewhere)
    with cast.unchanged():
        tasks.sweep_exclusions()
