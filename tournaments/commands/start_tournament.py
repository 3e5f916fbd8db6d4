"""Start a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Plural, Sentence
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

#: How many have paid and get no seat by the draw of the start.
WAITING = Plural("%(count)s entry waits in line.", "%(count)s entries wait in line.")


def _said(result: Mapping[str, Any]) -> list[Sentence]:
    """For how many seats are drawn, and who waits."""
    said = [
        Sentence(
            Plural(
                "Seats are drawn for %(players)s players at %(tables)s table.",
                "Seats are drawn for %(players)s players at %(tables)s tables.",
                count="tables",
            ),
            counts={"players": result["entries"] - result["waiting"], "tables": result["tables"]},
        )
    ]
    if result["waiting"]:
        said.append(Sentence(WAITING, counts={"count": result["waiting"]}))
    return [*said, Sentence(N_("Shuffle up and deal."))]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTournamentResult:
    """entries: how many play. waiting: how many wait in line. tables: how many are open. draw_number: the public draw of the
    seats.
    """

    tournament_id: int
    entries: int
    waiting: int
    tables: int
    draw_number: int | None


@command(
    "tournaments.start_tournament",
    Card(
        title=N_("Seats drawn, clock started"),
        permission=Permission.START_TOURNAMENT,
        address="tournaments/<id:tournament_id>/start",
        already_done=(AlreadyDone(fact="tournament_started", codes=("already_started",)),),
        buttons=(Button(page="director", name="start", label=N_("Draw seats and start"), said=_said),),
    ),
)
def start_tournament(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int
) -> StartTournamentResult:
    """Start a tournament: draw the seats, issue the chips, start the clock.

    Seats are drawn by the public procedure and the first level begins.

    Refusals: ``already_started``, ``not_announced``, ``too_few_entries``, ``table_number_taken``.
    Rule: ADTP.7, PT-T.39, PT-T.41
    """
    require(
        by,
        permission=Permission.START_TOURNAMENT,
        venue_id=venue_of(tournament_id),
        tournament_id=tournament_id,
    )
    announcing.lock_out_new_entries(tournament_id)
    made = start(Tournament.objects.get(pk=tournament_id), at=at, command_id=command_id)
    return StartTournamentResult(
        tournament_id=tournament_id,
        entries=made.entries,
        waiting=made.waiting,
        tables=made.tables,
        draw_number=made.draw_number,
    )
