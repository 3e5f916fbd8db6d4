"""Open the registration desk of a tournament."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing
from tournaments.queries.circuit import venue_of_tournament
from tournaments.results import TournamentResult


@command(
    "tournaments.open_registration",
    Card(
        title=N_("Registration opened"),
        permission=Permission.OPEN_REGISTRATION,
        address="tournaments/<id:tournament_id>/open-registration",
        already_done=(AlreadyDone(fact="registration_opened", codes=("not_announced",)),),
        buttons=(
            Button(
                page="director",
                name="open-registration",
                label=N_("Open registration now"),
                said=N_("Registration is open."),
            ),
        ),
    ),
)
def open_registration(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
) -> TournamentResult:
    """Open the registration desk of a tournament.

    By the director at any time, by the system when it is due (an hour before the start unless announced otherwise).

    Refusals: ``not_announced``.
    Rule: SCPT.B, SCPT.H
    """
    require(
        by,
        permission=Permission.OPEN_REGISTRATION,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    announcing.open_registration(announcing.lock(tournament_id), at=at)
    return TournamentResult(tournament_id=tournament_id)
