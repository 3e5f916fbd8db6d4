"""Dissolve several tables at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

import tables.operations
from dispatch.buttons import Button, Plural, Sentence
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer, Many
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from rules.validation import integer
from tables.operations.breaking import moved_from
from tables.results import BrokenTable
from tournaments.operations.field import lock_field, policies_of
from tournaments.operations.hand_for_hand import settle_round
from tournaments.queries.circuit import venue_of

MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakTablesResult:
    """tables: in the order in which they broke."""

    tables: tuple[BrokenTable, ...]


def _said(result: Mapping[str, Any]) -> Sentence:
    return Sentence(
        Plural(
            "Tables %(tables)s are broken, %(count)s player has a new seat.",
            "Tables %(tables)s are broken, %(count)s players have new seats.",
        ),
        values={
            "tables": ", ".join(str(broken["table_number"]) for broken in result["tables"]),
            "count": sum(len(broken["moves"]) for broken in result["tables"]),
        },
    )


@command(
    "tables.break_tables",
    Card(
        title=N_("Tables broken"),
        permission=Permission.BREAK_TABLE,
        address="tournaments/<id:tournament_id>/break-tables",
        buttons=(Button(page="director", name="break-tables", said=_said),),
    ),
)
def break_tables(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    table_numbers: Annotated[
        Sequence[int], Many(child=Integer(min_value=1, max_value=100_000), max_length=50)
    ],
) -> BreakTablesResult:
    """Dissolve several tables at once: their players draw seats at those that stay.

    Nobody is sent to a table that breaks with them. Refusals: ``name_tables``, ``no_such_table``,
    ``table_is_broken``, ``last_table``, ``too_few_seats``.
    Rule: ADTP.10, ADTP.P4, PT-T.48
    """
    require(
        by, permission=Permission.BREAK_TABLE, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    if not isinstance(table_numbers, list | tuple) or not 1 <= len(table_numbers) <= MOST:
        raise Refused("name_tables", N_("Name the tables that break, like 7, 8, 9."), rule="ADTP.10")
    numbers = sorted({integer("table_number", n, low=1, high=100_000) for n in table_numbers})
    tournament, field = lock_field(tournament_id)
    locked = [tables.operations.lock_table(tournament_id, table_number=number) for number in numbers]
    # as the break order has it
    locked.sort(key=lambda table: table.break_order)
    broken = tables.operations.break_tables(
        tournament, tables=locked, policies=policies_of(tournament), at=at, command_id=command_id
    )
    # they may have been the last to report in hand-for-hand
    settle_round(tournament, field=field, at=at, command_id=command_id)
    return BreakTablesResult(
        tables=tuple(
            BrokenTable(table_number=table.number, draw_number=number, moves=moved_from(moves))
            for table, number, moves in broken
        )
    )
