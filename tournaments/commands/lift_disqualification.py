"""Let somebody enter again who was disqualified."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from rules.validation import text
from tournaments.operations import disqualifications, field
from tournaments.queries.eliminations import home_of_elimination
from tournaments.results import DisqualificationResult


@command(
    "tournaments.lift_disqualification",
    Card(
        title=N_("Disqualification lifted"),
        permission=Permission.DISQUALIFY,
        address="eliminations/<id:elimination_id>/lift",
        buttons=(
            Button(
                page="desk", name="lift", said=N_("Lifted. The player may enter again as anybody who is out.")
            ),
        ),
    ),
)
def lift_disqualification(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    elimination_id: int,
    reason: Annotated[str, Text(max_length=300)],
) -> DisqualificationResult:
    """Let somebody enter again who was disqualified.

    The person may enter this tournament again, as anybody who is out; place and chips stay as they are.

    Refusals: ``forbidden``, ``no_such_elimination``, ``not_running``, ``not_disqualified``, ``reason_missing``.
    Rule: ADTP.67D, ADTP.1
    """
    tournament_id, venue_id = home_of_elimination(elimination_id)
    require(by, permission=Permission.DISQUALIFY, venue_id=venue_id, tournament_id=tournament_id)
    if not reason.strip():
        raise Refused(
            "reason_missing",
            N_("State the reason; it is kept with the decision."),
            rule="ADTP.67D",
            field="reason",
        )
    why = text("reason", reason.strip(), at_most=300)
    tournament, _field = field.lock_field(tournament_id)
    row = disqualifications.lift_disqualification(
        tournament, elimination_id=elimination_id, reason=why, at=at
    )
    return DisqualificationResult(
        elimination_id=row.pk, entry_id=row.entry_id, name=row.entry.player.public_name
    )
