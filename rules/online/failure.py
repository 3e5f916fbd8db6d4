"""What follows when the house itself was not there: its time, never a player's."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

LATE_CLOCK = timedelta(seconds=3)
"""A decision that nobody ended for so long after its time was not run out by its player: the house was away."""

VOID_AFTER = timedelta(seconds=90)
"""After so long a hand is not gone on with."""

LONGEST_BREATH = timedelta(seconds=60)
"""Nothing that a table does by itself is due later than so: the deal, the next street, the end of a hand, or that who is to act has seen it."""

LOOKED_FOR_FROM = 2 * LONGEST_BREATH
"""From so far ahead on it is looked for: who then does it a moment later still finds it so, or a refusal would be kept under its number."""

VOIDED_BECAUSE = ("staff", "outage", "cards", "chips", "put_back")
"""Why a hand counts for nothing: staff say why, the house was away, its cards or its chips cannot be made out, its data was put back to an earlier moment."""


class AfterFailure(StrEnum):
    """What is done with a decision whose time is over."""

    GO_ON = "go_on"
    FULL_TIME = "full_time"
    VOID = "void"


def after_failure(*, overdue: timedelta) -> AfterFailure:
    """Return what is done with a decision that ended so long ago and that no clock ended: a breath late is the player's,
    more is the house's failure and the player decides again with the full time, and a hand that lay for too long is
    void.

    Rule: PT-H.72, PT-H.73, PT-O.72, PT-O.73
    """
    if overdue > VOID_AFTER:
        return AfterFailure.VOID
    return AfterFailure.FULL_TIME if overdue > LATE_CLOCK else AfterFailure.GO_ON


def clock_went_back(*, ahead: timedelta) -> bool:
    """Return whether what a table does by itself lies so far ahead that the house's clock must have been set back since: nobody waits until it has
    come so far again.

    Rule: PT-H.72, PT-O.72
    """
    return ahead > LONGEST_BREATH
