"""Chips that come to a stack when a hand is over: filled up by themselves, or wished once while it was played; within all that is asked of
who adds chips."""

from __future__ import annotations

import pytest

from dispatch.facts import SYSTEM
from dispatch.models import Fact
from ledger.commands.withdraw import withdraw
from ledger.models import Transfer
from people.commands.exclude_self import exclude_self
from people.commands.set_play_limit import set_play_limit
from play.commands.close_hand import close_hand
from play.commands.keep_stack import keep_stack
from play.commands.leave import leave
from play.commands.sit_out import sit_out
from play.models import PlayTable, Sitting
from tests import cast
from tests.play.cash import known, open_cash
from tests.play.conftest import open_one
from tests.play.test_cash_races import asks, outcomes
from tournaments.commands.update_venue import update_venue

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.12")]


@pytest.fixture
def table():
    found = open_cash()
    for seat in (1, 2):
        found.sit(seat, cents=5_000)
    return found


def keeps(table, seat, cents):
    return table.say(keep_stack, table.people[seat], cents=cents)


def kept(table, seat):
    one = next(one for one in table.row.seats if one["seat"] == seat)
    return one.get("kept_cents", 0), one.get("kept_ended", "")


def loses(table, seat, cents):
    """A stack of the last hand's end, as it might have been."""
    row = table.row
    other = 3 - seat
    for one in row.seats:
        one["chips"] += -cents if one["seat"] == seat else cents if one["seat"] == other else 0
    row.save(update_fields=["seats"])


def hand(table, *, loser=0, cents=0):
    """A hand that somebody lost so much in, to its end."""
    table.deal()
    while table.row.stage == "playing":
        table.act("fold")
    table.until("close")
    if loser:
        loses(table, loser, cents)
    table.due()


@pytest.mark.rule("PT-H.11", "PT-H.14")
def test_a_stack_is_filled_up_after_the_hand_and_not_before(table):
    assert keeps(table, 1, 5_000) == {"table_id": table.table_id, "cents": 5_000}
    assert (table.wallet(1), table.stack(1)) == (15_000, 5_000)
    hand(table, loser=1, cents=3_000)
    filled = 20_000 - 5_000 - table.wallet(1)
    assert table.stack(1) == 5_000 and filled > 2_900
    assert [one.amount_cents for one in Transfer.objects.filter(kind="table_fill_up")] == [filled]
    assert Sitting.objects.get(seat=1).brought_chips == 5_000 + filled
    assert table.row.due_kind == "open"
    table.check()
    # who has more than that is left alone, and it ends when one says so
    hand(table, loser=2, cents=1_000)
    assert Transfer.objects.filter(kind="table_fill_up").count() == 1
    keeps(table, 1, 0)
    hand(table, loser=1, cents=3_000)
    assert Transfer.objects.filter(kind="table_fill_up").count() == 1
    assert kept(table, 1) == (0, "")
    table.check()


@pytest.mark.rule("PT-H.15")
def test_who_has_lost_everything_plays_on_without_sitting_out(table):
    keeps(table, 1, 2_000)
    table.deal()
    while table.row.stage == "playing":
        table.act("fold")
    table.until("close")
    loses(table, 1, table.stack(1))
    table.due()
    assert (table.stack(1), table.row.due_kind) == (2_000, "open")
    assert next(one for one in table.row.seats if one["seat"] == 1)["away_since"] == ""
    table.check()


@pytest.mark.rule("PT-H.17")
def test_where_the_commission_is_of_what_is_brought_the_stack_is_as_large_as_was_wished():
    table = open_cash(rake_manner="buy_in", rake_bp=1_000)
    for seat in (1, 2):
        table.sit(seat, cents=5_000)
    keeps(table, 1, 4_000)
    hand(table, loser=1, cents=2_000)
    assert table.stack(1) == 4_000
    table.check()


@pytest.mark.parametrize("cents", [1_999, 10_001])
def test_no_more_and_no_less_than_one_may_bring(table, cents):
    with cast.refused("bad_kept_stack"):
        keeps(table, 1, cents)
    eva = known(table.house, "Eva", cents=0)
    with cast.refused("not_at_table"):
        table.say(keep_stack, eva, cents=5_000)
    with cast.refused("forbidden"):
        cast.say(
            keep_stack,
            by=table.people[2],
            at=table.now,
            table_id=table.table_id,
            player_id=table.people[1].player_id,
            cents=5_000,
        )
    demo = open_one(table.house)
    one = demo.sit(1)
    with cast.refused("not_a_cash_table"):
        cast.say(
            keep_stack, by=one, at=demo.now, table_id=demo.table_id, player_id=one.player_id, cents=5_000
        )


def _limit(table, one):
    cast.say(set_play_limit, by=one, player_id=one.player_id, unit="BRL", period="day", amount_cents=5_000)


def _closed(table, one):
    cast.say(update_venue, by=table.house.olga, venue_id=table.house.venue_id, changes={"cash_tables": False})


def _poor(table, one):
    cast.say(
        withdraw,
        by=table.house.desi,
        venue_id=table.house.venue_id,
        player_id=one.player_id,
        unit="BRL",
        amount_cents=14_000,
        method="cash",
    )


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    ("stands_in_the_way", "code"),
    [
        (_limit, "play_limit_reached"),
        (_closed, "no_cash_tables"),
        (_poor, "insufficient_funds"),
    ],
)
def test_what_refuses_a_tap_ends_the_wish_and_the_table_goes_on(table, stands_in_the_way, code):
    one = table.people[1]
    keeps(table, 1, 5_000)
    table.deal()
    while table.row.stage == "playing":
        table.act("fold")
    table.until("close")
    loses(table, 1, 3_000)
    stands_in_the_way(table, one)
    had, chips = table.wallet(1), table.stack(1)
    table.due()
    assert (kept(table, 1), table.wallet(1), table.stack(1)) == ((0, code), had, chips)
    assert not Transfer.objects.filter(kind="table_fill_up").exists()
    told = Fact.objects.filter(kind="stack_kept").order_by("-id").first()
    assert (told.body["ended"], told.audience) == (code, f"player:{one.player_id}")
    assert table.row.due_kind == "open"
    table.check()


@pytest.mark.rule("PT-T.21")
def test_who_is_excluded_between_two_hands_has_the_stack_back_and_is_not_filled_up(table):
    one = table.people[1]
    keeps(table, 1, 5_000)
    table.deal()
    while table.row.stage == "playing":
        table.act("fold")
    table.until("close")
    loses(table, 1, 3_000)
    had, chips = table.wallet(1), table.stack(1)
    cast.say(exclude_self, by=one, player_id=one.player_id)
    assert (table.wallet(1), [seat["seat"] for seat in table.row.seats if seat["player_id"]]) == (
        had + chips,
        [2],
    )
    assert not Transfer.objects.filter(kind="table_fill_up").exists()
    table.due()
    assert (table.row.stage, table.wallet(1)) == ("waiting", had + chips)
    table.check()


def test_nobody_is_filled_up_who_sits_out(table):
    keeps(table, 1, 5_000)
    table.deal()
    table.say(sit_out, table.people[1])
    while table.row.stage == "playing":
        table.due()
    table.until("close")
    loses(table, 1, 3_000)
    table.due()
    assert not Transfer.objects.filter(kind="table_fill_up").exists() and kept(table, 1) == (5_000, "")
    table.check()


def wish(table, seat):
    one = next(one for one in table.row.seats if one["seat"] == seat)
    return one.get("adds_cents", 0), one.get("adds_ended", "")


def plays_out(table, *, loser=0, cents=0):
    """The hand that is played, to its end."""
    while table.row.stage == "playing":
        table.act("fold")
    table.until("close")
    if loser:
        loses(table, loser, cents)


@pytest.mark.rule("PT-H.11", "PT-H.14", "PT-H.15")
@pytest.mark.parametrize(
    ("wished", "lost", "added", "ended"),
    [
        (2_000, 1_000, 2_000, ""),
        (9_000, 1_000, 6_000, ""),  # up to the largest buy-in
        (1_000, -6_000, 0, "stack_is_full"),
        (50, 4_980, 0, "bad_top_up"),  # it would stay under one big blind
        (2_000, 5_000, 2_000, ""),  # all of it lost: dealt in again
    ],
)
def test_what_was_wished_in_a_hand_is_added_when_it_is_over(table, wished, lost, added, ended):
    table.deal()
    assert table.top_up(1, wished)["at_once"] is False
    told = Fact.objects.filter(kind="chips_wished").get()
    assert (told.body["cents"], told.audience) == (wished, f"player:{table.people[1].player_id}")
    assert (wish(table, 1), table.wallet(1)) == ((wished, ""), 15_000)
    plays_out(table)
    row = table.row
    for one in row.seats:
        one["chips"] = 5_000 - lost if one["seat"] == 1 else one["chips"]
    # what the other one has: all that lies there, less that
    row.seats[1]["chips"] = table.escrow() - row.seats[0]["chips"]
    row.save(update_fields=["seats"])
    table.due()
    assert (wish(table, 1), table.wallet(1)) == ((0, ended), 15_000 - added)
    assert table.stack(1) == 5_000 - lost + added
    assert [one.amount_cents for one in Transfer.objects.filter(kind="table_top_up")] == [added] * bool(added)
    assert bool(table.row.seats[0]["away_since"]) == (table.stack(1) < 100)
    table.check()
    # once, and not after the next hand
    if table.row.due_kind == "open":
        hand(table)
        assert table.wallet(1) == 15_000 - added


def test_a_wish_is_taken_back_or_made_anew(table):
    table.deal()
    table.top_up(1, 1_000)
    table.top_up(1, 3_000)
    assert wish(table, 1) == (3_000, "")
    assert table.top_up(1, 0)["at_once"] is True
    assert wish(table, 1) == (0, "")
    for cents, code in ((10_001, "bad_top_up"), (15_001, "bad_top_up")):
        with cast.refused(code):
            table.top_up(1, cents)
    _poor(table, table.people[1])
    with cast.refused("insufficient_funds"):
        table.top_up(1, 1_001)
    plays_out(table)
    table.due()
    assert (wish(table, 1), table.wallet(1)) == ((0, ""), 1_000)
    table.check()


@pytest.mark.rule("PT-T.21")
@pytest.mark.parametrize(
    ("stands_in_the_way", "code"),
    [
        (_limit, "play_limit_reached"),
        (_closed, "no_cash_tables"),
        (_poor, "insufficient_funds"),
    ],
)
def test_what_refuses_a_tap_ends_what_was_wished_in_the_hand(table, stands_in_the_way, code):
    table.deal()
    table.top_up(1, 3_000)
    stands_in_the_way(table, table.people[1])
    plays_out(table)
    had, chips = table.wallet(1), table.stack(1)
    table.due()
    assert (wish(table, 1), table.wallet(1), table.stack(1)) == ((0, code), had, chips)
    assert table.row.due_kind == "open"
    table.check()


@pytest.mark.rule("PT-H.10")
def test_who_leaves_takes_no_wish_along(table):
    table.deal()
    table.top_up(1, 3_000)
    table.say(leave, table.people[1])
    while table.row.stage == "playing":
        table.due()
    table.until("close")
    table.due()
    assert not Transfer.objects.filter(kind="table_top_up").exists()
    assert {one["seat"] for one in table.row.seats} == {2}
    table.check()


@pytest.mark.rule("PT-H.10")
def test_one_goes_home_another_is_filled_up_and_all_wallets_are_locked_in_one_order(table):
    table.sit(3, cents=5_000)
    keeps(table, 2, 5_000)
    keeps(table, 3, 5_000)
    table.deal()
    table.say(leave, table.people[1])
    while table.row.stage == "playing":
        if table.row.due_kind == "decide" and table.to_act != 1:
            table.act("fold")
        else:
            table.due()
    table.until("close")
    row = table.row
    for one in row.seats:
        one["chips"] -= {2: 1_500, 3: 2_500, 1: -4_000}[one["seat"]]
    row.save(update_fields=["seats"])
    table.due()
    assert [(one["seat"], one["chips"]) for one in table.row.seats if one["chips"] < 5_000] == []
    assert {one["seat"] for one in table.row.seats} == {2, 3}
    table.check()


@pytest.mark.django_db(transaction=True)
def test_the_wish_ends_while_the_hand_does():
    table = open_cash()
    for seat in (1, 2):
        table.sit(seat, cents=5_000)
    keeps(table, 1, 5_000)
    table.deal()
    while table.row.stage == "playing":
        table.act("fold")
    table.until("close")
    loses(table, 1, 3_000)
    done, refused = outcomes(
        cast.together(
            [
                asks(keep_stack, table, table.people[1], cents=0),
                lambda: cast.asked(
                    close_hand,
                    by=SYSTEM,
                    at=table.row.due_at,
                    table_id=table.table_id,
                    turn=PlayTable.objects.get(pk=table.table_id).turn,
                ),
            ]
        )
    )
    assert len(done) == 2 and refused == []
    assert kept(table, 1)[0] == 0
    added = sum(one.amount_cents for one in Transfer.objects.filter(kind="table_fill_up"))
    assert table.wallet(1) == 15_000 - added and added in (0, 5_000 - (table.stack(1) - added))
    table.check()
