"""Draft a tournament with the announcement of another, at another time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing, drafting
from tournaments.queries.circuit import venue_of_tournament
from tournaments.results import TournamentResult


@command(
    "tournaments.duplicate_tournament",
    Card(
        title=N_("Draft created from another tournament"),
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
    changes: Annotated[
        Mapping[str, Any] | None, About(help_text="Value by name, instead of the other's.")
    ] = None,
) -> TournamentResult:
    """Draft a tournament with the announcement of another, at another time.

    With `changes` as `create_tournament` takes them, and stage_id.
    Refusals: ``not_found``, ``no_such_rule_set``, ``cannot_change``, those of the fields.
    """
    require(by, permission=Permission.CREATE_TOURNAMENT, venue_id=venue_of_tournament(tournament_id))
    source = announcing.lock(tournament_id)
    made = drafting.copy(source, name=name, starts_at=starts_at, changes=changes or {}, at=at)
    return TournamentResult(tournament_id=made.pk)
