"""A tournament does not take place."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Action
from tournaments.operations import announcing, cancelling
from tournaments.queries.circuit import venue_of_tournament


@command("tournaments.cancel_tournament")
def cancel_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    reason: str,
    prizes_stand: bool = False,
) -> dict[str, Any]:
    """Cancel, before or after the start: everybody gets back what the rule set says, and the pool is empty.

    prizes_stand: once prizes were credited a rule set of full refunds cannot refund all; the director then decides that
    they stand, those still in get their registration back, and what is left is shared among them by chips.
    Waits for the registrations in flight; those that come later are refused. Returns {tournament_id, refunded_cents}.
    Refusals: ``forbidden``, ``not_found``, ``reason_missing``, ``tournament_over``, ``prizes_already_credited``,
    ``nobody_active``.
    The reason is kept and told: too few players, a technical fault, force majeure.
    Rule: REGULATIONS 6.3, PT-T.35, PT-T.36, PT-T.37, PT-T.38, SCPT.D, SCPT.D-A, SCPT.J
    """
    require(
        by,
        Action.CANCEL_TOURNAMENT,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    tournament = announcing.lock(tournament_id)
    refunded = cancelling.cancel(
        tournament,
        reason=announcing.reason_of(reason),
        prizes_stand=prizes_stand,
        at=at,
        command_id=command_id,
    )
    return {"tournament_id": tournament_id, "refunded_cents": refunded}
