"""Take the breaking of a table back."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from dispatch.cards import AlreadyDone, Card, Did, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import take_back_break
from tables.queries import undo_break_preview
from tournaments.fields import TableNumber
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


def _breaks(did: Did) -> list[dict[str, Any]]:
    """The table that was broken, or each of several from which somebody moved."""
    if did.tournament_id is None:
        return []
    whole = {"tournament_id": did.tournament_id, "break_command_id": did.command_id}
    if "tables" not in did.result:
        return [whole]
    return [
        {**whole, "table_number": broken["table_number"]}
        for broken in did.result["tables"]
        if broken["moves"]
    ]


@command(
    "tables.undo_break",
    Card(
        title=N_("Break undone"),
        permission=Permission.UNDO,
        address="tournaments/<id:tournament_id>/undo-break",
        undoes=Undoes(
            commands=("tables.break_table", "tables.break_tables"), things=_breaks, preview=undo_break_preview
        ),
        already_done=(AlreadyDone(fact="break_undone", codes=("already_undone",)),),
    ),
)
def undo_break(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    break_command_id: UUID,
    table_number: TableNumber | None = None,
) -> dict[str, Any]:
    """The table opens again; everybody who still plays returns to it (see undo_break_preview). table_number: which, of
    several that broke at once.

    Returns {table_number, returned: [entry ids], out_since: [entry ids]}.
    Refusals: ``no_such_break``, ``already_undone``, ``nothing_to_undo``, ``table_number_taken``.
    """
    require(by, Permission.UNDO, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, _ = lock_field(tournament_id)
    plan = take_back_break(
        tournament, break_command_id, table_number=table_number, at=at, command_id=command_id
    )
    return {
        "table_number": plan.table.number,
        "returned": [s.entry_id for s, _ in plan.returning],
        "out_since": plan.out_since,
    }
