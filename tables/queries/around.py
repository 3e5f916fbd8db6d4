"""Where a seat is round a table, everywhere the same: the dealer at the bottom, seat 1 at the dealer's left, then clockwise.

The style sheet computes the same for the pages that it lays out (`.around` in static/css/staff.css); a test compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlace:
    """One seat, in per cent of its room from the left and from above. x, y: in a room that lies, by equal arcs with the
    gap at the dealer. side, row: in one with half of the seats at each side, an odd one opposite the dealer."""

    seat: int
    x: float
    y: float
    side: float
    row: float


def seat_places(seats: int) -> list[SeatPlace]:
    """Compute the places of all seats of a table, by number."""
    step = 100 / max(1, (seats - 1) // 2 if seats % 2 else seats // 2 - 1)
    found = []
    for seat in range(1, seats + 1):
        turn = 2 * pi * seat / (seats + 1)
        found.append(
            SeatPlace(
                seat=seat,
                x=_held(10, 50 - 44 * sin(turn), 90),
                y=_held(9, 49 + 47 * cos(turn), 89),
                side=round(_held(0, 50 - 400 * sin(turn), 100), 6),
                row=_held(0, 100 - (min(seat, seats + 1 - seat) - 1) * step, 100),
            )
        )
    return found


def _held(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))
