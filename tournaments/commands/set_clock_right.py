"""Set a tournament clock right after the machine's clock was set back."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules import clock_set_right
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import ClockSetRight
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock
from tournaments.queries.clock_set_back import last_seen_running
from tournaments.results import ClockResult


@command(
    "tournaments.set_clock_right",
    Card(
        title=N_("Clock set right"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/right",
        already_done=(
            AlreadyDone(
                fact="clock_set_right", codes=("clock_is_right", "not_the_last_change", "level_moved")
            ),
        ),
        buttons=(
            Button(
                page="director",
                name="set-clock-right",
                label=N_("Set the clock right"),
                said=N_("The clock is running again."),
            ),
        ),
    ),
)
def set_clock_right(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> ClockResult:
    """Set a clock right that stands because the server's clock was set back: the level, or the break, goes on now.

    It has what it had left when the house last recorded anything of the tournament before; what was played after that is given or taken by hand.

    Refusals: ``clock_not_started``, ``clock_is_right``. Rule: ADTP.23, PT-T.45
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    state = change_clock(
        tournament,
        change=lambda state: clock_set_right.set_right(
            state=state, at=at, seen_at=last_seen_running(tournament_id, state=state)
        ),
        fact=ClockSetRight,
        at=at,
    )
    return ClockResult(tournament_id=tournament_id, index=state.index)
