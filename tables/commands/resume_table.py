"""Let a halted table play again."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import resume
from tables.results import TableResult
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@command(
    "tables.resume_table",
    Card(
        title=N_("Table resumed"),
        permission=Permission.BALANCE,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/resume",
        already_done=(AlreadyDone(fact="table_resumed", codes=("not_halted",), names=("table",)),),
        buttons=(
            Button(
                page="director",
                name="resume-table",
                label=N_("Resume table %(table)s"),
                said=N_("Table %(table_number)s plays on."),
            ),
        ),
    ),
)
def resume_table(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, table_number: int
) -> TableResult:
    """Let a halted table play again.

    Refusals: ``not_halted``, ``no_such_table``, ``table_is_broken``.

    Rule: ADTP.11D
    """
    require(by, permission=Permission.BALANCE, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, _ = lock_field(tournament_id)
    table = resume(tournament, table_number=table_number)
    return TableResult(table_number=table_number, players=table.players)
