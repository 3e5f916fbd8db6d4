"""End late registration at its time."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import TournamentState
from tournaments.operations import announcing, closing
from tournaments.queries.circuit import venue_of_tournament
from tournaments.queries.clock import entries_end_at
from tournaments.results import EntriesClosedResult


@command(
    "tournaments.end_late_registration",
    Card(
        title=N_("Entries closed"),
        permission=Permission.CLOSE_REGISTRATION,
        address="tournaments/<id:tournament_id>/end-late-registration",
    ),
)
def end_late_registration(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int
) -> EntriesClosedResult:
    """End late registration at its time.

    By the timekeeper, so many minutes after the start; what is not due yet, or closed already, stays as it is.

    Refusals: ``forbidden``, ``not_found``.
    Rule: PT-T.23
    """
    require(
        by,
        permission=Permission.CLOSE_REGISTRATION,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = announcing.lock(tournament_id)
    ends_at = entries_end_at(tournament)
    closed = (
        tournament.state == TournamentState.RUNNING
        and ends_at is not None
        and ends_at <= at
        and closing.close_entries(tournament, at=at, command_id=command_id)
    )
    return EntriesClosedResult(tournament_id=tournament_id, entries_closed=closed)
