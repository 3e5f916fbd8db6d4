"""Hands played by lawful acts at random: chips are kept, turns rise, nobody acts twice in a turn, every pot is shared."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import Card
from rules.hands import (
    Act,
    CardGame,
    CardsDue,
    Decision,
    Hand,
    HandOver,
    HeadsUp,
    Limit,
    Stakes,
    TablePolicies,
    act,
    begin,
    needs,
    open_street,
    settle,
)
from rules.levels import AnteDue, AnteKind
from rules.refusals import Refused

ANTES = (
    AnteDue(kind=AnteKind.NONE),
    AnteDue(kind=AnteKind.EACH, chips=3),
    AnteDue(kind=AnteKind.BIG_BLIND, chips=10),
    AnteDue(kind=AnteKind.BIG_BLIND, chips=10, ante_first=False),
)


@st.composite
def played_hands(draw: st.DrawFn) -> tuple[list[Hand], list[Card]]:
    """Every state of a hand from the blinds to its end, and the deck it was dealt from."""
    stacks = draw(st.lists(st.integers(1, 400), min_size=2, max_size=10))
    seats = {2 * n + 1: chips for n, chips in enumerate(stacks)}
    deck = [Card(n) for n in range(52)]
    Random(draw(st.integers(0, 1 << 32))).shuffle(deck)
    hand = begin(
        seats=seats,
        button=draw(st.sampled_from(sorted(seats))),
        stakes=Stakes(
            small_blind_chips=5, big_blind_chips=10, big_bet_chips=20, ante=draw(st.sampled_from(ANTES))
        ),
        policies=TablePolicies(
            game=draw(st.sampled_from(list(CardGame))),
            limit=draw(st.sampled_from(list(Limit))),
            heads_up=draw(st.sampled_from(list(HeadsUp))),
            cap=draw(st.sampled_from([None, 3])),
        ),
        turn=draw(st.integers(0, 1000)),
    )
    states = [hand]
    while not isinstance(due := needs(hand), HandOver):
        if isinstance(due, CardsDue):
            first = len(hand.board)
            hand = open_street(hand, cards=deck[first : first + due.count])
        else:
            may = due.options
            acts = [Act.CHECK] if may.may_check else [Act.FOLD, Act.CALL, Act.CALL]
            kind = draw(st.sampled_from([*acts, *([Act.RAISE] if may.may_raise else [])]))
            total = 0
            if may.raise_from_chips is not None and may.raise_to_chips is not None and kind is Act.RAISE:
                total = draw(st.integers(may.raise_from_chips, may.raise_to_chips))
            hand = act(hand, turn=due.turn, seat=due.seat, act=kind, to_chips=total)
        states.append(hand)
    return states, deck


@pytest.mark.rule("PT-H.27", "PT-H.33", "PT-H.40–42", "PT-H.60", "PT-H.62")
@pytest.mark.rule("PT-O.27", "PT-O.33", "PT-O.40–42", "PT-O.60", "PT-O.62")
@settings(max_examples=100, deadline=None)
@given(played_hands())
def test_chips_are_kept_and_turns_rise(played: tuple[list[Hand], list[Card]]) -> None:
    states, deck = played
    total = sum(p.start_chips for p in states[0].seats)
    for hand in states:
        assert hand.pot_chips + sum(hand.stacks.values()) == total
        assert hand.pot_chips == hand.dead_chips + sum(hand.put_in.values())
        assert min(hand.stacks.values()) >= 0
        assert Hand.from_dict(hand.as_dict()) == hand
    for before, after in pairwise(states):
        acted = isinstance(needs(before), Decision)
        assert after.turn == before.turn + acted
        if acted and isinstance(due := needs(after), Decision) and len(after.live) > 1:
            assert due.seat != needs(before).seat  # type: ignore[union-attr]
        with pytest.raises(Refused, match="turn_passed"):
            act(after, turn=before.turn - 1, seat=1, act=Act.FOLD)
    end_is_whole(states[-1], deck, total)


def end_is_whole(hand: Hand, deck: list[Card], total: int) -> None:
    """Every pot is shared to the last chip among who played for it, and everybody's chips are the ones there were."""
    own = hand.policies.game.hole_cards
    holes = {seat: deck[5 + own * n : 5 + own * (n + 1)] for n, seat in enumerate(hand.live)}
    end = settle(hand, holes=holes)
    assert sum(end.stacks.values()) == total
    assert sum(p.chips for p in end.pots) + sum(end.returned.values()) == hand.pot_chips
    for pot in end.pots:
        assert sum(pot.shares.values()) == pot.chips
        assert set(pot.shares) <= set(pot.seats) <= set(hand.live)
        assert max(pot.shares.values()) - min(pot.shares.values()) <= 1
    assert sorted(s.seat for s in end.shown) == (sorted(hand.live) if len(hand.live) > 1 else [])
    assert set(end.busts) == {seat for seat, chips in end.stacks.items() if not chips}
    assert len(end.returned) <= 1
