"""Write the notices of one fact of a house, each once for each person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.queries import fact_by_id
from people.queries import require
from rules.notices import FACTS_OF_HOUSE
from rules.permissions import Permission
from rules.refusals import not_found
from tournaments.operations import notices
from tournaments.streams import venue_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteHouseNoticesResult:
    """written: how many are new."""

    venue_id: int
    written: int


@command(
    "tournaments.write_house_notices",
    Card(permission=Permission.SEND_MESSAGE, address="venues/<id:venue_id>/notices"),
)
def write_house_notices(
    *, command_id: CommandId, at: datetime, by: Actor, venue_id: int, fact_id: int
) -> WriteHouseNoticesResult:
    """Write the notices of one fact of a house, each once for each person: of its cash tables.

    By the reader of facts. They are on the people's own pages from then on; those that go by mail wait for the post.

    Refusals: ``forbidden``, ``not_found``.
    Rule: PT-H.6
    """
    require(by, permission=Permission.SEND_MESSAGE, venue_id=venue_id)
    fact = fact_by_id(fact_id)
    if fact is None or fact.stream != venue_stream(venue_id) or fact.kind not in FACTS_OF_HOUSE:
        raise not_found("message")
    return WriteHouseNoticesResult(venue_id=venue_id, written=notices.write_of_house(venue_id, fact=fact))
