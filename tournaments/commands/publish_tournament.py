"""Announce a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Many, Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations import announcing
from tournaments.queries.circuit import venue_of_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishTournamentResult:
    """commitment: to the secret of all draws, 64 hexadecimal digits; it is checked when the secret is told at the end."""

    tournament_id: int
    commitment: str


@command(
    "tournaments.publish_tournament",
    Card(
        title=N_("Published; auditable draw recorded"),
        permission=Permission.PUBLISH_TOURNAMENT,
        address="tournaments/<id:tournament_id>/publish",
        already_done=(AlreadyDone(fact="tournament_published", codes=("not_a_draft",)),),
        buttons=(Button(page="director", name="publish"),),
    ),
)
def publish_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    practice_seed: Annotated[str, Text(max_length=64, help_text="64 hexadecimal digits; rehearsals only.")]
    | None = None,
    acknowledge: Annotated[
        Sequence[str],
        Many(
            child=Text(max_length=60),
            max_length=50,
            help_text="Codes of doubts that the director insists on.",
        ),
    ] = (),
) -> PublishTournamentResult:
    """Announce a tournament: everybody sees it from now on, and its draw is committed to.

    `practice_seed`: 64 hexadecimal digits, practice tournaments only. `acknowledge`: codes of doubts that the
    director insists on. Refusals: ``not_a_draft``, ``not_ready_to_publish``, ``starts_in_the_past``,
    ``seed_only_for_practice``, ``bad_seed``.
    Rule: SCPT.B, SCPT.J, PT-T.34, PT-T.39
    """
    require(
        by,
        permission=Permission.PUBLISH_TOURNAMENT,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = announcing.lock(tournament_id)
    commitment = announcing.publish(tournament, acknowledge=acknowledge, practice_seed=practice_seed, at=at)
    return PublishTournamentResult(tournament_id=tournament_id, commitment=commitment)
