"""Move one player from a fuller table to a shorter one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import balance
from tables.operations.moves import Moved
from tournaments.fields import TableNumber
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@command(
    "tables.balance_tables",
    Card(
        title=N_("Moved to balance the tables"),
        permission=Permission.BALANCE,
        address="tournaments/<id:tournament_id>/balance",
        buttons=(
            Button(
                page="director",
                name="balance",
                label=N_("Move"),
                said=N_("%(name)s → table %(table_number)s, seat %(seat_number)s."),
            ),
        ),
    ),
)
def balance_tables(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    from_table: TableNumber,
    to_table: TableNumber,
    entry_id: Annotated[
        int | None, About(help_text="Nothing: the player due to be the next big blind.")
    ] = None,
) -> Moved:
    """Move one player from a fuller table to a shorter one, as proposed.

    entry_id None: the player due to be the next big blind.

    Refusals: ``proposal_stale`` (what changed), ``other_table``, ``already_out``, ``not_seated``, ``no_worst_seat``,
    ``table_full``, ``too_few_players``, ``no_such_table``, ``table_is_broken``.
    Rule: ADTP.11A, PT-T.48, CASES 11-b
    """
    require(by, permission=Permission.BALANCE, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, _ = lock_field(tournament_id)
    return balance(
        tournament,
        from_table=from_table,
        to_table=to_table,
        entry_id=entry_id,
        at=at,
        command_id=command_id,
    )
