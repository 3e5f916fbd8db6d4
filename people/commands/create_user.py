"""The owner opens an account for a member of staff."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from rules.permissions import Action


@command("people.create_user")
def create_user(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    email: str,
    name: str,
    password_hash: str,
    language: str = "pt-br",
) -> dict[str, Any]:
    """An account without roles; grant_role gives them. Returns {user_id}.

    name: what colleagues read. password_hash: as in sign_up.
    Refusals: ``forbidden``, ``email_taken``, ``bad_email``, ``bad_language``, ``text_too_long``.
    """
    require(by, Action.MANAGE_STAFF, venue_id=venue_id)
    user = operations.add_user(
        at=at, email=email, password_hash=password_hash, name=name, language=language, confirmed=False
    )
    return {"user_id": user.pk}
