"""Keep oneself from playing."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from people import operations
from people.queries import require
from people.results import ExclusionResult
from play.operations.barred import send_home
from rules.permissions import Permission
from tournaments.operations import withdrawals


@command(
    "people.exclude_self",
    Card(
        permission=Permission.EXCLUDE_SELF,
        own_permission=Permission.EXCLUDE_SELF,
        address="players/<id:player_id>/exclude-self",
    ),
)
def exclude_self(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    venue_id: Annotated[int | None, About(help_text="Nothing: everywhere.")] = None,
    until_at: Annotated[datetime | None, About(help_text="Nothing: for good.")] = None,
) -> ExclusionResult:
    """Keep oneself from playing.

    At once; everywhere when `venue_id` is None; for good when `until_at` is None. What was not begun is cancelled
    with refund; at cash and demo tables the player stands up, after the hand where one is being played.

    Nobody can lift it before its end. Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``,
    ``exclusion_span``.
    """
    require(by, permission=Permission.EXCLUDE_SELF, venue_id=venue_id, owner_player_id=player_id)
    player = operations.lock_player(player_id)
    standing = withdrawals.lock_standing(player_id, venue_id=venue_id)
    exclusion = operations.add_exclusion(
        player=player,
        venue_id=venue_id,
        from_at=at,
        until_at=until_at,
        kind="self",
        reason="",
        at=at,
        by_user_id=by.user_id,
    )
    home = send_home(player_id, venue_id=venue_id, at=at)
    called_off = withdrawals.call_off(
        player_id, standing=standing, reason="excluded", at=at, command_id=command_id
    )
    return ExclusionResult(exclusion_id=exclusion.pk, called_off=tuple(called_off), tables=tuple(home))
