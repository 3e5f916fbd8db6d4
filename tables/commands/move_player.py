"""Bring a player to a named seat."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer, one_of
from tables.models import MoveReason
from tables.operations import move_to
from tables.operations.moves import Moved
from tournaments.fields import SeatNumber, TableNumber
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_entry


@command(
    "tables.move_player",
    Card(
        title=N_("Moved"),
        permission=Permission.MOVE_PLAYER,
        address="entries/<id:entry_id>/move",
        already_done=(
            AlreadyDone(fact="player_seated", codes=("seat_taken", "already_there"), names=("table", "seat")),
            AlreadyDone(fact="player_seated", codes=("other_table",), names=("entry_id",)),
            AlreadyDone(fact="player_seated", codes=("proposal_stale",)),
        ),
        buttons=(
            Button(
                page="director",
                name="move",
                said=N_("%(name)s → table %(table_number)s, seat %(seat_number)s."),
                values={"reason": "correction"},
            ),
        ),
    ),
)
def move_player(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    table_number: TableNumber,
    seat_number: SeatNumber,
    reason: Annotated[str, Choice(choices=[(r, r) for r in ("correction", "balance")])],
) -> Moved:
    """Bring a player to a named seat.

    reason: correction (wrong seat, right chips) or balance.

    Refusals: ``seat_taken``, ``no_such_seat``, ``no_such_table``, ``table_is_broken``, ``not_seated``,
    ``already_there``, ``no_such_entry``.
    Rule: ADTP.7, ADTP.11A, REGULATIONS 3.2
    """
    tournament_id, venue_id = home_of_entry(entry_id)
    require(by, permission=Permission.MOVE_PLAYER, venue_id=venue_id, tournament_id=tournament_id)
    one_of("reason", reason, (MoveReason.CORRECTION.value, MoveReason.BALANCE.value))
    integer("table_number", table_number, low=1, high=100_000)
    integer("seat_number", seat_number, low=1, high=10)
    tournament, _ = lock_field(tournament_id)
    return move_to(
        tournament,
        entry_id=entry_id,
        table_number=table_number,
        seat_number=seat_number,
        reason=MoveReason(reason),
        at=at,
        command_id=command_id,
    )
