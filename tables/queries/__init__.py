"""Every read of tables."""

from __future__ import annotations

from tables.queries.around import SeatPlace, seat_places
from tables.queries.chips import (
    ChipsAccount,
    SeatStack,
    TableCount,
    chips_account,
    races_explain,
    stacks_view,
    table_counts,
    tables_to_count,
)
from tables.queries.draws import commitment_of, draw_record, sealed_between
from tables.queries.hand_for_hand import RoundView, hand_for_hand_view, has_served, last_round_done_at
from tables.queries.left import LATELY, LeftSeat, left_lately
from tables.queries.moves import MoveView, SatBefore, move_to_tell, moves_view, put_out_by, sat_before
from tables.queries.news import news_payload
from tables.queries.penalties import (
    OpenPenalty,
    PenaltyView,
    RecordView,
    home_of_penalty,
    next_penalty,
    open_penalties,
    penalties_of,
    record_of,
)
from tables.queries.proposals import (
    NextBreak,
    Proposal,
    arising,
    next_break,
    proposals,
    spare_tables,
    table_line,
)
from tables.queries.rulings import RulingView, last_asked, rulings_view
from tables.queries.seats import Sitter, free_seats, open_tables, sitters, waits
from tables.queries.seats_before import seating_list
from tables.queries.tables import (
    GivenPenalty,
    SeatedTable,
    SeatView,
    TableLine,
    first_table,
    opened_table,
    seat_of,
    seated_tables,
    seats_at,
    seats_payload,
    sitting_at,
    table_view,
    tables_in_play,
    tables_view,
)
from tables.queries.to_verify import unverified, unverified_tables
from tables.queries.undo import plan_break_undo, undo_break_preview, undo_move_preview

__all__ = [
    "LATELY",
    "ChipsAccount",
    "GivenPenalty",
    "LeftSeat",
    "MoveView",
    "NextBreak",
    "OpenPenalty",
    "PenaltyView",
    "Proposal",
    "RecordView",
    "RoundView",
    "RulingView",
    "SatBefore",
    "SeatPlace",
    "SeatStack",
    "SeatView",
    "SeatedTable",
    "Sitter",
    "TableCount",
    "TableLine",
    "arising",
    "chips_account",
    "commitment_of",
    "draw_record",
    "first_table",
    "free_seats",
    "hand_for_hand_view",
    "has_served",
    "home_of_penalty",
    "last_asked",
    "last_round_done_at",
    "left_lately",
    "move_to_tell",
    "moves_view",
    "news_payload",
    "next_break",
    "next_penalty",
    "open_penalties",
    "open_tables",
    "opened_table",
    "penalties_of",
    "plan_break_undo",
    "proposals",
    "put_out_by",
    "races_explain",
    "record_of",
    "rulings_view",
    "sat_before",
    "sealed_between",
    "seat_of",
    "seat_places",
    "seated_tables",
    "seating_list",
    "seats_at",
    "seats_payload",
    "sitters",
    "sitting_at",
    "spare_tables",
    "stacks_view",
    "table_counts",
    "table_line",
    "table_view",
    "tables_in_play",
    "tables_to_count",
    "tables_view",
    "undo_break_preview",
    "undo_move_preview",
    "unverified",
    "unverified_tables",
    "waits",
]
