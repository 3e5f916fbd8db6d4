"""Undo the last thing a person did to the clock."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import CLOCK_WENT_ON_KINDS
from tournaments.operations.clock import undo_last_change
from tournaments.queries.clock import tournament_for_clock, undo_preview
from tournaments.results import ClockResult


@command(
    "tournaments.undo_clock_change",
    Card(
        title=N_("Change of the clock undone"),
        permission=Permission.UNDO,
        address="tournaments/<id:tournament_id>/clock/undo",
        undoes=Undoes(
            commands=(
                "tournaments.pause_clock",
                "tournaments.resume_clock",
                "tournaments.give_recess",
                "tournaments.end_recess",
                "tournaments.set_clock_right",
                "tournaments.move_to_level",
                "tournaments.add_clock_time",
                "tournaments.call_short_handed",
            ),
            things=lambda did: [] if did.tournament_id is None else [{"tournament_id": did.tournament_id}],
            preview=undo_preview,
            last_of=CLOCK_WENT_ON_KINDS,
        ),
        already_done=(AlreadyDone(fact="clock_change_undone", codes=("not_the_last_change", "level_moved")),),
    ),
)
def undo_clock_change(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> ClockResult:
    """Undo the last thing a person did to the clock.

    Pause, resume, a recess that was given or ended, move of the level, added time: as if it had not been done; time went on meanwhile.

    Refusals: ``clock_not_started``, ``nothing_to_undo``.
    """
    tournament = tournament_for_clock(tournament_id)
    require(by, permission=Permission.UNDO, venue_id=tournament.venue_id, tournament_id=tournament_id)
    state = undo_last_change(tournament, at=at)
    return ClockResult(tournament_id=tournament_id, index=state.index)
