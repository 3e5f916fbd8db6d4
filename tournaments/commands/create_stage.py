"""Add an etapa to a season."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import circuit
from tournaments.queries.circuit import venue_of_season


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateStageResult:
    """stage_id: of the new one."""

    stage_id: int


@command(
    "tournaments.create_stage",
    Card(
        title=N_("Stage created"),
        permission=Permission.MANAGE_SEASON,
        address="seasons/<id:season_id>/stages",
    ),
)
def create_stage(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    season_id: int,
    number: Annotated[int, Integer(min_value=1, max_value=1000)],
    name: Annotated[str, Text(max_length=120)],
    place: Annotated[str, Text(max_length=120, allow_blank=True)] = "",
    starts_on: date,
    ends_on: date,
) -> CreateStageResult:
    """Add an etapa to a season: some days of it in one place.

    Refusals: ``number_taken``, ``ends_before_start``, ``outside_season``, those of the fields.
    Rule: SCPT.A, SCPT.B, REGULATIONS 1.1
    """
    require(by, permission=Permission.MANAGE_SEASON, venue_id=venue_of_season(season_id))
    stage = circuit.add_stage(
        season_id=season_id,
        number=number,
        name=name,
        place=place,
        starts_on=starts_on,
        ends_on=ends_on,
    )
    return CreateStageResult(stage_id=stage.pk)
