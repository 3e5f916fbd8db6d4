"""Draft a tournament from a template."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Action
from tournaments.operations import announcing
from tournaments.queries.circuit import currency_of


@command("tournaments.create_tournament")
def create_tournament(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    template: str | None = None,
    name: str,
    starts_at: datetime,
    stage_id: int | None = None,
    changes: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A draft with the template's values and `changes` (rules.announcing.FIELDS, rule_set, registration_opens_at).

    Returns {tournament_id}. Refusals: ``no_such_template``, ``no_such_rule_set``, ``cannot_change``, ``not_found``,
    those of the fields.
    Rule: SCPT.B
    """
    require(by, Action.CREATE_TOURNAMENT, venue_id=venue_id)
    tournament = announcing.from_template(
        venue_id=venue_id,
        currency=currency_of(venue_id),
        key=template,
        name=name,
        starts_at=starts_at,
        stage_id=stage_id,
        changes=changes or {},
        at=at,
    )
    return {"tournament_id": tournament.pk}
