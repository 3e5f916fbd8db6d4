"""Take back that a table was verified."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.queries import command_by_id
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.operations import take_back_verification
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoVerificationResult:
    """unverified: the entries whose seats are to be looked at again."""

    table_number: int
    unverified: tuple[int, ...]


@command(
    "tables.undo_verification",
    Card(
        title=N_("Verification of a table undone"),
        permission=Permission.VERIFY_SEAT,
        address="tournaments/<id:tournament_id>/undo-verification",
        undoes=Undoes(
            commands=("tables.verify_table",),
            things=lambda did: (
                [{"tournament_id": did.tournament_id, "verify_command_id": did.command_id}]
                if did.tournament_id is not None
                else []
            ),
            preview=lambda *_ids, **_more: {"unverified": True},
        ),
    ),
)
def undo_verification(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, verify_command_id: uuid.UUID
) -> UndoVerificationResult:
    """Take back that a table was verified: its seats are to be looked at again.

    Refusals: ``no_such_verification``, ``already_undone``.
    """
    require(
        by, permission=Permission.VERIFY_SEAT, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    tournament, _ = lock_field(tournament_id)
    done = command_by_id(CommandId(verify_command_id))
    if done is None or done.name != "tables.verify_table" or not done.outcome:
        raise Refused(
            "no_such_verification", N_("No verified table belongs to this. Reload the page."), rule="ADTP.7"
        )
    entries = take_back_verification(
        tournament,
        table_number=done.outcome["table_number"],
        entries=done.outcome["verified"],
        verified_at=done.at,
    )
    return UndoVerificationResult(table_number=done.outcome["table_number"], unverified=tuple(entries))
