"""Write down that staff compared the person with a photo document."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people import operations
from people.queries import require
from people.results import PlayerResult
from rules.permissions import Permission
from rules.refusals import N_


@command(
    "people.check_identity",
    Card(
        permission=Permission.CHECK_ID,
        address="players/<id:player_id>/identity-check",
        buttons=(Button(page="desk", name="check", said=N_("The document is checked.")),),
    ),
)
def check_identity(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    venue_id: int,
    birth_date: date | None = None,
    document_kind: Annotated[str, Text(max_length=20)] | None = None,
    document_number: Annotated[str, Text(max_length=40)] | None = None,
) -> PlayerResult:
    """Write down that staff compared the person with a photo document.

    Keep who looked and when, with what was read from the document; never its image.

    Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``, ``birth_date_missing``, ``document_missing``,
    those of create_player.
    Rule: SCPT.F, SCPT.O
    """
    require(by, permission=Permission.CHECK_ID, venue_id=venue_id)
    player = operations.lock_player(player_id)
    operations.change_player(
        player,
        at=at,
        by_user_id=by.user_id,
        venue_id=venue_id,
        birth_date=birth_date,
        document_kind=document_kind,
        document_number=document_number,
    )
    operations.check_identity_of(player, at=at, checked_by_id=by.user_id)
    return PlayerResult(player_id=player_id)
