"""Live casino tables of the Portuguese book of 2007: bets, errors of dealers and players, showdown, sharing.

These are no tournament rules; a floor that runs such a table asks here (PT-L.53–71).
"""

from __future__ import annotations

# In the order of the book: the catalogue lists its questions in the order in which they are loaded.
# isort: off
from rules.rulings.casino import bets, dealing, players, showdown, handling

# isort: on

__all__ = ["bets", "dealing", "handling", "players", "showdown"]
