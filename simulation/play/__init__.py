"""The tournament from the first registration to the last prize, each step a command that staff would give."""

from __future__ import annotations

from simulation.play.evening import Play
from simulation.play.state import Progress

__all__ = ["Play", "Progress"]
