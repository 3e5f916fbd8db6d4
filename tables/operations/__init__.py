"""Steps at the tables: draws, seats, breaking, redrawing, moves, hands, chips, penalties, rulings. They need an open
command that holds the Field row."""

from __future__ import annotations

from tables.operations.breaking import break_table, break_tables, take_back_break
from tables.operations.chips import MORE_THAN_IN_PLAY, correct, count, stacks_played
from tables.operations.draws import commit_draw, keep, next_draw, reveal_draw
from tables.operations.hands import (
    halt,
    hand_is_done,
    mark_positions,
    resume,
    take_back_hand,
    take_back_verification,
    verify,
    verify_table,
)
from tables.operations.moves import acknowledge, balance, move_drawn, move_to, swap, take_back_move
from tables.operations.newcomers import draw_late_seat, seat_waiting
from tables.operations.opening import add_chair, open_table
from tables.operations.penalties import (
    disqualified,
    give_penalty,
    mark_away,
    serve,
    take_back_disqualification,
    take_back_penalty,
    take_back_served,
)
from tables.operations.redrawing import redraw
from tables.operations.rulings import write_ruling
from tables.operations.seating import (
    Seated,
    Target,
    clear_seat,
    clear_seats,
    lock_table,
    relocate,
    resume_filled,
    take_slot,
)
from tables.operations.starting import InitialSeating, issue_stacks, seat_everybody

__all__ = [
    "MORE_THAN_IN_PLAY",
    "InitialSeating",
    "Seated",
    "Target",
    "acknowledge",
    "add_chair",
    "balance",
    "break_table",
    "break_tables",
    "clear_seat",
    "clear_seats",
    "commit_draw",
    "correct",
    "count",
    "disqualified",
    "draw_late_seat",
    "give_penalty",
    "halt",
    "hand_is_done",
    "issue_stacks",
    "keep",
    "lock_table",
    "mark_away",
    "mark_positions",
    "move_drawn",
    "move_to",
    "next_draw",
    "open_table",
    "redraw",
    "relocate",
    "resume",
    "resume_filled",
    "reveal_draw",
    "seat_everybody",
    "seat_waiting",
    "serve",
    "stacks_played",
    "swap",
    "take_back_break",
    "take_back_disqualification",
    "take_back_hand",
    "take_back_move",
    "take_back_penalty",
    "take_back_served",
    "take_back_verification",
    "take_slot",
    "verify",
    "verify_table",
    "write_ruling",
]
