"""Write a decision of the floor down."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import may, require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer, text
from tables.operations import write_ruling
from tables.operations.rulings import RulingLog
from tournaments.models import Tournament
from tournaments.queries.circuit import venue_of


@command(
    "tables.log_ruling",
    Card(title=N_("Ruling"), permission=Permission.RULE, address="tournaments/<id:tournament_id>/rulings"),
)
def log_ruling(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    table_number: int | None,
    kind: str,
    situation: Mapping[str, Any],
    entry_id: int | None = None,
    hand: int | None = None,
    choice: str = "",
    decision: str = "",
    override_reason: str = "",
) -> RulingLog:
    """Write a decision of the floor down: the situation, the ruling of the rules, what was decided.

    Asking logs nothing; this does.

    entry_id: whom it is about, needed for conduct. hand: its number at the table. choice: the one taken of those the
    ruling offers. override_reason: the director decides otherwise and says why.
    Refusals: ``unknown_situation``, ``bad_situation``, ``no_such_table``, ``player_missing``, ``not_playing_here``,
    ``choice_missing``, ``no_such_choice``, ``forbidden``.
    Rule: ADTP.1, REGULATIONS 8.3
    """
    overrides = bool(override_reason)
    permission = Permission.OVERRIDE_RULING if overrides else Permission.RULE
    venue_id = venue_of(tournament_id)
    require(by, permission=permission, venue_id=venue_id, tournament_id=tournament_id)
    decides = overrides or may(
        by, permission=Permission.OVERRIDE_RULING, venue_id=venue_id, tournament_id=tournament_id
    )
    return write_ruling(
        Tournament.objects.get(pk=tournament_id),
        table_number=table_number,
        kind=text("kind", kind, at_most=40),
        situation=situation,
        entry_id=entry_id,
        hand=None if hand is None else integer("hand", hand, low=1, high=1_000_000),
        choice=text("choice", choice, at_most=40, may_be_empty=True),
        decision=text("decision", decision, at_most=500, may_be_empty=not overrides),
        override_reason=text("override_reason", override_reason, at_most=300, may_be_empty=True),
        decides=decides,
        at=at,
        by=by,
        command_id=command_id,
    )
