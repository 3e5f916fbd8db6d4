"""Rehearsal players sit at the demo table, are marked as such, and play lawful hands by the public commands."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from play.models import DealtHand, HandAct, PlayTable
from rules.cards import Card
from simulation.rehearsal_players import PLAYERS, TABLES, choose, look, open_demo_table, thinks
from tests import cast
from tests.play.conftest import AtTable


def test_the_demo_table_is_opened_once_with_its_players(db):
    house = cast.house()
    where = {
        "venue_id": house.venue_id,
        "director": house.ana.actor,
        "desk": house.desi.actor,
        "at": cast.OPEN,
    }
    first = open_demo_table(**where)
    assert open_demo_table(**where) == first
    table = PlayTable.objects.get()
    assert len(table.seats) == PLAYERS
    assert all(kept["rehearsal"] for kept in table.seats)
    # the same people sit at the other one, too
    assert open_demo_table(**where, game="plo") == open_demo_table(**where, game="plo") != first
    other = PlayTable.objects.exclude(pk=first).get()
    assert other.game == "plo" and [one["player_id"] for one in other.seats] == [
        one["player_id"] for one in table.seats
    ]


@pytest.mark.rule("PT-H.11", "PT-H.74", "PT-O.11", "PT-O.74")
@pytest.mark.parametrize("game", TABLES)
def test_they_play_whole_hands_and_take_their_time(db, game):
    house = cast.house()
    table_id = open_demo_table(
        venue_id=house.venue_id, director=house.ana.actor, desk=house.desi.actor, at=cast.OPEN, game=game
    )
    at_table = AtTable(house, table_id)
    random, waits = Random(4), {}
    while at_table.row.hand_number < 6:
        if at_table.row.due_kind != "decide":
            at_table.due()
            continue
        turn = at_table.row.turn
        at_table.now = max(at_table.now, at_table.row.from_at)
        waits = look(at=at_table.now, random=random, waits=waits)
        assert at_table.row.turn == turn  # nobody acts the moment it is their turn
        while at_table.row.turn == turn:
            at_table.now += timedelta(seconds=0.5)
            waits = look(at=at_table.now, random=random, waits=waits)
    assert set(HandAct.objects.values_list("manner", flat=True)) == {"player"}
    # whoever acted in the hand before gave a word with it, once the own chain counts: two hands after the first act
    later = DealtHand.objects.filter(number__gt=2, dealt_at__isnull=False)
    assert len(later) == 4
    for hand in later:
        acted = set(HandAct.objects.filter(hand__number=hand.number - 1).values_list("seat", flat=True))
        begun = set(HandAct.objects.filter(hand__number__lt=hand.number - 1).values_list("seat", flat=True))
        assert {kept[0] for kept in hand.words} == acted & begun
    assert len(set(HandAct.objects.values_list("act", flat=True))) >= 3
    refills = sum(one["chips"] for one in at_table.row.seats)
    assert refills % at_table.row.small_blind_chips == 0 or refills >= PLAYERS * at_table.row.stack_chips // 2


def test_a_choice_is_lawful_whatever_the_cards():
    random = Random(1)
    hands = [[Card.of("As"), Card.of("Kd")], [Card.of(text) for text in ("As", "Ks", "7d", "2c")]]
    for turn in range(1200):
        cards = hands[turn % 2]
        facing = random.choice([0, 50, 100, 9_000])
        least = random.choice([None, 200, 9_500])
        options = {
            "facing_chips": facing, "may_check": facing == 0, "stack_chips": 10_000, "bet_chips": facing,
            "pot_chips": 150, "raise_from_chips": least, "raise_to_chips": None if least is None else 10_000,
        }  # fmt: skip
        word, to = choose(
            options, cards=cards, manner=random.choice(["tight", "loose", "chance"]), random=random
        )
        if word in ("bet", "raise"):
            assert least is not None and least <= to <= 10_000
            assert (word == "bet") is (facing == 0)
        assert not (word == "check" and facing) and not (word == "call" and not facing)
        assert not (word == "fold" and not facing)
        assert 0.5 < thinks(random) < 8
