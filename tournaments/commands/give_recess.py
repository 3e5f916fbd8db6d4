"""Give a recess now, outside of the structure."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from people.queries import require
from rules.clock import LONGEST_RECESS_MINUTES, SHORTEST_RECESS_MINUTES
from rules.clock import give_recess as given
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import ClockRecessGiven
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock
from tournaments.results import ClockResult


@command(
    "tournaments.give_recess",
    Card(
        title=N_("Break given"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/recess",
        already_done=(
            AlreadyDone(
                fact="clock_recess_given", codes=("recess_already", "not_the_last_change", "level_moved")
            ),
        ),
        buttons=(
            Button(
                page="director",
                name="recess",
                said=N_("It is a break; the level keeps the time that was left."),
            ),
        ),
    ),
)
def give_recess(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    minutes: Annotated[int, Integer(min_value=SHORTEST_RECESS_MINUTES, max_value=LONGEST_RECESS_MINUTES)],
) -> ClockResult:
    """Give a recess now, outside of the structure.

    The level stands with the time that was left and goes on by itself when the minutes are over; a pause ends with it. Where
    tables are played online each finishes its hand, and the recess counts from the last one.

    minutes: from 1 to 120.

    Refusals: ``clock_not_started``, ``clock_finished``, ``bad_recess``, ``recess_already``, ``one_player_left``,
    ``clocks_stopped``. Rule: PT-T.45, ADTP.23
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    state = change_clock(
        tournament,
        change=lambda state: given(state=state, minutes=minutes, at=at),
        fact=ClockRecessGiven,
        at=at,
    )
    return ClockResult(tournament_id=tournament_id, index=state.index)
