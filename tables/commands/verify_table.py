"""Note that the right players were seen in every seat of a table."""

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
from tables.operations import verify_table as verify_all
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyTableResult:
    """verified: the entries that were not verified before."""

    table_number: int
    verified: tuple[int, ...]


@command(
    "tables.verify_table",
    Card(
        title=N_("Table verified"),
        permission=Permission.VERIFY_SEAT,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/verify",
        buttons=(
            Button(
                page="director",
                name="verify-table",
                label=N_("Verify table %(table)s"),
                said=N_("Table %(table_number)s is verified."),
            ),
        ),
    ),
)
def verify_table(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, table_number: int
) -> VerifyTableResult:
    """Note that the right players were seen in every seat of a table.

    Refusals: ``all_verified``, ``no_such_table``, ``table_is_broken``.
    Rule: ADTP.7
    """
    require(
        by, permission=Permission.VERIFY_SEAT, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    tournament, _ = lock_field(tournament_id)
    verified = verify_all(tournament, table_number=table_number, at=at)
    return VerifyTableResult(table_number=table_number, verified=tuple(verified))
