"""Write the notices of one fact of a tournament, each once for each person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.queries import fact_by_id
from people.queries import require
from rules.notices import FACTS
from rules.permissions import Permission
from rules.refusals import not_found
from tournaments.models import Tournament
from tournaments.operations import notices
from tournaments.queries.circuit import venue_of_tournament
from tournaments.streams import tournament_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteNoticesResult:
    """written: how many are new."""

    tournament_id: int
    written: int


@command(
    "tournaments.write_notices",
    Card(permission=Permission.SEND_MESSAGE, address="tournaments/<id:tournament_id>/notices"),
)
def write_notices(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, fact_id: int
) -> WriteNoticesResult:
    """Write the notices of one fact of a tournament, each once for each person.

    By the reader of facts. They are on the people's own pages from then on; those that go by mail wait for the post.

    Refusals: ``forbidden``, ``not_found``.
    Rule: REGULATIONS 1.2, SCPT.D
    """
    require(
        by,
        permission=Permission.SEND_MESSAGE,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    fact = fact_by_id(fact_id)
    if fact is None or fact.stream != tournament_stream(tournament_id) or fact.kind not in FACTS:
        raise not_found("message")
    tournament = Tournament.objects.get(pk=tournament_id)
    return WriteNoticesResult(tournament_id=tournament_id, written=notices.write(tournament, fact=fact))
