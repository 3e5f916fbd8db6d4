"""Let two players who sat down in each other's seats change places, with their stacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import swap
from tables.operations.moves import Moved
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_entry


def _said(result: Mapping[str, Any]) -> list[Sentence]:
    return [
        Sentence(N_("%(name)s → table %(table_number)s, seat %(seat_number)s."), values=moved)
        for moved in result["moves"]
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapPlayersResult:
    """move_id: of the first move, by which both are taken back. moves: of the two players."""

    move_id: int
    moves: tuple[Moved, ...]


@command(
    "tables.swap_players",
    Card(
        title=N_("Seats swapped"),
        permission=Permission.MOVE_PLAYER,
        address="entries/<id:entry_id>/swap",
        buttons=(Button(page="director", name="swap", said=_said),),
    ),
)
def swap_players(
    *, command_id: CommandId, at: datetime, by: Actor, entry_id: int, other_entry_id: Id
) -> SwapPlayersResult:
    """Let two players who sat down in each other's seats change places, with their stacks.

    Both sat down in the wrong seat, and at a full table no seat is free to move them by turns. They play at once: the
    right seats were theirs from the start. Taken back as a move is, both at once.

    Refusals: ``forbidden``, ``no_such_entry``, ``not_seated``, ``same_player``, ``not_running``.
    Rule: ADTP.7
    """
    tournament_id, venue_id = home_of_entry(entry_id)
    require(by, permission=Permission.MOVE_PLAYER, venue_id=venue_id, tournament_id=tournament_id)
    tournament, _ = lock_field(tournament_id)
    moves = swap(tournament, entry_id=entry_id, other_entry_id=other_entry_id, at=at, command_id=command_id)
    return SwapPlayersResult(move_id=moves[0].move_id, moves=tuple(moves))
