"""Begin a year of a circuit."""

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
from tournaments.queries.circuit import venue_of_series


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateSeasonResult:
    """season_id: of the new one."""

    season_id: int


@command(
    "tournaments.create_season",
    Card(
        title=N_("Season begun"), permission=Permission.MANAGE_SEASON, address="series/<id:series_id>/seasons"
    ),
)
def create_season(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    series_id: int,
    name: Annotated[str, Text(max_length=60)],
    starts_on: date,
    ends_on: date,
    points_c_milli: Annotated[int, Integer(min_value=0, max_value=100000)] = 1500,
) -> CreateSeasonResult:
    """Begin a year of a circuit.

    It is one season with the c of its points formula, in thousandths.

    Refusals: ``name_taken``, ``ends_before_start``, those of the fields.
    Rule: SCPT.R, SCPT.S
    """
    require(by, permission=Permission.MANAGE_SEASON, venue_id=venue_of_series(series_id))
    season = circuit.begin_season(
        series_id=series_id,
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        points_c_milli=points_c_milli,
    )
    return CreateSeasonResult(season_id=season.pk)
