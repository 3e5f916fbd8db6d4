from play.models.cases import CaseEntry, CaseOutcome, CasePlayer, IntegrityCase
from play.models.complaints import Complaint, ComplaintState
from play.models.counted_days import CountedDay, PairOfDay, PlayerOfDay
from play.models.history import HandOfPlayer
from play.models.lines import LinesHold, LinesHoldOutcome
from play.models.onlookers import UntoldChange
from play.models.openings import HandOpening
from play.models.origins import OriginKey, OriginWatch, PlayOrigin
from play.models.packed import PackedActs, PackedParts
from play.models.stops import TableStop
from play.models.table import (
    DealtHand,
    DueKind,
    HandAct,
    Manner,
    PlayTable,
    RakeOf,
    Sitting,
    TableKind,
    TableStage,
)
from play.models.waiting_list import WaitingOutcome, WaitingPlace

__all__ = [
    "CaseEntry",
    "CaseOutcome",
    "CasePlayer",
    "Complaint",
    "ComplaintState",
    "CountedDay",
    "DealtHand",
    "DueKind",
    "HandAct",
    "HandOfPlayer",
    "HandOpening",
    "IntegrityCase",
    "LinesHold",
    "LinesHoldOutcome",
    "Manner",
    "OriginKey",
    "OriginWatch",
    "PlayOrigin",
    "PackedActs",
    "PackedParts",
    "PairOfDay",
    "PlayTable",
    "PlayerOfDay",
    "RakeOf",
    "Sitting",
    "TableKind",
    "TableStage",
    "TableStop",
    "UntoldChange",
    "WaitingOutcome",
    "WaitingPlace",
]
