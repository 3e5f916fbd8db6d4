from tables.models.play import ChipCount, HandDone, Penalty, PenaltyKind, Ruling
from tables.models.seating import Draw, DrawBook, Move, MoveReason, Seat, Table, TableState

__all__ = [
    "ChipCount",
    "Draw",
    "DrawBook",
    "HandDone",
    "Move",
    "MoveReason",
    "Penalty",
    "PenaltyKind",
    "Ruling",
    "Seat",
    "Table",
    "TableState",
]
