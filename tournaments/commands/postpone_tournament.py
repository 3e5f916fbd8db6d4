"""Postpone a tournament to another start."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing
from tournaments.queries.circuit import venue_of_tournament
from tournaments.results import TournamentResult


@command(
    "tournaments.postpone_tournament",
    Card(
        title=N_("Postponed"),
        permission=Permission.EDIT_TOURNAMENT,
        address="tournaments/<id:tournament_id>/postpone",
        buttons=(Button(page="director", name="postpone", said=N_("Postponed. Registrations stay.")),),
    ),
)
def postpone_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    starts_at: datetime,
    reason: Reason,
) -> TournamentResult:
    """Postpone a tournament to another start.

    Registrations stay; players are told.

    Refusals: ``already_started``, ``starts_in_the_past``, ``reason_missing``.
    Rule: SCPT.B, SCPT.D
    """
    require(
        by,
        permission=Permission.EDIT_TOURNAMENT,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    announcing.postpone(announcing.lock(tournament_id), starts_at=starts_at, reason=reason, at=at)
    return TournamentResult(tournament_id=tournament_id)
