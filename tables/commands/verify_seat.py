"""Note that the right player was seen in a seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import verify
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifySeatResult:
    """Who sits there. name: the public one."""

    entry_id: int
    name: str


@command(
    "tables.verify_seat",
    Card(
        title=N_("Seat verified"),
        permission=Permission.VERIFY_SEAT,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/seats/<id:seat_number>/verify",
        buttons=(Button(page="director", name="verify", said=N_("%(name)s is verified.")),),
    ),
)
def verify_seat(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, table_number: int, seat_number: int
) -> VerifySeatResult:
    """Note that the right player was seen in a seat.

    Refusals: ``no_such_seat``, ``seat_empty``.
    Rule: ADTP.7
    """
    require(
        by, permission=Permission.VERIFY_SEAT, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    tournament, _ = lock_field(tournament_id)
    sitter = verify(tournament, table_number=table_number, seat_number=seat_number, at=at)
    return VerifySeatResult(entry_id=sitter.entry_id, name=sitter.name)
