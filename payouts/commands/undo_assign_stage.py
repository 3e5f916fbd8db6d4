"""Take back that a finished tournament counts for a stage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts.queries.staging import assign_stage_undo_preview
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.staging import leave_stage
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAssignStageResult:
    """unscored: how many do not have its points of the season any more."""

    tournament_id: int
    unscored: int


@command(
    "payouts.undo_assign_stage",
    Card(
        title=N_("Counts for no stage again"),
        permission=Permission.EDIT_TOURNAMENT,
        address="tournaments/<id:tournament_id>/stage/undo",
        undoes=Undoes(
            commands=("payouts.assign_stage",),
            things=lambda did: [
                {"tournament_id": did.result["tournament_id"], "assign_command_id": did.command_id}
            ],
            preview=assign_stage_undo_preview,
        ),
        already_done=(AlreadyDone(fact="season_score_undone", codes=("stage_is_not_set",)),),
    ),
)
def undo_assign_stage(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, assign_command_id: UUID
) -> UndoAssignStageResult:
    """Take back that a finished tournament counts for a stage: its points count no more, and its number is the one before.

    Refusals: ``forbidden``, ``no_such_tournament``, ``not_finished``, ``stage_is_not_set``.
    Rule: SCPT.R, SCPT.S
    """
    require(
        by,
        permission=Permission.EDIT_TOURNAMENT,
        venue_id=venue_of(tournament_id),
        tournament_id=tournament_id,
    )
    unscored = leave_stage(tournament_id, assign_command_id=CommandId(assign_command_id), at=at)
    return UndoAssignStageResult(tournament_id=tournament_id, unscored=unscored)
