"""An exclusion that was set for later begins."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.operations import lock_player
from people.queries import exclusions_of, require
from rules.permissions import Permission
from tournaments.operations import withdrawals


@command(
    "tournaments.call_off_excluded",
    Card(permission=Permission.CANCEL_REGISTRATION_OTHER, address="players/<id:player_id>/call-off"),
)
def call_off_excluded(
    *, command_id: CommandId, at: datetime, by: Actor, player_id: int, venue_id: int | None
) -> dict[str, Any]:
    """Cancel with refund what an excluded player has not begun to play; nothing where the exclusion has ended since.

    Returns {player_id, called_off: [{tournament, refund_cents, …}]}. Refusals: ``forbidden``. Rule: PT-T.21
    """
    require(by, Permission.CANCEL_REGISTRATION_OTHER, venue_id=venue_id)
    lock_player(player_id)
    stands = any(
        e.venue_id == venue_id and e.from_at <= at and (e.until_at is None or e.until_at > at)
        for e in exclusions_of(player_id)
    )
    called_off = (
        withdrawals.call_off(player_id, venue_id=venue_id, reason="excluded", at=at, command_id=command_id)
        if stands
        else []
    )
    return {"player_id": player_id, "called_off": [gone.as_dict() for gone in called_off]}
