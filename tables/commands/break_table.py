"""Dissolve a table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import tables.operations
from dispatch.buttons import Button, Plural, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations.breaking import moved_from
from tables.results import BrokenTable
from tournaments.operations.field import lock_field, policies_of
from tournaments.operations.hand_for_hand import settle_round
from tournaments.queries.circuit import venue_of


def _said(result: Mapping[str, Any]) -> Sentence:
    return Sentence(
        Plural(
            "Table %(table)s is broken, %(count)s player has a new seat.",
            "Table %(table)s is broken, %(count)s players have new seats.",
        ),
        values={"table": result["table_number"], "count": len(result["moves"])},
    )


@command(
    "tables.break_table",
    Card(
        title=N_("Table broken"),
        permission=Permission.BREAK_TABLE,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/break",
        already_done=(AlreadyDone(fact="table_broken", codes=("table_is_broken",), names=("table",)),),
        buttons=(Button(page="director", name="break", label=N_("Break table %(table)s"), said=_said),),
    ),
)
def break_table(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, table_number: int
) -> BrokenTable:
    """Dissolve a table: its players draw seats at the others.

    Refusals: ``no_such_table``, ``table_is_broken``, ``last_table``, ``too_few_seats``.
    Rule: ADTP.10, ADTP.P4, PT-T.48, CASES 10-a
    """
    require(
        by, permission=Permission.BREAK_TABLE, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    tournament, field = lock_field(tournament_id)
    table = tables.operations.lock_table(tournament_id, table_number=table_number)
    number, moves = tables.operations.break_table(
        tournament, table=table, policies=policies_of(tournament), at=at, command_id=command_id
    )
    # the table may have been the last to report in hand-for-hand
    settle_round(tournament, field=field, at=at, command_id=command_id)
    return BrokenTable(table_number=table_number, draw_number=number, moves=moved_from(moves))
