from play.models.table import DealtHand, DueKind, HandAct, Manner, PlayTable, Sitting, TableKind, TableStage

__all__ = ["DealtHand", "DueKind", "HandAct", "Manner", "PlayTable", "Sitting", "TableKind", "TableStage"]
