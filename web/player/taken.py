"""What others took from a player's balance: told on the player's own pages, with who and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from dispatch.facts import SYSTEM
from dispatch.queries import actors_of
from ledger import queries as ledger
from ledger.facts import AccountKind, StatementLine
from people.queries import player_file

TOLD_FOR = timedelta(days=3)
_COUNTER = frozenset({AccountKind.CASH_DRAWER, AccountKind.CARD_CLEARING, AccountKind.BANK})


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """An entry, rebuy or add-on that somebody else paid from the balance."""

    at: datetime
    amount_cents: int
    unit: str
    by: str
    tournament_id: int | None


def others_in(player_id: int, lines: Sequence[StatementLine]) -> Mapping[UUID, str]:
    """Of these movements' commands those that a person other than the player gave, with the name."""
    own = player_file(player_id).user_id
    return {
        command: label
        for command, (user_id, label) in actors_of({line.command_id for line in lines}).items()
        if user_id != own and label != SYSTEM.label
    }


def taken_by_others(
    player_id: int, *, unit: str, at: datetime, tournament_id: int | None = None
) -> list[Taken]:
    """What others paid for the player out of the balance in the last three days, newest first.

    Not what was handed over at the counter in the same act. Rule: PT-T.21"""
    lines = ledger.statement(player_id, unit=unit, limit=100).lines
    others = others_in(player_id, lines)
    at_the_counter = {line.command_id for line in lines if line.other_kind in _COUNTER}
    found: dict[UUID, Taken] = {}
    for line in lines:
        if line.command_id not in others or line.command_id in at_the_counter:
            continue
        if line.reference.partition(":")[0] not in ("entry", "purchase") or line.reverses is not None:
            continue
        if line.at < at - TOLD_FOR or (tournament_id is not None and line.tournament_id != tournament_id):
            continue
        before = found.get(line.command_id)
        found[line.command_id] = Taken(
            at=line.at,
            amount_cents=(before.amount_cents if before else 0) - line.change_cents,
            unit=unit,
            by=others[line.command_id],
            tournament_id=line.tournament_id,
        )
    undone = {line.reverses for line in lines if line.reverses is not None}
    gone = {line.command_id for line in lines if line.transfer_id in undone}
    return [taken for command, taken in found.items() if command not in gone and taken.amount_cents > 0]
