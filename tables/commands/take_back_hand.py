"""Take back that a table finished its hand of the round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer
from tables.operations import take_back_hand as taken_back
from tournaments.operations.clock_by_hand import give_hand_back
from tournaments.operations.field import lock_field
from tournaments.operations.hand_for_hand import reopen_round
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTakenBackResult:
    """The table that plays its hand of this round on; number: which hand of this hand-for-hand that is."""

    table_number: int
    round: int
    number: int


@command(
    "tables.take_back_hand",
    Card(
        title=N_("Hand not done after all"),
        permission=Permission.HAND_DONE,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/hand-taken-back",
        already_done=(AlreadyDone(fact="hand_taken_back", codes=("hand_not_done",), names=("table",)),),
        buttons=(
            Button(
                page="director",
                name="hand-taken-back",
                said=N_("Table %(table_number)s plays hand %(number)s on."),
            ),
        ),
    ),
)
def take_back_hand(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    table_number: int,
    round: Annotated[int, Integer(min_value=1, max_value=1_000_000)],
) -> HandTakenBackResult:
    """Take back that a table finished its hand of the round: it plays on, and all others wait for it.

    While the round is played; and when this was the last table, until another has done its hand of the next round: the level
    gets the hand's time back. The hand of a penalty that was counted with it is given back.

    Refusals: ``not_hand_for_hand``, ``round_over``, ``hand_not_done``, ``somebody_is_out``, ``no_such_table``,
    ``not_the_last_change``.
    Rule: PT-T.49, ADTP.67A, ADTP.1
    """
    require(
        by, permission=Permission.HAND_DONE, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    integer("table_number", table_number, low=1, high=100_000)
    tournament, field = lock_field(tournament_id)
    reopened = reopen_round(tournament, field=field, table_number=table_number, round_=round)
    taken_back(tournament, field=field, table_number=table_number, round_=round)
    if reopened:
        give_hand_back(tournament, at=at)
    return HandTakenBackResult(table_number=table_number, round=round, number=field.hand_number(round))
