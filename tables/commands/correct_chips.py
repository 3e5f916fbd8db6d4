"""Correct how many chips are in play: a chip race, chips found, chips forfeited."""

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
from rules.validation import MAX_CHIPS, integer, text
from tables.operations import correct
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectChipsResult:
    """in_play_chips: what must be on the tables now, all together."""

    added_chips: int
    removed_chips: int
    in_play_chips: int


@command(
    "tables.correct_chips",
    Card(
        title=N_("Chips in play corrected"),
        permission=Permission.RACE_CHIPS,
        address="tournaments/<id:tournament_id>/chips",
        buttons=(Button(page="director", name="chips-in-play", said=N_("Chips in play: %(in_play)s.")),),
    ),
)
def correct_chips(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    reason: str,
    added_chips: int = 0,
    removed_chips: int = 0,
) -> CorrectChipsResult:
    """Correct how many chips are in play: a chip race, chips found, chips forfeited.

    What must be on the tables changes by as many chips; the other way round takes it back.

    Refusals: ``nothing_to_correct``, ``too_few_chips_left``, ``not_running``.
    Rule: ADTP.24A, ADTP.24C, ADTP.63, ADTP.64, REGULATIONS 4.4
    """
    require(
        by, permission=Permission.RACE_CHIPS, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    reason = text("reason", reason, at_most=300)
    integer("added_chips", added_chips, high=MAX_CHIPS)
    integer("removed_chips", removed_chips, high=MAX_CHIPS)
    tournament, field = lock_field(tournament_id)
    in_play = correct(
        tournament, field=field, added_chips=added_chips, removed_chips=removed_chips, reason=reason
    )
    return CorrectChipsResult(added_chips=added_chips, removed_chips=removed_chips, in_play_chips=in_play)
