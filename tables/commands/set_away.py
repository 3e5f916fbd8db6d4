"""Mark a player as away from the seat, or back."""

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
from rules.validation import boolean
from tables.operations import mark_away
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_entry


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAwayResult:
    """away: how it stands now."""

    entry_id: int
    away: bool


@command(
    "tables.set_away",
    Card(
        title=N_("Away or back"),
        permission=Permission.VERIFY_SEAT,
        address="entries/<id:entry_id>/away",
        buttons=(Button(page="director", name="away", said=N_("Noted.")),),
    ),
)
def set_away(*, command_id: CommandId, at: datetime, by: Actor, entry_id: int, away: bool) -> SetAwayResult:
    """Mark a player as away from the seat, or back.

    Refusals: ``not_seated``, ``no_such_entry``.
    Rule: ADTP.30, SCPT.Q, PT-T.26
    """
    tournament_id, venue_id = home_of_entry(entry_id)
    require(by, permission=Permission.VERIFY_SEAT, venue_id=venue_id, tournament_id=tournament_id)
    tournament, _ = lock_field(tournament_id)
    mark_away(tournament, entry_id=entry_id, away=boolean("away", away))
    return SetAwayResult(entry_id=entry_id, away=away)
