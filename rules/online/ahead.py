"""What a player decides before the turn comes: it holds for the price and the street that he saw."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.betting import Act


class Ahead(StrEnum):
    """fold: checks where that is free when the turn comes, at any price of this street. check, call: for the price that was seen."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreAct:
    """An act that waits for its turn. hand, street: for which it was meant; facing_chips: what a call cost then."""

    ahead: Ahead
    hand: int
    street: str
    facing_chips: int


def may_be_ahead(*, ahead: Ahead, facing_chips: int) -> bool:
    """Return whether this can be decided ahead at this price: a check where it is free, a call where it is not. Rule: PT-H.35"""
    if ahead is Ahead.CHECK:
        return facing_chips == 0
    return ahead is Ahead.FOLD or facing_chips > 0


def still_stands(pre_act: PreAct, *, hand: int, street: str, facing_chips: int) -> bool:
    """Return whether what was decided ahead still holds: never over a street, and a check or call for its own price alone.

    Rule: PT-H.34, PT-H.43
    """
    if (pre_act.hand, pre_act.street) != (hand, street):
        return False
    return pre_act.ahead is Ahead.FOLD or pre_act.facing_chips == facing_chips


def act_of(pre_act: PreAct, *, may_check: bool) -> Act:
    """Return what is done when the turn comes; a fold where checking is free is a check. Rule: PT-H.35, PT-H.45"""
    if pre_act.ahead is Ahead.CALL:
        return Act.CALL
    return Act.CHECK if may_check else Act.FOLD
