"""Hands of hold'em and Omaha: which five cards are better, and a whole hand as a value.

hand = begin(seats={1: 1500, 2: 1500}, button=1, stakes=stakes, policies=policies)
needs(hand)                                   a Decision, CardsDue or HandOver
hand = act(hand, turn=0, seat=2, act=Act.CALL)
hand = open_street(hand, cards=flop)
settle(hand, holes=holes)                     pots, shares, what is shown, stacks
"""

from __future__ import annotations

from rules.betting import Act, Limit, Options
from rules.hands.evaluator import CardGame, make_tables
from rules.hands.hand import (
    CARDS_OF,
    MAX_SEATS,
    CardsDue,
    Decision,
    Hand,
    HandOver,
    HandSeat,
    HeadsUp,
    Stakes,
    Street,
    TablePolicies,
    act,
    begin,
    can_bet,
    needs,
    open_rows,
    open_street,
    options,
    turn_up,
)
from rules.hands.replay import ChipsInHand, PlayedAct, ReplayStep, chips_of_hand, replay
from rules.hands.settlement import PotWon, Settlement, Shown, read, read_so_far, settle, share_pots

__all__ = [
    "CARDS_OF",
    "MAX_SEATS",
    "Act",
    "CardGame",
    "CardsDue",
    "ChipsInHand",
    "Decision",
    "Hand",
    "HandOver",
    "HandSeat",
    "HeadsUp",
    "Limit",
    "Options",
    "PlayedAct",
    "PotWon",
    "ReplayStep",
    "Settlement",
    "Shown",
    "Stakes",
    "Street",
    "TablePolicies",
    "act",
    "begin",
    "can_bet",
    "chips_of_hand",
    "make_tables",
    "needs",
    "open_rows",
    "open_street",
    "options",
    "read",
    "read_so_far",
    "replay",
    "settle",
    "share_pots",
    "turn_up",
]
