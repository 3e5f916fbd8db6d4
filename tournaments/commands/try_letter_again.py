"""Try a message again that could not be told."""

from __future__ import annotations

from datetime import datetime

from dispatch import readers
from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from tournaments.facts.circuit import LetterTriedAgain
from tournaments.operations import letters
from tournaments.queries.notices import venue_of_letter
from tournaments.results import LetterResult


@command(
    "tournaments.try_letter_again",
    Card(permission=Permission.MANAGE_VENUE, address="letters/<id:letter_id>/again"),
)
def try_letter_again(*, command_id: CommandId, at: datetime, by: Actor, letter_id: int) -> LetterResult:
    """Try a message again that could not be told.

    By the owner, once the reason is mended: from the first try on, also where it comes late.

    Refusals: ``forbidden``, ``not_found``, ``letter_settled``.
    """
    venue_id = venue_of_letter(letter_id)
    require(by, permission=Permission.MANAGE_VENUE, venue_id=venue_id)
    letter = readers.dug_up(letter_id)
    readers.ask_again(letter)
    if letter.key:
        letters.send_again(letter.key, at=at)
    record(LetterTriedAgain(venue_id=venue_id, letter_id=letter_id, fact_id=letter.fact_id))
    return LetterResult(letter_id=letter_id)
