"""A hand that is over, step by step: from its start, its acts and its board, as everybody at the table saw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.betting import Act
from rules.cards import Card
from rules.hands.hand import CardsDue, Hand, act, needs, open_street


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedAct:
    """An act as it was written down. to_chips: what stood in front of the player after it."""

    seat: int
    act: Act
    to_chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """The hand after one thing happened: an act, or cards on the board; neither in the first step, the blinds."""

    hand: Hand
    act: PlayedAct | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsInHand:
    """staked_chips: what a player put in and did not get back unmatched; won_chips: the shares of the pots."""

    staked_chips: int
    won_chips: int


def replay(hand: Hand, *, acts: Sequence[PlayedAct], board: Sequence[Card]) -> Iterator[ReplayStep]:
    """Yield a hand from its blinds to the last thing that happened in it, also of one that was made void before its end.

    Rule: PT-H.65, PT-O.65
    """
    yield ReplayStep(hand=hand)
    for one in acts:
        for step in _streets(hand, board):
            hand = step.hand
            yield step
        to = one.to_chips if one.act in (Act.BET, Act.RAISE) else 0
        hand = act(hand, turn=hand.turn, seat=one.seat, act=one.act, to_chips=to)
        yield ReplayStep(hand=hand, act=one)
    yield from _streets(hand, board)


def _streets(hand: Hand, board: Sequence[Card]) -> Iterator[ReplayStep]:
    """Open the streets that come before the next decision, as far as the board goes."""
    while isinstance(due := needs(hand), CardsDue):
        cards = tuple(board[len(hand.board) : len(hand.board) + due.count])
        if len(cards) < due.count:
            return
        hand = open_street(hand, cards=cards)
        yield ReplayStep(hand=hand, cards=cards)


def chips_of_hand(*, stacks: Mapping[int, int], result: Mapping[str, Any]) -> dict[int, ChipsInHand]:
    """Return what each seat put in and won. stacks: at the start; result: as `Settlement.as_dict` writes it, or of a void hand.

    Rule: PT-H.65, PT-H.67, PT-O.65, PT-O.67
    """
    won = dict.fromkeys(stacks, 0)
    for pot in result["pots"]:
        for seat, share in pot["shares"]:
            won[seat] += share
    after = dict(result["stacks"])
    return {
        seat: ChipsInHand(staked_chips=chips + won[seat] - after[seat], won_chips=won[seat])
        for seat, chips in stacks.items()
    }
