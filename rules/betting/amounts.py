"""Amounts: how much a bet or raise must and may be, and what chips put forward are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_CHIPS = 1_000_000_000_000
"""More chips than any tournament issues; the bound of every chip amount that comes from outside."""


class Wager(StrEnum):
    """What an amount put forward turns out to be."""

    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all_in"
    UNDERCALL = "undercall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """The wager an amount amounts to and the total it binds to. `completed`: lifted to the lawful minimum;
    `capped`: lowered to the pot-limit maximum."""

    wager: Wager
    total_chips: int
    completed: bool = False
    capped: bool = False


def minimum_raise_to_chips(*, bet_chips: int, raise_chips: int) -> int:
    """Return the smallest total that raises: the bet plus the last full bet or raise.

    Rule: ADTP.43A, CASES 43-a, CASES 43-b
    """
    return bet_chips + raise_chips


def pot_limit_maximum_chips(
    *, pot_chips: int, bet_chips: int, mine_chips: int, missing_blind_chips: int = 0
) -> int:
    """Return the largest total of a pot-limit bet or raise: call first, then raise by all that is then in the pot.

    pot_chips: everything in the pot, bets in front included. missing_blind_chips: what an all-in blind lacks;
    before the flop a blind posted short counts as whole, afterwards pass 0.

    Rule: ADTP.54A, ADTP.54B, CASES 54-a, PT-H.24
    """
    return bet_chips + pot_chips + missing_blind_chips + (bet_chips - mine_chips)


def half_pot_maximum_chips(
    *, pot_chips: int, bet_chips: int, mine_chips: int, missing_blind_chips: int = 0
) -> int:
    """Return the largest total where half the pot is the limit: call first, then raise by half of all that is then in
    the pot.

    Half an odd chip is none. Where half the pot is less than the lawful minimum, the minimum may be bet.

    Rule: PT-H.24
    """
    return bet_chips + (pot_chips + missing_blind_chips + (bet_chips - mine_chips)) // 2


def may_raise_again(*, acted: bool, facing_chips: int, raise_chips: int, half_reopens: bool = False) -> bool:
    """Return whether the betting is open to a player: he has not acted yet, or what he faces adds up to a full raise.

    half_reopens: limit games, where half a bet is enough.

    Rule: ADTP.47A, ADTP.47B, CASES 47-a, CASES 47-b
    """
    if not acted:
        return True
    return 2 * facing_chips >= raise_chips if half_reopens else facing_chips >= raise_chips


def all_chips_needed(*, chips: Sequence[int], bet_chips: int, beside_chips: int = 0) -> bool:
    """Return whether every chip put forward is needed to call: without one of the smallest it would not be enough.

    beside_chips: earlier chips that still lie in front and count with the new ones.

    Rule: ADTP.45A, CASES 45-a, CASES 45-b, CASES 46-b
    """
    return beside_chips + sum(chips) - min(chips) < bet_chips


def weigh(
    *,
    total_chips: int,
    bet_chips: int,
    raise_chips: int,
    raise_declared: bool = False,
    all_in: bool = False,
    available_chips: int | None = None,
    maximum_chips: int | None = None,
) -> Weighed:
    """Return what a total, said or put forward, binds the player to.

    bet_chips 0 means nobody has bet; raise_chips is the last full bet or raise (with no bet: the minimum bet).
    Half of the *minimum raise* or more is completed to the minimum raise, less is a call, unless a raise was
    declared first. available_chips: all the player has, chips in front included; what binds never exceeds it.
    maximum_chips: the pot-limit maximum.

    Rule: ADTP.43A, ADTP.45B, ADTP.52A, CASES 43-c, CASES 45-c, CASES 45-d, CASES settled 1
    """
    if all_in and available_chips is None:
        available_chips = total_chips
    if available_chips is not None and total_chips >= available_chips:
        total_chips, all_in = available_chips, True
    least = minimum_raise_to_chips(bet_chips=bet_chips, raise_chips=raise_chips)
    if maximum_chips is not None and total_chips > maximum_chips >= least:
        return Weighed(wager=Wager.RAISE if bet_chips else Wager.BET, total_chips=maximum_chips, capped=True)
    if all_in:
        return Weighed(wager=Wager.ALL_IN, total_chips=total_chips)
    if total_chips < bet_chips and not raise_declared:
        return Weighed(wager=Wager.UNDERCALL, total_chips=total_chips)
    upward = Wager.RAISE if bet_chips else Wager.BET
    if total_chips >= least:
        return Weighed(wager=upward, total_chips=total_chips)
    if bet_chips == 0 or raise_declared or 2 * (total_chips - bet_chips) >= raise_chips:
        if available_chips is not None and least >= available_chips:
            return Weighed(wager=Wager.ALL_IN, total_chips=available_chips, completed=True)
        return Weighed(wager=upward, total_chips=least, completed=True)
    return Weighed(wager=Wager.CALL, total_chips=bet_chips)
