"""Let a paused clock run on."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.clock import resume
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import ClockResumed
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock
from tournaments.results import ClockResult


@command(
    "tournaments.resume_clock",
    Card(
        title=N_("Clock resumed"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/resume",
        already_done=(
            AlreadyDone(fact="clock_resumed", codes=("clock_running", "not_the_last_change", "level_moved")),
        ),
        buttons=(Button(page="director", name="resume", said=N_("The clock is running.")),),
    ),
)
def resume_clock(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> ClockResult:
    """Let a paused clock run on with the time that was left.

    Refusals: ``clock_not_started``, ``clock_finished``, ``clock_running``.
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    state = change_clock(
        tournament, change=lambda state: resume(state=state, at=at), fact=ClockResumed, at=at
    )
    return ClockResult(tournament_id=tournament_id, index=state.index)
