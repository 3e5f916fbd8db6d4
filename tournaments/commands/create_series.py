"""Found a circuit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import circuit


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateSeriesResult:
    """series_id: of the new one."""

    series_id: int


@command(
    "tournaments.create_series",
    Card(
        title=N_("Circuit created"),
        permission=Permission.MANAGE_SEASON,
        address="venues/<id:venue_id>/series",
    ),
)
def create_series(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    name: Annotated[str, Text(max_length=120)],
    slug: Annotated[str, Text(max_length=60)],
) -> CreateSeriesResult:
    """Found a circuit of a venue, year after year.

    Refusals: ``slug_taken``, those of the fields.
    """
    require(by, permission=Permission.MANAGE_SEASON, venue_id=venue_id)
    return CreateSeriesResult(series_id=circuit.found_series(venue_id=venue_id, name=name, slug=slug).pk)
