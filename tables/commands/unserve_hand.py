"""Take back that a hand of a penalty was served."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer
from tables.operations import take_back_served
from tables.queries import home_of_penalty
from tables.results import PenaltyHands
from tournaments.operations.field import lock_field


@command(
    "tables.unserve_hand",
    Card(
        title=N_("Penalty hand not served after all"),
        permission=Permission.PENALISE,
        address="penalties/<id:penalty_id>/unserve",
        buttons=(
            Button(
                page="director", name="unserve", said=N_("Hands sat out: %(hands_served)s of %(hands_owed)s.")
            ),
        ),
    ),
)
def unserve_hand(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    penalty_id: int,
    hand_number: Annotated[int, Integer(min_value=1, max_value=1000)],
) -> PenaltyHands:
    """Take back that a hand of a penalty was served.

    It is the hand that was counted last, and named so that nobody takes back another.

    Refusals: ``not_the_last_hand``, ``no_such_penalty``, ``not_running``.
    Rule: ADTP.67A, ADTP.1
    """
    tournament_id, venue_id = home_of_penalty(penalty_id)
    require(by, permission=Permission.PENALISE, venue_id=venue_id, tournament_id=tournament_id)
    integer("hand_number", hand_number, low=1, high=1_000)
    _, field = lock_field(tournament_id)
    row = take_back_served(penalty_id, field=field, hand_number=hand_number)
    return PenaltyHands(penalty_id=penalty_id, hands_served=row.hands_served, hands_owed=row.hands_owed)
