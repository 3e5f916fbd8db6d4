"""Start: draw the seats, issue the chips, start the clock."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import Tournament
from tournaments.operations import announcing
from tournaments.operations.starting import start
from tournaments.queries.circuit import venue_of


@command(
    "tournaments.start_tournament",
    Card(
        title=N_("Seats drawn, clock started"),
        permission=Permission.START_TOURNAMENT,
        address="tournaments/<id:tournament_id>/start",
        already_done=(AlreadyDone(fact="tournament_started", codes=("already_started",)),),
    ),
)
def start_tournament(*, command_id: CommandId, at: datetime, by: Actor, tournament_id: int) -> dict[str, Any]:
    """Seats are drawn by the public procedure and the first level begins.

    Returns {tournament_id, entries, waiting, tables, draw_number}.
    Refusals: ``already_started``, ``not_announced``, ``too_few_entries``, ``table_number_taken``.
    Rule: ADTP.7, PT-T.39, PT-T.41
    """
    require(by, Permission.START_TOURNAMENT, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    announcing.lock_out_new_entries(tournament_id)
    made = start(Tournament.objects.get(pk=tournament_id), at, command_id)
    return {
        "tournament_id": tournament_id,
        "entries": made.entries,
        "waiting": made.waiting,
        "tables": made.tables,
        "draw_number": made.draw_number,
    }
