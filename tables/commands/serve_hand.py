"""A hand of a penalty was served."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Action
from rules.refusals import N_, Refused
from tables.models import Penalty
from tables.operations import serve
from tournaments.operations.floor import lock_field


@command("tables.serve_hand")
def serve_hand(*, command_id: CommandId, at: datetime, by: Actor, penalty_id: int) -> dict[str, Any]:
    """Only while the tournament runs: after it no hand is dealt that could be missed.

    Returns {penalty_id, hands_served, hands_owed}.
    Refusals: ``nothing_to_serve``, ``no_such_penalty``, ``not_running``.

    Rule: ADTP.67A
    """
    penalty = Penalty.objects.select_related("tournament").filter(pk=penalty_id).first()
    if penalty is None:
        raise Refused("no_such_penalty", N_("There is no such penalty. Reload the page."), rule="ADTP.67")
    require(by, Action.PENALISE, venue_id=penalty.tournament.venue_id, tournament_id=penalty.tournament_id)
    lock_field(penalty.tournament_id)
    served = serve(penalty_id, at=at)
    return {
        "penalty_id": penalty_id,
        "hands_served": served.hands_served,
        "hands_owed": served.hands_owed,
    }
