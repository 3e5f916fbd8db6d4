"""Move the clock to another level or recess, back or forward."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules import clock as law
from rules.permissions import Action
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock


@command("tournaments.move_to_level")
def move_to_level(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    level_index: int,
    elapsed_seconds: int = 0,
) -> dict[str, Any]:
    """level_index counts levels and recesses from 0. The level applies from the next hand.

    Returns {tournament_id, index}. Refusals: ``clock_not_started``, ``clock_finished``, ``no_such_level``, ``bad_time``.
    Rule: ADTP.23
    """
    tournament = tournament_for_clock(tournament_id)
    require(by, Action.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id)
    state = change_clock(
        tournament,
        lambda state: law.move_to_level(
            state=state, index=level_index, at=at, elapsed_seconds=elapsed_seconds
        ),
        kind="clock_moved",
        at=at,
    )
    return {"tournament_id": tournament_id, "index": state.index}
