"""What somebody must have in front to be dealt in."""

from __future__ import annotations


def must_add_chips(*, chips: int, minimum_bet_chips: int) -> bool:
    """Return whether a player must add chips between two hands to go on: he has less than the table's minimum bet.

    Rule: PT-H.12, PT-H.15, PT-H.70, PT-O.15
    """
    return chips < minimum_bet_chips
