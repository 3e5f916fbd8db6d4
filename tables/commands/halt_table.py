"""Stop a table that is too short: it plays no hand."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import halt
from tables.results import TableResult
from tournaments.operations.field import lock_field
from tournaments.operations.hand_for_hand import settle_round
from tournaments.queries.circuit import venue_of


@command(
    "tables.halt_table",
    Card(
        title=N_("Table halted"),
        permission=Permission.BALANCE,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/halt",
        already_done=(
            AlreadyDone(fact="table_halted", codes=("already_halted", "table_is_halted"), names=("table",)),
        ),
        buttons=(
            Button(
                page="director",
                name="halt",
                label=N_("Halt table %(table)s"),
                said=N_("Table %(table_number)s is halted."),
            ),
        ),
    ),
)
def halt_table(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, table_number: int
) -> TableResult:
    """Stop a table that is too short: it plays no hand.

    Refusals: ``already_halted``, ``no_such_table``, ``table_is_broken``.

    Rule: ADTP.11D, CASES 11-a
    """
    require(by, permission=Permission.BALANCE, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, field = lock_field(tournament_id)
    table = halt(tournament, table_number=table_number)
    settle_round(tournament, field=field, at=at, command_id=command_id)
    return TableResult(table_number=table_number, players=table.players)
