"""What several commands of tables give back alike."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedFromTable:
    """A player who drew a new seat because the table broke. waits_for_button: not dealt in until the button has passed."""

    entry_id: int
    name: str
    from_seat: int | None
    table_number: int
    seat_number: int
    waits_for_button: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenTable:
    """draw_number: the public draw of the new seats; null where nobody sat there."""

    table_number: int
    draw_number: int | None
    moves: tuple[MovedFromTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """players: how many sit there."""

    table_number: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyHands:
    """hands_served: of the penalty so far. hands_owed: of how many."""

    penalty_id: int
    hands_served: int
    hands_owed: int
