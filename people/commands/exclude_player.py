"""Keep a player away from this house."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Reason
from people import operations
from people.queries import require
from people.results import ExclusionResult
from play.operations.barred import send_home
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.operations import withdrawals


@command(
    "people.exclude_player",
    Card(
        permission=Permission.MANAGE_EXCLUSION,
        address="players/<id:player_id>/exclude",
        buttons=(Button(page="desk", name="exclude"),),
    ),
)
def exclude_player(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    venue_id: int,
    from_at: datetime | None = None,
    until_at: datetime | None = None,
    reason: Reason,
) -> ExclusionResult:
    """Keep a player away from this house.

    From `from_at` (None: now) until `until_at` (None: until lifted), at this venue. When it begins, what the player
    has not begun to play there is cancelled with refund, and at its cash and demo tables the player stands up, after the hand where one
    is being played.

    Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``, ``reason_missing``, ``exclusion_span``.
    Rule: ADTP.67
    """
    require(by, permission=Permission.MANAGE_EXCLUSION, venue_id=venue_id)
    player = operations.lock_player(player_id)
    if not reason.strip():
        raise Refused("reason_missing", N_("Say why; the reason is kept with the decision."), field="reason")
    begins = from_at is None or from_at <= at
    standing = withdrawals.lock_standing(player_id, venue_id=venue_id) if begins else []
    exclusion = operations.add_exclusion(
        player=player,
        venue_id=venue_id,
        from_at=from_at or at,
        until_at=until_at,
        kind="house",
        reason=reason,
        at=at,
        by_user_id=by.user_id,
    )
    home = send_home(player_id, venue_id=venue_id, at=at) if begins else []
    called_off = withdrawals.call_off(
        player_id, standing=standing, reason="excluded", at=at, command_id=command_id
    )
    return ExclusionResult(exclusion_id=exclusion.pk, called_off=tuple(called_off), tables=tuple(home))
