"""End a recess that was given."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.clock import end_recess as ended
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import ClockRecessEnded
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock
from tournaments.results import ClockResult


@command(
    "tournaments.end_recess",
    Card(
        title=N_("Break ended"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/recess/end",
        already_done=(
            AlreadyDone(fact="clock_recess_ended", codes=("no_recess", "not_the_last_change", "level_moved")),
        ),
        buttons=(
            Button(
                page="director",
                name="end-recess",
                said=N_("The break is over; the level has the time that was left."),
            ),
        ),
    ),
)
def end_recess(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> ClockResult:
    """End a recess that was given: the level goes on now, with the time that was left.

    Refusals: ``clock_not_started``, ``clock_finished``, ``no_recess``. Rule: PT-T.45
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    state = change_clock(
        tournament, change=lambda state: ended(state=state, at=at), fact=ClockRecessEnded, at=at
    )
    return ClockResult(tournament_id=tournament_id, index=state.index)
