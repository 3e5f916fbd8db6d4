"""When and how evenly a player plays: how much the times of decisions vary, at which hours hands are played, how long without a rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from math import fsum, log2

THINKING_MS = 1_000
"""Below that it was decided ahead, or there was nothing to think about."""

TIME_BIN_MS = 500
"""Times of decisions are counted in bins so wide, from those of thinking on."""

LAST_BIN_MS = 15_000
"""From here on all times are in one bin."""

TIME_BINS = (LAST_BIN_MS - THINKING_MS) // TIME_BIN_MS + 1

HOURS = 24

QUIET_HOURS = 6
"""Who sleeps plays hardly anything in so many hours in a row."""

REST = timedelta(hours=6)
"""Between two hands so long apart a player has rested."""


def entropy_of(counts: Sequence[int]) -> int:
    """Return the entropy of what was counted in bins, in hundredths of a bit: 0 where all lies in one, 100 where it is even in two."""
    total = sum(counts)
    bits = fsum(count / total * log2(total / count) for count in counts if count)
    return round(bits * 100)


def quiet_hands(by_hour: Sequence[int]) -> int:
    """Return how many hands were played in the quietest six hours in a row of the day; by_hour: in each of its 24 hours."""
    return min(sum(by_hour[(first + hour) % HOURS] for hour in range(QUIET_HOURS)) for first in range(HOURS))
