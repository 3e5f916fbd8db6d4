"""Who played with whom: exact figures over hands that were played through the commands."""

from __future__ import annotations

from datetime import timedelta

import pytest

from play.commands.void_hand import void_hand
from play.models import HandOfPlayer, TableKind
from play.queries.pairs import hands_of_pair, pairs_of_house
from rules.refusals import Refused
from tests import cast
from tests.play.cash import house as house_with_cash
from tests.play.cash import open_cash
from tests.play.conftest import open_one
from tests.play.test_history import fold_out

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

DAY = cast.OPEN.date()


def pairs(table, *, kind=TableKind.DEMO, first=DAY, last=DAY + timedelta(days=1)):
    """By the seats of the pair, the lower player's number first: the line."""
    seats = {person.player_id: seat for seat, person in table.people.items()}
    found = pairs_of_house(table.house.venue_id, kind=kind, first=first, last=last)
    return {(seats[line.first_id], seats[line.second_id]): line for line in found}


def finish(table):
    while table.row.due_kind != "open":
        table.due()


def raise_and_take(table):
    """The first to act raises to 300, the others fold; (who raised, small blind, big blind)."""
    small, big = table.hand.small_blind, table.hand.big_blind
    raiser = table.to_act
    table.act("raise", 300)
    while table.row.stage == "playing":
        table.act("fold")
    finish(table)
    return raiser, small, big


def between(line, one_is_first):
    """(hands, from one to the other, back, one faced, one folded, the other faced, the other folded)."""
    there, back = line.there_chips, line.back_chips
    one, two = (line.first_faced, line.first_folded), (line.second_faced, line.second_folded)
    if not one_is_first:
        there, back, one, two = back, there, two, one
    return line.hands, there, back, *one, *two


def of(found, one, two):
    """The figures of two seats, seen from the first one named."""
    return between(found[one, two], True) if (one, two) in found else between(found[two, one], False)


def test_what_blinds_lose_to_a_raise_goes_to_the_raiser_and_folds_are_counted(three):
    raiser, small, big = raise_and_take(three)
    found = pairs(three)
    assert len(found) == 3
    # hands, to the raiser, back, raises of the raiser faced and folded to, the other way
    assert of(found, small, raiser) == (1, 50, 0, 1, 1, 0, 0)
    assert of(found, big, raiser) == (1, 100, 0, 1, 1, 0, 0)
    assert of(found, small, big) == (1, 0, 0, 0, 0, 0, 0)


def test_a_call_and_a_reraise_are_raises_faced_and_a_fold_to_the_blind_is_none(three):
    raiser, small, big = three.to_act, three.hand.small_blind, three.hand.big_blind
    three.act("raise", 300)
    three.act("raise", 900)  # the small blind faces the first raise
    three.act("fold")  # the big blind faces the small blind's
    three.act("call")  # the raiser, too
    while three.row.due_kind != "decide":
        three.due()
    three.act("check")
    three.act("bet", 500)  # the raiser bets the flop
    three.act("fold")
    finish(three)
    found = pairs(three)
    assert of(found, small, raiser) == (1, 900, 0, 2, 1, 1, 0)
    assert of(found, big, raiser) == (1, 100, 0, 0, 0, 0, 0)
    assert of(found, big, small) == (1, 0, 0, 1, 1, 0, 0)
    three.deal()
    small, big = three.hand.small_blind, three.hand.big_blind
    before = of(found, small, big)
    fold_out(three)
    after = of(pairs(three), small, big)
    assert after[0] == 2 and after[1] == before[1] + 50 and after[3:] == before[3:]


def test_who_ran_out_of_time_is_not_counted_as_folding(three):
    raiser, small, big = three.to_act, three.hand.small_blind, three.hand.big_blind
    three.act("raise", 300)
    three.due()  # the small blind lets the time run out
    three.act("fold")
    finish(three)
    found = pairs(three)
    assert of(found, small, raiser) == (1, 50, 0, 0, 0, 0, 0)
    assert of(found, big, raiser) == (1, 100, 0, 1, 1, 0, 0)


def test_where_several_win_each_gets_of_a_loss_in_proportion_in_whole_chips(three):
    raise_and_take(three)
    staked = {2: (1000, 0), 5: (0, 201), 7: (0, 799)}
    for seat, (put, won) in staked.items():
        HandOfPlayer.objects.filter(seat=seat).update(staked_chips=put, won_chips=won)
    found = pairs(three)
    assert of(found, 2, 5)[1:3] == (201, 0)
    assert of(found, 2, 7)[1:3] == (799, 0)
    staked = {2: (100, 0), 5: (50, 0), 7: (0, 149)}  # the house took one
    for seat, (put, won) in staked.items():
        HandOfPlayer.objects.filter(seat=seat).update(staked_chips=put, won_chips=won)
    found = pairs(three)
    assert of(found, 2, 7)[1:3] == (99, 0)  # 149 · 100 / 150
    assert of(found, 5, 7)[1:3] == (49, 0)
    assert of(found, 2, 5)[1:3] == (0, 0)


def test_the_hands_of_a_pair_are_listed_the_largest_way_first_and_void_hands_count_for_nothing(three):
    seat = three.to_act
    raise_and_take(three)
    three.deal()
    three.act("raise", 5_000)
    cast.say(void_hand, by=three.house.ana, at=three.now, table_id=three.table_id, number=2, reason="Teste")
    three.deal()
    fold_out(three)
    one, two = (person.player_id for place, person in three.people.items() if place != seat)
    asked = {"kind": TableKind.DEMO, "first": DAY, "last": DAY}
    found = hands_of_pair(three.house.venue_id, players=(one, two), **asked)
    assert sorted(hand.number for hand in found) == [1, 3]
    assert {hand.table_id for hand in found} == {three.table_id}
    ways = [max(hand.there_chips, hand.back_chips) for hand in found]
    assert ways == sorted(ways, reverse=True)
    assert hands_of_pair(three.house.venue_id, players=(two, one), **asked) == found
    assert all(line.hands == 2 for line in pairs(three).values())


def test_only_this_house_these_tables_and_these_days_are_counted(three):
    raise_and_take(three)
    assert pairs(three, kind=TableKind.CASH) == {}
    assert pairs(three, first=DAY - timedelta(days=3), last=DAY - timedelta(days=1)) == {}
    assert pairs(three, first=DAY + timedelta(days=1)) == {}
    other = open_one(cast.house(name="Outra"))
    assert pairs_of_house(other.house.venue_id, kind=TableKind.DEMO, first=DAY, last=DAY) == []
    for first, last in ((DAY, DAY - timedelta(days=1)), (DAY, DAY + timedelta(days=92))):
        with pytest.raises(Refused) as no:
            pairs(three, first=first, last=last)
        assert no.value.code == "bad_period"
    assert len(pairs(three, last=DAY + timedelta(days=91))) == 3


def test_at_cash_tables_the_house_has_its_share_first_and_what_stands_out_is_named():
    table = open_cash(house_with_cash(), rake_manner="pot", rake_bp=500)
    for seat in (1, 2):
        table.sit(seat)
    winner = None
    for _ in range(20):
        table.deal()
        small = table.hand.small_blind
        winner = winner or small
        loser = next(seat for seat in (1, 2) if seat != winner)
        if small == winner:
            table.act("raise", 600)
            table.act("fold")
        else:
            table.act("fold")
        finish(table)
    line = of(pairs(table, kind=TableKind.CASH), loser, winner)
    # ten hands each way round: the big blind folded to a raise, the small blind folded before anybody raised
    assert line == (20, 1_500, 0, 10, 10, 0, 0)
    (found,) = pairs(table, kind=TableKind.CASH).values()
    assert found.currency == table.house.currency and abs(found.net_bb) == 1_500 and found.alerts == ()
    HandOfPlayer.objects.filter(hand__number=1, won_chips__gt=0).update(won_chips=10_000)
    HandOfPlayer.objects.filter(hand__number=1, staked_chips__gt=0, won_chips=0).update(staked_chips=10_000)
    (found,) = pairs(table, kind=TableKind.CASH).values()
    assert found.alerts == ("one_way",)
    table.check()
