"""Move the clock to another level or recess, back or forward."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from people.queries import require
from rules import clock
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.facts.clock import ClockMoved
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock
from tournaments.results import ClockResult


@command(
    "tournaments.move_to_level",
    Card(
        title=N_("Moved to another level"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/level",
        already_done=(AlreadyDone(fact="clock_moved", codes=("not_the_last_change", "level_moved")),),
        buttons=(
            Button(page="director", name="next-level", said=N_("The next level applies.")),
            Button(page="director", name="previous-level", said=N_("Back at the level before.")),
        ),
    ),
)
def move_to_level(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    level_index: Annotated[
        int, Integer(min_value=0, max_value=1000, help_text="Levels and recesses, counted from 0.")
    ],
    elapsed_seconds: Annotated[int, Integer(min_value=0, max_value=86400)] = 0,
    from_index: Annotated[
        int,
        Integer(
            min_value=0,
            max_value=1000,
            help_text="Where the clock stands for who asks: where it has moved since, nothing is done.",
        ),
    ]
    | None = None,
) -> ClockResult:
    """Move the clock to another level or recess, back or forward.

    level_index counts levels and recesses from 0. The level applies from the next hand. from_index: where the clock
    stands for whoever asks; where it has moved since, nothing is done.

    Refusals: ``clock_not_started``, ``clock_finished``, ``no_such_level``, ``bad_time``, ``level_moved``.
    Rule: ADTP.23
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )

    def move(state: clock.ClockState) -> tuple[clock.ClockState, tuple[clock.LevelChange, ...]]:
        here = clock.catch_up(state=state, at=at)[0].index
        if from_index is not None and here != from_index:
            raise Refused(
                "level_moved",
                N_("The clock has already moved to another level. Look at it as it stands."),
                rule="ADTP.23",
            )
        return clock.move_to_level(state=state, index=level_index, at=at, elapsed_seconds=elapsed_seconds)

    state = change_clock(tournament, change=move, fact=ClockMoved, at=at)
    return ClockResult(tournament_id=tournament_id, index=state.index)
