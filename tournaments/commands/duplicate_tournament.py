"""Draft a tournament with the announcement of another, at another time."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing, drafting
from tournaments.queries.circuit import venue_of_tournament
from tournaments.results import TournamentResult


@command(
    "tournaments.duplicate_tournament",
    Card(
        title=N_("Draft made from another tournament"),
        permission=Permission.CREATE_TOURNAMENT,
        address="tournaments/<id:tournament_id>/duplicate",
    ),
)
def duplicate_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    name: Annotated[str, Text(max_length=120)],
    starts_at: datetime,
) -> TournamentResult:
    """Draft a tournament with the announcement of another, at another time.

    Refusals: ``not_found``.
    """
    require(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_of_tournament(tournament_id))
    source = announcing.lock(tournament_id)
    return TournamentResult(tournament_id=drafting.copy(source, name=name, starts_at=starts_at, at=at).pk)
