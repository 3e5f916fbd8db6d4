"""Every read of tables."""

from __future__ import annotations

from tables.queries.chips import ChipsAccount, SeatStack, chips_account, races_explain, stacks_view
from tables.queries.draws import commitment_of, draw_record
from tables.queries.proposals import Proposal, arising, format_of, proposals, table_line
from tables.queries.room import (
    GivenPenalty,
    MoveView,
    PenaltyView,
    RoundView,
    RulingView,
    SeatView,
    TableFace,
    TableLine,
    hand_for_hand_view,
    moves_view,
    penalties_of,
    rulings_view,
    seat_of,
    seating_list,
    table_faces,
    table_view,
    tables_in_play,
    tables_view,
    unverified,
)
from tables.queries.seats import Sitter, free_seats, open_tables, sitter_of, sitters, waits
from tables.queries.undo import plan_break_undo, undo_break_preview, undo_move_preview

__all__ = [
    "ChipsAccount",
    "GivenPenalty",
    "MoveView",
    "PenaltyView",
    "Proposal",
    "RoundView",
    "RulingView",
    "SeatStack",
    "SeatView",
    "Sitter",
    "TableFace",
    "TableLine",
    "arising",
    "chips_account",
    "commitment_of",
    "draw_record",
    "format_of",
    "free_seats",
    "hand_for_hand_view",
    "moves_view",
    "open_tables",
    "penalties_of",
    "plan_break_undo",
    "proposals",
    "races_explain",
    "rulings_view",
    "seat_of",
    "seating_list",
    "sitter_of",
    "sitters",
    "stacks_view",
    "table_faces",
    "table_line",
    "table_view",
    "tables_in_play",
    "tables_view",
    "undo_break_preview",
    "undo_move_preview",
    "unverified",
    "waits",
]
