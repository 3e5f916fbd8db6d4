"""From the next hand on all tables play hand for hand."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Action
from tournaments.operations.floor import go_hand_for_hand, lock_field
from tournaments.queries.floor import venue_of


@command("tables.start_hand_for_hand")
def start_hand_for_hand(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int
) -> dict[str, Any]:
    """Returns {round, tables}. Refusals: ``already_hand_for_hand``. Rule: PT-T.49, ADTP.P16"""
    require(by, Action.HAND_FOR_HAND, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, field = lock_field(tournament_id)
    go_hand_for_hand(tournament, field, at=at)
    return {"round": field.hand_for_hand_round, "tables": field.tables_open}
