"""End hand-for-hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.field import lock_field
from tournaments.operations.hand_for_hand import leave_hand_for_hand
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class EndHandForHandResult:
    """rounds: how many of it are complete."""

    rounds: int


@command(
    "tables.end_hand_for_hand",
    Card(
        title=N_("Hand for hand ended"),
        permission=Permission.HAND_FOR_HAND,
        address="tournaments/<id:tournament_id>/hand-for-hand/end",
        already_done=(AlreadyDone(fact="clock_left_hand_for_hand", codes=("not_hand_for_hand",)),),
        buttons=(Button(page="director", name="end-hand-for-hand", said=N_("Hand for hand is over.")),),
    ),
)
def end_hand_for_hand(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int
) -> EndHandForHandResult:
    """End hand-for-hand between two rounds: tables play on by themselves.

    Refusals: ``not_hand_for_hand``, ``round_open`` (tables have reported and others still play).
    Rule: PT-T.49
    """
    require(
        by, permission=Permission.HAND_FOR_HAND, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    tournament, field = lock_field(tournament_id)
    leave_hand_for_hand(tournament, field=field, at=at)
    return EndHandForHandResult(rounds=field.hand_for_hand_round - field.hand_for_hand_from)
