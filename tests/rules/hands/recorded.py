"""Hands that were played and written down: their deal, and what happened next to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.betting import Options
from rules.cards import Card
from rules.hands import (
    Act,
    CardGame,
    CardsDue,
    Hand,
    HandOver,
    HeadsUp,
    Limit,
    Settlement,
    Stakes,
    TablePolicies,
    act,
    begin,
    needs,
    open_street,
    settle,
)
from rules.levels import AnteDue, AnteKind

FILE = Path(__file__).with_name("recorded.jsonl")


def recorded(file: Path = FILE) -> Iterator[dict[str, Any]]:
    for line in file.read_text().splitlines():
        yield json.loads(line)


def stakes_of(told: Mapping[str, Any]) -> Stakes:
    """The blinds and the ante of the recorded hand."""
    antes = [chips for chips in told["antes"] if chips]
    each = len(antes) == told["seats"]
    kind = AnteKind.NONE if not antes else AnteKind.EACH if each else AnteKind.BIG_BLIND
    small, big = sorted(chips for chips in told["blinds"] if chips)
    return Stakes(
        small_blind_chips=small,
        big_blind_chips=big,
        big_bet_chips=told["big_bet"] or 0,
        ante=AnteDue(kind=kind, chips=antes[0] if antes else 0),
    )


def deal(told: Mapping[str, Any]) -> Hand:
    """The recorded hand before its first act."""
    return begin(
        seats=dict(enumerate(told["stacks"], start=1)),
        button=told["button"],
        stakes=stakes_of(told),
        policies=TablePolicies(
            game=CardGame(told["game"]),
            limit=Limit(told["limit"]),
            heads_up=HeadsUp.BUTTON_SMALL,
            cap=4 if told["limit"] == "fixed_limit" else None,
        ),
    )


def replay(told: Mapping[str, Any]) -> tuple[Hand, Settlement]:
    """The recorded hand at its end; an act that is not lawful, or out of turn, is refused."""
    hand = deal(told)
    acts, board = iter(told["acts"]), [Card.of(text) for text in told["board"]]
    while not isinstance(due := needs(hand), HandOver):
        if isinstance(due, CardsDue):
            first = len(hand.board)
            hand = open_street(hand, cards=board[first : first + due.count])
        else:
            seat, said, total = next(acts)
            hand = act(hand, turn=hand.turn, seat=seat, act=act_of(due.options, said), to_chips=total)
    assert not list(acts), "the record goes on"
    holes = {seat: [Card.of(text) for text in told["hole"][str(seat)]] for seat in hand.live}
    return hand, settle(hand, holes=holes)


def act_of(options: Options, said: str) -> Act:
    """What the record says, as an act of who has these options."""
    if said == "check_or_call":
        return Act.CHECK if options.may_check else Act.CALL
    return Act.FOLD if said == "fold" else Act.RAISE
