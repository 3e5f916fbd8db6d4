"""How long a table waits for who has lost the last chip and may buy others."""

from __future__ import annotations

from datetime import datetime, timedelta

TO_REBUY = timedelta(seconds=20)
"""From when everybody has seen the end of the hand: no hand passes meanwhile. Rule: ADTP.27, PT-T.44"""


def next_hand_from(*, deadline: datetime, at: datetime) -> datetime:
    """Return from when play goes on once everybody has answered: at once, but not before the end of the hand was seen.

    deadline: of the offer. Rule: ADTP.27
    """
    return min(deadline, max(at, deadline - TO_REBUY))
