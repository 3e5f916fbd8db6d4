"""Found a circuit."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Action
from tournaments.operations import circuit


@command("tournaments.create_series")
def create_series(
    *, command_id: CommandId, at: datetime, by: Actor, venue_id: int, name: str, slug: str
) -> dict[str, Any]:
    """A circuit of a venue, year after year. Returns {series_id}. Refusals: ``slug_taken``, those of the fields."""
    require(by, Action.MANAGE_SEASON, venue_id=venue_id)
    return {"series_id": circuit.found_series(venue_id=venue_id, name=name, slug=slug, at=at).pk}
