"""Who is all in when nobody can bet any more lies open; nobody else does."""

from __future__ import annotations

import pytest

from rules.cards import Card
from rules.hands import (
    Act,
    CardGame,
    Hand,
    Stakes,
    TablePolicies,
    act,
    begin,
    needs,
    open_rows,
    open_street,
    turn_up,
)
from rules.refusals import Refused

pytestmark = pytest.mark.rule("ADTP.16")

HOLES = {2: [Card.of("As"), Card.of("Ah")], 3: [Card.of("Kd"), Card.of("Kc")]}


def all_in() -> Hand:
    hand = begin(
        seats={1: 500, 2: 500, 3: 500},
        button=1,
        stakes=Stakes(small_blind_chips=5, big_blind_chips=10),
        policies=TablePolicies(),
    )
    for seat, done, to in ((1, Act.FOLD, 0), (2, Act.RAISE, 500), (3, Act.CALL, 0)):
        hand = act(hand, turn=hand.turn, seat=seat, act=done, to_chips=to)
    return hand


def test_they_lie_open_to_the_river_and_are_read_back_as_they_were():
    hand = turn_up(all_in(), holes=HOLES)
    assert open_rows(hand) == [[2, ["As", "Ah"]], [3, ["Kd", "Kc"]]]
    for street in (["2c", "7d", "9h"], ["Ts"], ["3d"]):
        hand = open_street(hand, cards=[Card.of(text) for text in street])
        assert Hand.from_dict(hand.as_dict()) == hand and open_rows(hand)[1] == [3, ["Kd", "Kc"]]
    with pytest.raises(Refused, match="cards_stay_down"):
        turn_up(hand, holes=HOLES)


@pytest.mark.parametrize(
    "holes",
    [{2: HOLES[2]}, {**HOLES, 1: [Card.of("2s"), Card.of("2h")]}, {**HOLES, 3: [Card.of("Kd")]}, {}],
)
def test_other_cards_than_those_of_everybody_left_are_refused(holes):
    with pytest.raises(Refused, match="cards_stay_down"):
        turn_up(all_in(), holes=holes)


def test_while_somebody_may_act_nothing_is_turned_up():
    hand = begin(
        seats={1: 500, 2: 500},
        button=1,
        stakes=Stakes(small_blind_chips=5, big_blind_chips=10),
        policies=TablePolicies(game=CardGame.HOLDEM),
    )
    assert "open" not in hand.as_dict() and needs(hand)
    with pytest.raises(Refused, match="cards_stay_down"):
        turn_up(hand, holes={1: HOLES[2], 2: HOLES[3]})
