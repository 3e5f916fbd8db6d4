"""Let a finished tournament count for a stage of the circuit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Plural, Said
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.staging import count_for_stage
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignStageResult:
    """stage_id: of the stage for which it counts now. scored: how many got points of its season."""

    tournament_id: int
    stage_id: int
    scored: int


def _said(_result: Mapping[str, Any]) -> Said:
    return Plural(
        "It counts for the stage: %(scored)s player has points of the season by it.",
        "It counts for the stage: %(scored)s players have points of the season by it.",
        count="scored",
    )


@command(
    "payouts.assign_stage",
    Card(
        title=N_("Counts for a stage"),
        permission=Permission.EDIT_TOURNAMENT,
        address="tournaments/<id:tournament_id>/stage",
        already_done=(AlreadyDone(fact="season_scored", codes=("stage_is_set",)),),
        buttons=(Button(page="director", name="stage", said=_said),),
    ),
)
def assign_stage(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    stage_id: Annotated[int, Integer(min_value=1, max_value=2**63 - 1)],
) -> AssignStageResult:
    """Let a finished tournament that belonged to no stage count for one: its places get their points of the season now.

    Only where points were announced. Money does not move: what lies in a ranking fund of no season is paid out first.

    Refusals: ``forbidden``, ``no_such_tournament``, ``stage_before_the_end``, ``stage_is_set``,
    ``announced_without_points``, ``ranking_fund_was_paid``, ``not_found``.
    Rule: SCPT.R, SCPT.S
    """
    require(
        by,
        permission=Permission.EDIT_TOURNAMENT,
        venue_id=venue_of(tournament_id),
        tournament_id=tournament_id,
    )
    scored = count_for_stage(tournament_id, stage_id=stage_id, at=at)
    return AssignStageResult(tournament_id=tournament_id, stage_id=stage_id, scored=scored)
