"""Steps at the tables: draws, seats, rearranging, play. Each needs an open command that holds the Field row."""

from __future__ import annotations

from tables.operations.draws import commit_draw, draw_cards, keep, next_draw, reveal_draw
from tables.operations.rearranging import (
    break_table,
    plan_break_undo,
    redraw,
    take_back_break,
    take_back_move,
)
from tables.operations.seating import (
    Room,
    Seated,
    Sitter,
    Target,
    draw_late_seat,
    get_up,
    lock_table,
    open_table,
    relocate,
    resume_filled,
    seat_everybody,
    seat_waiting,
    sitter_of,
    sitters,
    vacate,
)

__all__ = [
    "Room",
    "Seated",
    "Sitter",
    "Target",
    "break_table",
    "commit_draw",
    "draw_cards",
    "draw_late_seat",
    "get_up",
    "keep",
    "lock_table",
    "next_draw",
    "open_table",
    "plan_break_undo",
    "redraw",
    "relocate",
    "resume_filled",
    "reveal_draw",
    "seat_everybody",
    "seat_waiting",
    "sitter_of",
    "sitters",
    "take_back_break",
    "take_back_move",
    "vacate",
]
