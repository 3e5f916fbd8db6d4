"""Pause a tournament's clock."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.clock import pause
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import ClockPaused
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock
from tournaments.results import ClockResult


@command(
    "tournaments.pause_clock",
    Card(
        title=N_("Clock paused"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/pause",
        already_done=(
            AlreadyDone(fact="clock_paused", codes=("clock_paused", "not_the_last_change", "level_moved")),
        ),
        buttons=(Button(page="director", name="pause", said=N_("The clock is paused.")),),
    ),
)
def pause_clock(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> ClockResult:
    """Pause a tournament's clock: it stands until it is resumed.

    Refusals: ``clock_not_started``, ``clock_finished``, ``clock_paused``.
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    state = change_clock(tournament, change=lambda state: pause(state=state, at=at), fact=ClockPaused, at=at)
    return ClockResult(tournament_id=tournament_id, index=state.index)
