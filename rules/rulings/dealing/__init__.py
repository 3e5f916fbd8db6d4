"""Dealing: who has a live hand, misdeals, wrong boards, dead hands, level and button."""

from __future__ import annotations

# In the order of the book: the catalogue lists its questions in the order in which they are loaded.
# isort: off
from rules.rulings.dealing import starting, misdeals, boards, dead_hands, stud

# isort: on

__all__ = ["boards", "dead_hands", "misdeals", "starting", "stud"]
