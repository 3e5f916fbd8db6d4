"""Steps that change the tournament's rows; each needs an open transaction.

The parts call one another, so a name is looked up in its part when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# name -> the part that has it
_PARTS = {
    "start": "floor",
    "eliminate": "floor",
    "undo_elimination": "floor",
    "settle_round": "floor",
    "lock_field": "floor",
    "admit": "entries",
    "close_entries": "entries",
    "start_clock": "clock",
    "stop_clock": "clock",
    "spend_hand": "clock",
}


def __getattr__(name: str) -> Any:
    if name not in _PARTS:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_PARTS[name]}"), name)
