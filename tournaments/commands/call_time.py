"""Call the end of a timed tournament."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing, time_up
from tournaments.queries.circuit import venue_of_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCalledResult:
    """time_is_up: whether the set time of the tournament is over."""

    tournament_id: int
    time_is_up: bool


@command(
    "tournaments.call_time",
    Card(
        title=N_("Time is up"),
        permission=Permission.CLOSE_REGISTRATION,
        address="tournaments/<id:tournament_id>/call-time",
    ),
)
def call_time(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> TimeCalledResult:
    """Call the end of a timed tournament: each table plays on until everybody there has had the button, then places are by chips.

    By the timekeeper, so long after the start; what is not due yet, or called already, stays as it is. Entries that are still open close.

    Refusals: ``forbidden``, ``not_found``.
    Rule: PT-T.52, PT-T.33, REGULATIONS 4.6
    """
    require(
        by,
        permission=Permission.CLOSE_REGISTRATION,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = announcing.lock(tournament_id)
    ended_at = time_up.call_time(tournament, at=at, command_id=command_id)
    return TimeCalledResult(tournament_id=tournament_id, time_is_up=ended_at is not None)
