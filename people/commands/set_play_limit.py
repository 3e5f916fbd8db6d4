"""Limit what a player may pay in, spend or lose."""

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
from rules.accounts import MOST_CENTS
from rules.permissions import Permission
from rules.play_limits import MONEY_KINDS, LimitKind
from tournaments.models.circuit import CURRENCIES

_KINDS = [(kind.value, kind.value) for kind in MONEY_KINDS]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPlayLimitResult:
    """applies_from: the instant (ISO 8601) from which the limit holds: at once when it is stricter, 24 hours later when
    it is looser.
    """

    limit_id: int
    applies_from: str


@command(
    "people.set_play_limit",
    Card(
        permission=Permission.SET_PLAY_LIMIT,
        own_permission=Permission.SET_PLAY_LIMIT,
        address="players/<id:player_id>/play-limits",
    ),
)
def set_play_limit(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    period: Annotated[str, Choice(choices=Period.choices)],
    unit: Annotated[str, Choice(choices=CURRENCIES)],
    amount_cents: Annotated[int, Integer(min_value=0, max_value=MOST_CENTS)] | None,
    kind: Annotated[str, Choice(choices=_KINDS)] = LimitKind.SPEND.value,
) -> SetPlayLimitResult:
    """Limit what a player may pay in, spend or lose.

    At most `amount_cents` of what `kind` counts in any running day, week or month; None removes the limit. deposit: what is paid into the
    balance. loss: what is paid to play, less what is won. spend: what is paid to play, whatever is won at tournaments.

    Stricter at once, looser after 24 hours.
    Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``, ``bad_limit``, ``bad_period``, ``bad_amount``, ``bad_unit``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    require(by, permission=Permission.SET_PLAY_LIMIT, venue_id=None, owner_player_id=player_id)
    player = operations.lock_player(player_id)
    limit = operations.keep_limit(
        player=player, kind=kind, period=period, unit=unit, amount_cents=amount_cents, at=at
    )
    return SetPlayLimitResult(limit_id=limit.pk, applies_from=limit.applies_from.isoformat())
