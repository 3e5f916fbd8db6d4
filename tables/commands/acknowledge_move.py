"""Say that a player knows of a move."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.models import Move
from tables.operations import acknowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class AcknowledgeMoveResult:
    """move_id: the move that is known."""

    move_id: int


@command(
    "tables.acknowledge_move",
    Card(
        title=N_("Player knows of the move"),
        permission=Permission.ACKNOWLEDGE_MOVE,
        own_permission=Permission.ACKNOWLEDGE_MOVE,
        address="moves/<id:move_id>/acknowledge",
    ),
)
def acknowledge_move(
    *, command_id: CommandId, at: datetime, by: Actor, move_id: int
) -> AcknowledgeMoveResult:
    """Say that a player knows of a move: by the player moved or by the floor.

    Refusals: ``no_such_move``.
    """
    move = Move.objects.select_related("tournament", "entry").filter(pk=move_id).first()
    if move is None:
        raise Refused("no_such_move", N_("There is no such move. Reload the page."), rule="ADTP.11")
    require(
        by,
        permission=Permission.ACKNOWLEDGE_MOVE,
        venue_id=move.tournament.venue_id,
        tournament_id=move.tournament_id,
        owner_player_id=move.entry.player_id,
    )
    acknowledge(move, at=at)
    return AcknowledgeMoveResult(move_id=move_id)
