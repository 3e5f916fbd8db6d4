"""Showdown and pots: who shows, who may ask, which hand lives, how pots divide, until when one may dispute."""

from __future__ import annotations

# In the order of the book: the catalogue lists its questions in the order in which they are loaded.
# isort: off
from rules.rulings import dealing  # noqa: F401  the deal stands before the showdown
from rules.rulings.showdown import showing, pots, winners, disputes

# isort: on

__all__ = ["disputes", "pots", "showing", "winners"]
