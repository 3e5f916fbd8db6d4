"""Take the breaking of a table back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from dispatch.cards import AlreadyDone, Card, Did, Undoes
from dispatch.commands import check_as_read, command
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
    """The table that was broken; of several from which somebody moved all of them, and each."""
    if did.tournament_id is None:
        return []
    whole = {"tournament_id": did.tournament_id, "break_command_id": did.command_id}
    if "tables" not in did.result:
        return [whole]
    each = [
        {**whole, "table_number": broken["table_number"]}
        for broken in did.result["tables"]
        if broken["moves"]
    ]
    return [whole, *each] if len(each) > 1 else each


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoBreakResult:
    """returned: the entries that sit there again. out_since: the entries that are out by now. tables: all that opened again,
    table_number the first of them.
    """

    table_number: int
    tables: tuple[int, ...]
    returned: tuple[int, ...]
    out_since: tuple[int, ...]


@command(
    "tables.undo_break",
    Card(
        title=N_("Breaking of a table undone"),
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
) -> UndoBreakResult:
    """Take the breaking of a table back: it opens again, and everybody who still plays returns.

    See undo_break_preview. table_number: which, of several that broke at once; without it all of them.

    Refusals: ``no_such_break``, ``already_undone``, ``nothing_to_undo``, ``table_number_taken``,
    ``alone_in_hand_for_hand``.
    Rule: PT-T.49
    """
    require(by, permission=Permission.UNDO, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, _ = lock_field(tournament_id)
    check_as_read()
    plans = take_back_break(
        tournament, break_command_id=break_command_id, table_number=table_number, at=at, command_id=command_id
    )
    return UndoBreakResult(
        table_number=plans[0].table.number,
        tables=tuple(plan.table.number for plan in plans),
        returned=tuple(s.entry_id for plan in plans for s, _ in plan.returning),
        out_since=tuple(entry_id for plan in plans for entry_id in plan.out_since),
    )
