"""What the operator says about people's data."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people import operations
from people.queries import require
from rules.permissions import Permission


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
) -> dict[str, Any]:
    """By an owner, for the whole installation (ADR 8: one organiser). Returns {version}.

    Whoever opens an account from now on accepts this version; "" takes the words away. Refusals: ``forbidden``,
    ``text_too_long``.
    """
    require(by, Permission.MANAGE_VENUE, venue_id=venue_id)
    assert by.user_id is not None  # the system has nothing to say
    return {
        "version": operations.keep_privacy_text(text=text, venue_id=venue_id, at=at, by_user_id=by.user_id)
    }
