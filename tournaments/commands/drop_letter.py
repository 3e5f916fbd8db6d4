"""Let a message go that could not be told."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch import readers
from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import require
from rules.permissions import Permission
from tournaments.facts.circuit import LetterDropped
from tournaments.operations import announcing, letters
from tournaments.queries.notices import venue_of_letter
from tournaments.results import LetterResult


@command(
    "tournaments.drop_letter", Card(permission=Permission.MANAGE_VENUE, address="letters/<id:letter_id>/drop")
)
def drop_letter(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    letter_id: int,
    reason: Annotated[str, Text(max_length=300)],
) -> LetterResult:
    """Let a message go that could not be told.

    By the owner: nobody tries any more. What it says stays on its reader's own page; the reason is kept.

    Refusals: ``forbidden``, ``not_found``, ``letter_settled``, ``reason_missing``, ``text_too_long``.
    """
    venue_id = venue_of_letter(letter_id)
    require(by, permission=Permission.MANAGE_VENUE, venue_id=venue_id)
    letter = readers.dug_up(letter_id)
    kept = announcing.reason_of(reason)
    readers.drop(letter, reason=kept)
    if letter.key:
        letters.give_up_for_good(letter.key)
    record(LetterDropped(venue_id=venue_id, letter_id=letter_id, fact_id=letter.fact_id, reason=kept))
    return LetterResult(letter_id=letter_id)
