"""A table that is held: nothing is due there and nobody's time runs until it is released."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from play.facts import PlayTableHeld, PlayTableReleased
from play.models import PlayTable


def hold(table: PlayTable, *, reason: str, at: datetime) -> None:
    """Stop a table where it stands; one that is held already keeps its instant and its reason."""
    if table.held_at is not None:
        return
    table.held_at, table.held_because = at, reason
    table.save()
    record(PlayTableHeld(table_id=table.pk, players=_players_at(table), reason=reason))


def release(table: PlayTable, *, at: datetime) -> None:
    """Let a held table go on: whatever was due is due with the time that was left."""
    if table.held_at is None:
        return
    stood = at - table.held_at
    if table.due_at is not None:
        table.due_at += stood
    if table.from_at is not None:
        table.from_at += stood
    table.held_at, table.held_because = None, ""
    table.save()
    record(PlayTableReleased(table_id=table.pk, players=_players_at(table)))


def _players_at(table: PlayTable) -> list[int]:
    return [kept["player_id"] for kept in table.seats]
