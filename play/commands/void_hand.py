"""Have a hand count for nothing after a failure of the house."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import SYSTEM, Actor, CommandId
from dispatch.fields import Choice, Integer, Text
from play.models import TableStage
from play.operations.failing import void
from play.operations.tables import lock_play_table, require_running, turn_passed
from play.results import TableTurn
from rules.online import VOIDED_BECAUSE
from rules.permissions import Permission
from rules.refusals import N_, Refused
from rules.validation import one_of, text


@command(
    "play.void_hand",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/void-hand"),
)
def void_hand(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    number: Annotated[int, Integer(min_value=1, max_value=10**9)],
    reason: Annotated[str, Text(max_length=200)] = "",
    why: Annotated[str, Choice(choices=list(VOIDED_BECAUSE))] = "staff",
) -> TableTurn:
    """Have the hand that is played count for nothing: everybody has the chips of its start, and is told why.

    For a failure of the house alone, never for a player's own line. number: the hand as it was seen; reason: in words, by staff.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``turn_passed``, ``no_hand_to_void``, ``text_missing``.
    Rule: PT-H.72, PT-H.73, PT-O.72
    """
    table = lock_play_table(table_id)
    require_running(by, table=table)
    if table.hand_number != number:
        raise turn_passed(table)
    if table.stage != TableStage.PLAYING:
        raise Refused(
            "no_hand_to_void",
            N_("No hand is being played. One that is settled is not made void."),
            rule="PT-H.72",
        )
    why = one_of("why", why, list(VOIDED_BECAUSE))
    said = "" if by == SYSTEM else text("reason", reason, at_most=200)
    void(table, why=why, reason=said, at=at)
    table.save()
    return TableTurn(table_id=table.pk, turn=table.turn)
