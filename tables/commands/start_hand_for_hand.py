"""Begin hand-for-hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice
from people.queries import require
from rules.permissions import Permission
from rules.policies import HandCharge
from rules.refusals import N_
from rules.validation import one_of
from tournaments.operations.field import lock_field
from tournaments.operations.hand_for_hand import go_hand_for_hand
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StartHandForHandResult:
    """round: the number of the round that begins. tables: how many play it."""

    round: int
    tables: int


@command(
    "tables.start_hand_for_hand",
    Card(
        title=N_("Hand for hand begun"),
        permission=Permission.HAND_FOR_HAND,
        address="tournaments/<id:tournament_id>/hand-for-hand/start",
        already_done=(AlreadyDone(fact="clock_went_hand_for_hand", codes=("already_hand_for_hand",)),),
        buttons=(
            Button(
                page="director",
                name="hand-for-hand",
                label=N_("Begin hand for hand"),
                said=N_("Hand for hand. The hand being played counts as its first."),
            ),
        ),
    ),
)
def start_hand_for_hand(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    charge: Annotated[str, Choice(choices=[(c.value, c.value) for c in HandCharge])] = "",
) -> StartHandForHandResult:
    """Begin hand-for-hand at all tables; the hand that is being played counts as the first.

    charge: fixed or real_time, what a hand takes off the level; empty as the rule set has it.

    Refusals: ``already_hand_for_hand``, ``no_such_choice``.
    Rule: PT-T.49, ADTP.P16, CASES h4h-1, REGULATIONS 11
    """
    require(
        by, permission=Permission.HAND_FOR_HAND, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    if charge:
        one_of("charge", charge, [c.value for c in HandCharge])
    tournament, field = lock_field(tournament_id)
    go_hand_for_hand(tournament, field=field, charge=HandCharge(charge) if charge else None, at=at)
    return StartHandForHandResult(round=field.hand_for_hand_round, tables=field.tables_open)
