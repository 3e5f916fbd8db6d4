from tables.models.play import ChipCount, HandDone, Penalty, Ruling
from tables.models.seating import Draw, DrawBook, Move, MoveReason, Seat, Table, TableState

__all__ = [
    "ChipCount",
    "Draw",
    "DrawBook",
    "HandDone",
    "Move",
    "MoveReason",
    "Penalty",
    "Ruling",
    "Seat",
    "Table",
    "TableState",
]
