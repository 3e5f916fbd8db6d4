from tables.models.play import ChipCount, HandDone, Penalty, Ruling, SatOut
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
    "SatOut",
    "Seat",
    "Table",
    "TableState",
]
