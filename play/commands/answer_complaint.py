"""Answer a player's complaint."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Text
from play.facts import ComplaintAnswered, PlayerAnswered, PlayerAnsweredAtCash
from play.models import ComplaintState, TableKind
from play.operations.complaints import lock_complaint
from play.results import ComplaintDone
from rules.online import COMPLAINT_LETTERS
from rules.permissions import Permission
from rules.refusals import N_, Refused
from rules.validation import text


@command(
    "play.answer_complaint",
    Card(permission=Permission.RUN_PLAY_TABLES, address="play-tables/<id:table_id>/answer-complaint"),
)
def answer_complaint(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    complaint_id: Id,
    said: Annotated[str, Text(max_length=COMPLAINT_LETTERS)],
) -> ComplaintDone:
    """Answer a complaint in the house's words; its player reads them beside the hand, and is told, but of a hand for play chips.

    Refusals: ``forbidden``, ``not_found``, ``complaint_answered``, ``text_missing``, ``text_too_long``, ``text_unreadable``.
    Rule: PT-T.55, PT-H.66
    """
    found = lock_complaint(complaint_id, table_id=table_id, by=by)
    if found.state != ComplaintState.OPEN:
        raise Refused(
            "complaint_answered",
            N_("This complaint was answered already. What you wrote was not sent."),
            rule="PT-T.55",
        )
    found.answer = text(
        "said", said, at_most=COMPLAINT_LETTERS, missing=N_("Write the answer that the player will read.")
    )
    found.state, found.answered_at, found.answered_by = ComplaintState.ANSWERED, at, by.user_id
    found.save()
    record(
        ComplaintAnswered(
            table_id=table_id,
            players=[found.player_id],
            complaint_id=found.pk,
            number=found.hand.number,
        )
    )
    table = found.hand.table
    if table.tournament_id is not None and table.table_number is not None:
        record(
            PlayerAnswered(
                tournament_id=table.tournament_id,
                player_id=found.player_id,
                table_number=table.table_number,
                number=found.hand.number,
            )
        )
    elif table.kind == TableKind.CASH:
        record(
            PlayerAnsweredAtCash(
                venue_id=table.venue_id,
                player_id=found.player_id,
                play_table_id=table.pk,
                number=found.hand.number,
            )
        )
    return ComplaintDone(complaint_id=found.pk, complaint_state=found.state)
