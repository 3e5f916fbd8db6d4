"""Where my seat is: the table as its dealer sees it, small enough to be read at arm's length."""

from __future__ import annotations

from dataclasses import dataclass

from tables.queries import seat_places

WIDE, HIGH = 200, 120
# so far from the edge that the largest circle is whole
_EDGE = 14


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
    return [
        DrawnSeat(
            number=place.seat,
            x=round(_EDGE + (WIDE - 2 * _EDGE) * (place.x - 10) / 80),
            y=round(_EDGE + (HIGH - 2 * _EDGE) * (place.y - 9) / 80),
            radius=12 if place.seat == mine else 9,
            mine=place.seat == mine,
        )
        for place in seat_places(seats)
    ]
