"""Where my seat is: the table as its dealer sees it, small enough to be read at arm's length."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

# nine seats along the edges; other tables by equal arcs, with a gap where the dealer sits
_NINE = ((24, 87), (10, 64), (10, 34), (26, 11), (50, 9), (74, 11), (90, 34), (90, 64), (76, 87))
WIDE, HIGH = 200, 120


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat:
    """One seat of the drawing: its number, its middle, how large it is, whether it is the reader's."""

    number: int
    x: int
    y: int
    radius: int
    mine: bool


def seats_drawn(seats: int, *, mine: int) -> list[DrawnSeat]:
    """Place the seats: the dealer at the bottom, seat 1 at the dealer's left, then clockwise."""
    found = []
    for number in range(1, seats + 1):
        if seats == len(_NINE):
            x, y = _NINE[number - 1]
        else:
            turn = 2 * pi * number / (seats + 1)
            x, y = round(50 - 42 * sin(turn)), round(50 + 40 * cos(turn))
        found.append(
            DrawnSeat(
                number=number,
                x=x * WIDE // 100,
                y=y * HIGH // 100,
                radius=12 if number == mine else 9,
                mine=number == mine,
            )
        )
    return found
