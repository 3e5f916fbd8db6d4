"""An operator's PIN for paired devices."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations
from people.queries import require
from rules.permissions import Action


@command("people.set_pin")
def set_pin(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    user_id: int,
    pin_hash: str,
    venue_id: int | None = None,
) -> dict[str, Any]:
    """One's own, or by the owner of `venue_id` for a member of staff there. Returns {user_id}.

    pin_hash: `operations.hash_secret(pin, salt=str(command_id))`. Refusals: ``forbidden``, ``unknown_user``.
    """
    require(by, Action.SET_PIN, venue_id=venue_id, owner_user_id=user_id)
    user = operations.active_user(user_id)
    if user_id != by.user_id:
        operations.require_staff(user, venue_id=venue_id)
    operations.keep_pin(user=user, pin_hash=pin_hash, at=at)
    return {"user_id": user_id}
