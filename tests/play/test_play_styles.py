"""How players play: exact figures over hands that were played through the commands."""

from __future__ import annotations

from datetime import timedelta

import pytest

from play.commands.act import act
from play.models import HandAct, HandOfPlayer, TableKind
from play.queries.play_styles import styles_of_house
from tests import cast
from tests.play.cash import house as house_with_cash
from tests.play.cash import open_cash
from tests.play.conftest import open_one
from tests.play.test_history import check_down, fold_out

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PT-H.11", "PT-O.11")]

DAY = cast.OPEN.date()


def styles(table, *, kind=TableKind.DEMO, last=DAY + timedelta(days=1)):
    seats = {person.player_id: seat for seat, person in table.people.items()}
    found = styles_of_house(table.house.venue_id, kind=kind, first=DAY, last=last)
    return {seats[line.player_id]: line for line in found}


def played(line):
    return line.hands, line.net_chips, line.net_bb, line.entered, line.raised, line.decisions


def test_results_and_chips_put_in_before_the_flop(three):
    raiser, small, big = three.to_act, three.hand.small_blind, three.hand.big_blind
    three.act("raise", 300)
    three.act("call")
    three.act("fold")
    while three.row.due_kind != "decide":
        three.due()
    three.act("check")
    three.act("bet", 400)  # after the flop: neither entered nor raised
    three.act("fold")
    while three.row.due_kind != "open":
        three.due()
    found = styles(three)
    assert played(found[raiser]) == (1, 400, 400, 1, 1, 2)
    assert played(found[small]) == (1, -300, -300, 1, 0, 3)
    assert played(found[big]) == (1, -100, -100, 0, 0, 1)
    # everybody took a second each time
    assert {(line.fastest_ms, line.mean_ms, line.deviation_ms) for line in found.values()} == {
        (1000, 1000, 0)
    }
    # who won most comes first
    assert list(found) == [raiser, big, small]
    three.deal()
    before = styles(three)
    assert before == found  # a hand that is played is not counted
    check_down(three)
    after = styles(three)
    assert {line.hands for line in after.values()} == {2}
    # the big blind that checks has put nothing in of the own will
    big = next(
        act.seat
        for act in HandAct.objects.filter(hand__number=2, street="preflop").order_by("turn")
        if act.act == "check"
    )
    assert after[big].entered == found[big].entered
    assert sum(line.net_chips for line in after.values()) == 0


def test_what_took_no_thought_or_time_ran_out_is_no_decision(three):
    raiser, row = three.to_act, three.row
    person = three.people[raiser]
    cast.say(
        act,
        by=person,
        at=row.from_at + timedelta(milliseconds=999),
        table_id=row.pk,
        player_id=person.player_id,
        turn=row.turn,
        act="raise",
        to_chips=300,
    )
    three.due()
    three.act("fold")
    while three.row.due_kind != "open":
        three.due()
    found = styles(three)
    late = HandAct.objects.get(manner="timeout").seat
    assert (found[raiser].decisions, found[raiser].mean_ms, found[raiser].raised) == (0, 0, 1)
    assert (found[late].decisions, found[late].fastest_ms) == (0, 0)


def test_cash_counts_in_cents_and_other_tables_and_days_do_not_count():
    table = open_cash(house_with_cash(), rake_bp=500)
    for seat in (1, 2):
        table.sit(seat)
    table.deal()
    small, big = table.hand.small_blind, table.hand.big_blind
    table.fold_out()
    found = styles(table, kind=TableKind.CASH)
    assert (found[small].net_chips, found[small].net_bb) == (-50, -50)
    assert (found[big].net_chips, found[big].net_bb, found[big].currency) == (50, 50, table.house.currency)
    assert styles(table) == {} and styles(table, kind=TableKind.TOURNAMENT) == {}
    other = open_one(cast.house(name="Outra"))
    assert styles_of_house(other.house.venue_id, kind=TableKind.CASH, first=DAY, last=DAY) == []
    before = {"first": DAY - timedelta(days=9), "last": DAY - timedelta(days=1)}
    assert styles_of_house(table.house.venue_id, kind=TableKind.CASH, **before) == []


def test_the_deviation_is_that_of_single_hands(three):
    fold_out(three)
    three.deal()
    fold_out(three)
    seat = 2
    for number, (staked, won) in {1: (300, 0), 2: (0, 500)}.items():
        HandOfPlayer.objects.filter(seat=seat, hand__number=number).update(staked_chips=staked, won_chips=won)
    line = styles(three)[seat]
    # −3 and +5 big blinds: one on the average, √32 around it
    assert (line.hands, line.net_bb, line.deviation_bb) == (2, 200, 566)
    assert line.alerts == ()
