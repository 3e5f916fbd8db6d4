"""Note a stack that was counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import MAX_CHIPS, integer
from tables.operations import count
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class CountChipsResult:
    """stack_chips: as counted."""

    entry_id: int
    stack_chips: int


@command(
    "tables.count_chips",
    Card(
        title=N_("Chips counted"),
        permission=Permission.COUNT_CHIPS,
        address="entries/<id:entry_id>/chips",
        buttons=(Button(page="director", name="chips", said=N_("The stack is noted.")),),
    ),
)
def count_chips(
    *, command_id: CommandId, at: datetime, by: Actor, entry_id: int, stack_chips: int
) -> CountChipsResult:
    """Note a stack that was counted.

    Refusals: ``not_seated``, ``more_than_in_play``, ``no_such_entry``.
    """
    tournament_id, venue_id = home_of_entry(entry_id)
    require(by, permission=Permission.COUNT_CHIPS, venue_id=venue_id, tournament_id=tournament_id)
    integer("stack_chips", stack_chips, low=1, high=MAX_CHIPS)
    tournament, field = lock_field(tournament_id)
    count(tournament, field=field, entry_id=entry_id, stack_chips=stack_chips, at=at, by=by)
    return CountChipsResult(entry_id=entry_id, stack_chips=stack_chips)
