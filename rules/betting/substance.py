"""Substantial action: the point from which a hand must be played out."""

from __future__ import annotations

from collections.abc import Sequence

from rules.betting.round import Act

_PUTS_CHIPS_IN = frozenset({Act.CALL, Act.BET, Act.RAISE})


def is_substantial(acts: Sequence[Act]) -> bool:
    """Return whether these acts in turn are substantial action: any two of which one puts chips in, or any three.

    Posting blinds is no act; leave it out.

    Rule: ADTP.36, CASES 36-a, CASES 36-b
    """
    return len(acts) >= 3 or (len(acts) == 2 and any(act in _PUTS_CHIPS_IN for act in acts))
