"""Bets and raises: what words and chips bind to. Totals are what stands in front of the player on this street."""

from __future__ import annotations

# In the order of the book: the catalogue lists its questions in the order in which they are loaded.
# isort: off
from rules.rulings.wagers import amounts, silent_chips, raising, corrections, out_of_turn, unclear

# isort: on

__all__ = ["amounts", "corrections", "out_of_turn", "raising", "silent_chips", "unclear"]
