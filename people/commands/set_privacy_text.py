"""Say what the operator does with people's data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people import operations
from people.queries import require
from rules.permissions import Permission


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPrivacyTextResult:
    """version: of the text that whoever opens an account accepts from now on; "" where there is none."""

    version: str


@command(
    "people.set_privacy_text",
    Card(permission=Permission.MANAGE_VENUE, address="venues/<id:venue_id>/privacy-text"),
)
def set_privacy_text(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    text: Annotated[str, Text(max_length=50000, allow_blank=True)],
) -> SetPrivacyTextResult:
    """Say what the operator does with people's data.

    By an owner, for the whole installation (ADR 8: one organiser).

    Whoever opens an account from now on accepts this version; "" takes the words away. Refusals: ``forbidden``,
    ``text_too_long``.
    """
    require(by, permission=Permission.MANAGE_VENUE, venue_id=venue_id)
    assert by.user_id is not None  # the system has nothing to say
    return SetPrivacyTextResult(
        version=operations.keep_privacy_text(text=text, venue_id=venue_id, at=at, by_user_id=by.user_id)
    )
