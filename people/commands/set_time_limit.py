"""Limit how long a player may play at online tables."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer
from people import operations
from people.models.limits import Period
from people.queries import require
from play.operations.barred import lock_cash_tables_of, wait_anew
from rules.permissions import Permission
from rules.play_limits import MOST_MINUTES


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTimeLimitResult:
    """applies_from: the instant (ISO 8601) from which the limit holds: at once when it is stricter, 24 hours later when
    it is looser.
    """

    limit_id: int
    applies_from: str


@command(
    "people.set_time_limit",
    Card(
        permission=Permission.SET_PLAY_LIMIT,
        own_permission=Permission.SET_PLAY_LIMIT,
        address="players/<id:player_id>/time-limits",
    ),
)
def set_time_limit(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    period: Annotated[str, Choice(choices=Period.choices)],
    minutes: Annotated[int, Integer(min_value=0, max_value=MOST_MINUTES["month"])] | None,
) -> SetTimeLimitResult:
    """Limit how long a player may play at online tables.

    At most `minutes` at tables for money in any running day, week or month; None removes the limit. Several tables at once are one time.

    Stricter at once, looser after 24 hours.
    Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``, ``bad_period``, ``bad_minutes``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    require(by, permission=Permission.SET_PLAY_LIMIT, venue_id=None, owner_player_id=player_id)
    player = operations.lock_player(player_id)
    tables = lock_cash_tables_of(player_id)
    limit = operations.keep_time_limit(player=player, period=period, minutes=minutes, at=at)
    wait_anew(tables, at=at)
    return SetTimeLimitResult(limit_id=limit.pk, applies_from=limit.applies_from.isoformat())
