"""Lengthen or shorten the running level."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Integer
from people.queries import require
from rules.clock import add_time
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import ClockTimeAdded
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock
from tournaments.results import ClockResult


@command(
    "tournaments.add_clock_time",
    Card(
        title=N_("Clock time changed"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/time",
        already_done=(AlreadyDone(fact="clock_time_added", codes=("not_the_last_change", "level_moved")),),
        buttons=(Button(page="director", name="minutes", said=N_("The time of the level is changed.")),),
    ),
)
def add_clock_time(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    seconds: Annotated[int, Integer(min_value=-14400, max_value=14400, help_text="Negative to shorten.")],
    last_hand: Annotated[
        bool, About(help_text="In a recess: the time that the last hands took of it is given back.")
    ] = False,
) -> ClockResult:
    """Lengthen or shorten the running level.

    seconds: negative to shorten; within what is left and four hours. last_hand: the recess counts from the last hand by it.

    Refusals: ``clock_not_started``, ``clock_finished``, ``bad_time``.
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    state = change_clock(
        tournament,
        change=lambda state: add_time(state=state, seconds=seconds, at=at, last_hand=last_hand),
        fact=ClockTimeAdded,
        at=at,
        added_seconds=seconds,
    )
    return ClockResult(tournament_id=tournament_id, index=state.index)
