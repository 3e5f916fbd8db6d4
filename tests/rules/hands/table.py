"""A table to play hands at: seats 1, 2, 3 …, acts in turn, cards in the order of a written board."""

from __future__ import annotations

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
)

STAKES = Stakes(small_blind_chips=50, big_blind_chips=100)
BOARD = "2c 7d 9h Js Kc"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(one) for one in text.split())


def dealt(
    *stacks: int,
    button: int = 1,
    stakes: Stakes = STAKES,
    limit: Limit = Limit.NO_LIMIT,
    cap: int | None = None,
    heads_up: HeadsUp = HeadsUp.AS_WRITTEN,
    game: CardGame = CardGame.HOLDEM,
) -> Hand:
    policies = TablePolicies(game=game, limit=limit, cap=cap, heads_up=heads_up)
    return begin(seats=dict(enumerate(stacks, start=1)), button=button, stakes=stakes, policies=policies)


def to_act(hand: Hand) -> int:
    due = needs(hand)
    assert isinstance(due, Decision)
    return due.seat


def play(hand: Hand, *acts: Act | int) -> Hand:
    """The hand after these acts in turn; a number is a bet or raise to it."""
    for one in acts:
        kind, total = (Act.RAISE, one) if isinstance(one, int) else (one, 0)
        hand = act(hand, turn=hand.turn, seat=to_act(hand), act=kind, to_chips=total)
    return hand


def turned(hand: Hand, *, board: str = BOARD) -> Hand:
    """The hand after the cards that are due were turned."""
    due = needs(hand)
    assert isinstance(due, CardsDue)
    first = len(hand.board)
    return open_street(hand, cards=cards(board)[first : first + due.count])


def played_out(hand: Hand, *, board: str = BOARD) -> Hand:
    """The hand at its end: all cards turned, everybody checks or calls."""
    while not isinstance(due := needs(hand), HandOver):
        if isinstance(due, CardsDue):
            hand = turned(hand, board=board)
        else:
            hand = play(hand, Act.CHECK if due.options.may_check else Act.CALL)
    return hand
