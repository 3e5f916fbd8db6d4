"""Begin an exclusion that was set for later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.operations import lock_player
from people.queries import exclusions_of, require
from play.operations.barred import SentHome, send_home
from rules.permissions import Permission
from tournaments.operations import withdrawals
from tournaments.operations.withdrawals import CalledOff


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOffResult:
    """called_off: what was cancelled. tables: what the player left, or leaves when the hand is over."""

    player_id: int
    called_off: tuple[CalledOff, ...]
    tables: tuple[SentHome, ...]


@command(
    "tournaments.call_off_excluded",
    Card(permission=Permission.CANCEL_REGISTRATION_OTHER, address="players/<id:player_id>/call-off"),
)
def call_off_excluded(
    *, command_id: CommandId, at: datetime, by: Actor, player_id: int, venue_id: int | None
) -> CallOffResult:
    """Cancel with refund what an excluded player has not begun to play, and have the player stand up from cash and demo tables.

    Nothing is cancelled where the exclusion has ended since. Refusals: ``forbidden``.
    Rule: PT-T.21
    """
    require(by, permission=Permission.CANCEL_REGISTRATION_OTHER, venue_id=venue_id)
    lock_player(player_id)
    stands = any(
        e.venue_id == venue_id and e.from_at <= at and (e.until_at is None or e.until_at > at)
        for e in exclusions_of(player_id)
    )
    standing = withdrawals.lock_standing(player_id, venue_id=venue_id) if stands else []
    home = send_home(player_id, venue_id=venue_id, at=at) if stands else []
    called_off = withdrawals.call_off(
        player_id, standing=standing, reason="excluded", at=at, command_id=command_id
    )
    return CallOffResult(player_id=player_id, called_off=tuple(called_off), tables=tuple(home))
