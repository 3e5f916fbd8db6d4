"""Copy a rule set and vary it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Action
from tournaments.operations import circuit


@command("tournaments.create_rule_set")
def create_rule_set(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    name: str,
    base: str,
    changes: Mapping[str, Any],
) -> dict[str, Any]:
    """A director's variation of a shipped rule set or of one of the venue's. Returns {rule_set_id}.

    Refusals: ``no_such_rule_set``, ``name_taken``, ``unknown_policy``, ``bad_policy``.
    Rule: ADTP.1
    """
    require(by, Action.CREATE_TOURNAMENT, venue_id=venue_id)
    rule_set = circuit.vary_rule_set(venue_id=venue_id, name=name, base=base, changes=changes, at=at)
    return {"rule_set_id": rule_set.pk}
