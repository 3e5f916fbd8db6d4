"""Close the entries of a tournament."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import TournamentState
from tournaments.operations import announcing, closing
from tournaments.queries.circuit import venue_of_tournament
from tournaments.queries.field import entries_closed
from tournaments.results import EntriesClosedResult


@command(
    "tournaments.close_entries",
    Card(
        title=N_("Entries closed"),
        permission=Permission.CLOSE_REGISTRATION,
        address="tournaments/<id:tournament_id>/close-entries",
        already_done=(AlreadyDone(fact="entries_closed", codes=("already_closed",)),),
        buttons=(
            Button(
                page="director",
                name="close-entries",
                label=N_("Close entries"),
                said=N_("Entries are closed, the prizes are fixed."),
            ),
        ),
    ),
)
def close_entries(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
) -> EntriesClosedResult:
    """Close the entries: no entry, re-entry, rebuy or add-on from now on.

    Places are final and the prizes are fixed. Otherwise the clock does it when late registration ends.
    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``already_closed``.
    Rule: SCPT.H, ADTP.8B, PT-T.34
    """
    require(
        by,
        permission=Permission.CLOSE_REGISTRATION,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = announcing.lock(tournament_id)
    if tournament.state != TournamentState.RUNNING:
        raise Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=str(tournament.state)
        )
    if entries_closed(tournament_id):
        raise Refused("already_closed", N_("Entries are already closed."), rule="ADTP.8B")
    closed = closing.close_entries(tournament, at=at, command_id=command_id, by_director=True)
    return EntriesClosedResult(tournament_id=tournament_id, entries_closed=closed)
