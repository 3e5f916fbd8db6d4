"""What several commands of played tables give back alike."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTurn:
    """turn: what an act at this table has to name from now on."""

    table_id: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenSeat:
    """chips: what the player has in front, or had when standing up. at_once: False where the hand being played goes first."""

    table_id: int
    seat: int
    chips: int
    at_once: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStack:
    """cents: the stack up to which chips are added after each hand; 0 for none."""

    table_id: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingResult:
    """waiting: how many wait at this table now, whoever joined among them."""

    table_id: int
    waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsAtTable:
    """number: the hand that the word is for, or the first one that the words count for."""

    table_id: int
    seat: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesCount:
    """tables: at how many it was done."""

    tables: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComplaintDone:
    """complaint_state: after it: open, answered or closed."""

    complaint_id: int
    complaint_state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTableResult:
    """root, second_root: what the two decks of the first hand are committed to."""

    table_id: int
    root: str
    second_root: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseDone:
    """entry_id: what was written in the case by it. case_outcome: what came of the case; "" while it is open."""

    case_id: int
    entry_id: int
    case_outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginsKept:
    """kept: whether the house keeps from now on from which lines and browsers players sit down for money."""

    venue_id: int
    kept: bool
