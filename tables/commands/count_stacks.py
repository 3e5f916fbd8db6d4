"""Note the stacks of several players, as before a deal or a cancellation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Plural
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from rules.validation import MAX_CHIPS, integer
from tables.operations import count
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of
from tournaments.queries.eliminations import home_of_entry, no_such_entry

MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CountStacksResult:
    """counted: how many stacks. chips: in all of them together."""

    counted: int
    chips: int


@command(
    "tables.count_stacks",
    Card(
        title=N_("Chips counted"),
        permission=Permission.COUNT_CHIPS,
        address="tournaments/<id:tournament_id>/stacks",
        buttons=(
            Button(
                page="director",
                name="stacks",
                said=Plural("%(counted)s stack is noted.", "%(counted)s stacks are noted.", count="counted"),
            ),
        ),
    ),
)
def count_stacks(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, stacks: Sequence[Mapping[str, Any]]
) -> CountStacksResult:
    """Note the stacks of several players, as before a deal or a cancellation.

    stacks: [{entry_id, stack_chips}], all noted or none.

    Refusals: ``forbidden``, ``no_stacks``, ``not_seated``, ``more_than_in_play``, ``no_such_entry``.
    Rule: ADTP.24, ADTP.64
    """
    require(
        by, permission=Permission.COUNT_CHIPS, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    noted = {
        integer("entry_id", line.get("entry_id"), low=1, high=2**63 - 1): integer(
            "stack_chips", line.get("stack_chips"), low=1, high=MAX_CHIPS
        )
        for line in stacks
    }
    if not 1 <= len(noted) <= MOST:
        raise Refused(
            "no_stacks", N_("Type the stacks that were counted, of at most 100 players."), rule="ADTP.64"
        )
    for entry_id in noted:
        if home_of_entry(entry_id)[0] != tournament_id:
            raise no_such_entry()
    tournament, field = lock_field(tournament_id)
    for entry_id, stack in sorted(noted.items()):
        count(tournament, field=field, entry_id=entry_id, stack_chips=stack, at=at, by=by)
    return CountStacksResult(counted=len(noted), chips=sum(noted.values()))
