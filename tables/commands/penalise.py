"""Give a player a penalty: a warning, a missed hand, missed rounds."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.penalties import PenaltyKind
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer, one_of, text
from tables.operations import give_penalty
from tables.operations.penalties import PenaltyResult
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_entry


@command(
    "tables.penalise",
    Card(
        title=N_("Penalty"),
        permission=Permission.PENALISE,
        address="entries/<id:entry_id>/penalties",
        buttons=(Button(page="director", name="penalty", said=N_("The penalty is noted.")),),
    ),
)
def penalise(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    kind: str,
    rounds: int = 0,
    reason: str = "",
    rule: str = "ADTP.67",
) -> PenaltyResult:
    """Give a player a penalty: a warning, a missed hand, missed rounds.

    kind: warning, missed_hand, missed_rounds (1 to 4); a disqualification goes through eliminate_players.

    Refusals: ``not_seated``, ``bad_rounds``, ``no_such_choice``, ``no_such_entry``.
    Rule: ADTP.67A, ADTP.P2
    """
    tournament_id, venue_id = home_of_entry(entry_id)
    require(by, permission=Permission.PENALISE, venue_id=venue_id, tournament_id=tournament_id)
    one_of("kind", kind, [k.value for k in PenaltyKind if k is not PenaltyKind.DISQUALIFICATION])
    tournament, _ = lock_field(tournament_id)
    return give_penalty(
        tournament,
        entry_id=entry_id,
        kind=PenaltyKind(kind),
        rounds=integer("rounds", rounds, high=4),
        reason=text("reason", reason, at_most=300),
        rule=text("rule", rule, at_most=20, may_be_empty=True),
        at=at,
        by=by,
        command_id=command_id,
    )
