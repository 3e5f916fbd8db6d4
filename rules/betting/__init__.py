"""What may be bet: minimum and maximum amounts, reopening, and one betting round as a value.

Chips are whole numbers. A *total* is what stands in front of a player on this street, never the chips added.
"""

from __future__ import annotations

from rules.betting.amounts import (
    MAX_CHIPS,
    Wager,
    Weighed,
    all_chips_needed,
    half_pot_maximum_chips,
    may_raise_again,
    minimum_raise_to_chips,
    pot_limit_maximum_chips,
    weigh,
)
from rules.betting.round import Act, BettingRound, Bettor, Limit, Options, begin, options, play, price_ahead
from rules.betting.substance import is_substantial

__all__ = [
    "MAX_CHIPS",
    "Act",
    "BettingRound",
    "Bettor",
    "Limit",
    "Options",
    "Wager",
    "Weighed",
    "all_chips_needed",
    "begin",
    "half_pot_maximum_chips",
    "is_substantial",
    "may_raise_again",
    "minimum_raise_to_chips",
    "options",
    "play",
    "pot_limit_maximum_chips",
    "price_ahead",
    "weigh",
]
