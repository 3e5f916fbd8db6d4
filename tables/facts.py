"""Typed facts of tables: what is recorded when somebody sits down, moves, or a table changes.

Names are public names. A fact's class names its kind; `body` is what the record keeps.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFact:
    """Something that happened at tables. kind: past tense, as recorded."""

    kind: ClassVar[str] = ""

    @property
    def body(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCommitted(TableFact):
    kind: ClassVar[str] = "draw_committed"
    commitment: str
    protocol: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMade(TableFact):
    """digest: SHA-256 of the draw's whole record in canonical JSON, which the draw page publishes."""

    kind: ClassVar[str] = "draw_made"
    number: int
    draw: str
    method: str
    seed: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRevealed(TableFact):
    kind: ClassVar[str] = "draw_revealed"
    commitment: str
    master_seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated(TableFact):
    """reason: tables.models.MoveReason. From nowhere (None) when the player had no seat."""

    kind: ClassVar[str] = "player_seated"
    entry_id: int
    name: str
    reason: str
    from_table: int | None
    from_seat: int | None
    table: int
    seat: int
    draw_number: int | None
    waits_for_button: bool
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUndone(TableFact):
    kind: ClassVar[str] = "move_undone"
    move_id: int
    entry_id: int
    name: str
    from_table: int
    from_seat: int
    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAcknowledged(TableFact):
    kind: ClassVar[str] = "move_acknowledged"
    move_id: int
    entry_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternatesSeated(TableFact):
    """The line moved up for everybody who still waits."""

    kind: ClassVar[str] = "alternates_seated"
    entries: list[int]
    waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(TableFact):
    kind: ClassVar[str] = "table_opened"
    table: int
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBroken(TableFact):
    kind: ClassVar[str] = "table_broken"
    table: int
    players: int
    draw_number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakUndone(TableFact):
    kind: ClassVar[str] = "break_undone"
    table: int
    returned: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHalted(TableFact):
    kind: ClassVar[str] = "table_halted"
    table: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResumed(TableFact):
    kind: ClassVar[str] = "table_resumed"
    table: int
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesRedrawn(TableFact):
    kind: ClassVar[str] = "tables_redrawn"
    final: bool
    players: int
    tables: list[int]
    draw_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatVerified(TableFact):
    kind: ClassVar[str] = "seat_verified"
    entry_id: int
    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableVerified(TableFact):
    """entries: whose seats were checked by it."""

    kind: ClassVar[str] = "table_verified"
    table: int
    entries: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationUndone(TableFact):
    kind: ClassVar[str] = "verification_undone"
    table: int
    entries: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsRecorded(TableFact):
    kind: ClassVar[str] = "positions_recorded"
    table: int
    button: int
    small_blind: int | None
    big_blind: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDoneAtTable(TableFact):
    kind: ClassVar[str] = "hand_done"
    table: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCounted(TableFact):
    kind: ClassVar[str] = "chips_counted"
    entry_id: int
    name: str
    table: int | None
    stack_chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCorrected(TableFact):
    """Chips came into play or left it otherwise than with an entry: a chip race, chips found or forfeited."""

    kind: ClassVar[str] = "chips_corrected"
    added_chips: int
    removed_chips: int
    in_play_chips: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaySet(TableFact):
    kind: ClassVar[str] = "away_set"
    entry_id: int
    table: int
    seat: int
    away: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven(TableFact):
    """For the staff only: a penalty is the player's and the house's business."""

    kind: ClassVar[str] = "penalty_given"
    penalty_id: int
    entry_id: int
    penalty: str
    hands_owed: int
    reason: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyHandServed(TableFact):
    kind: ClassVar[str] = "penalty_hand_served"
    penalty_id: int
    entry_id: int
    hands_served: int
    hands_owed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyUndone(TableFact):
    kind: ClassVar[str] = "penalty_undone"
    penalty_id: int
    entry_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLogged(TableFact):
    kind: ClassVar[str] = "ruling_logged"
    ruling_id: int
    ruling: str
    rule: str
    table: int | None
