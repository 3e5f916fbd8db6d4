"""Take a penalty back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import AlreadyDone, Card, Undoes
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.models import Penalty
from tables.operations import take_back_penalty
from tournaments.models import TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPenaltyResult:
    """penalty_id: the penalty that counts no more."""

    penalty_id: int


@command(
    "tables.undo_penalty",
    Card(
        title=N_("Penalty undone"),
        permission=Permission.UNDO,
        address="penalties/<id:penalty_id>/undo",
        undoes=Undoes(
            commands=("tables.penalise",),
            things=lambda did: [{"penalty_id": did.result["penalty_id"]}],
            preview=lambda penalty_id: {"penalty_id": penalty_id},
        ),
        already_done=(
            AlreadyDone(
                fact="penalty_undone", codes=("already_undone", "nothing_to_serve"), names=("penalty_id",)
            ),
        ),
    ),
)
def undo_penalty(*, command_id: CommandId, at: datetime, by: Actor, penalty_id: int) -> UndoPenaltyResult:
    """Take a penalty back: it counts no more in the player's history.

    The history follows the player to other tournaments. Once the tournament is over this is an overruling and the
    director's.

    Refusals: ``forbidden``, ``already_undone``, ``undo_elimination_instead``, ``no_such_penalty``.
    Rule: ADTP.1, ADTP.67, REGULATIONS 8.3
    """
    penalty = Penalty.objects.select_related("tournament").filter(pk=penalty_id).first()
    if penalty is None:
        raise Refused("no_such_penalty", N_("There is no such penalty. Reload the page."), rule="ADTP.67")
    over = penalty.tournament.state != TournamentState.RUNNING
    require(
        by,
        permission=Permission.OVERRIDE_RULING if over else Permission.UNDO,
        venue_id=penalty.tournament.venue_id,
        tournament_id=penalty.tournament_id,
    )
    take_back_penalty(penalty_id, at=at)
    return UndoPenaltyResult(penalty_id=penalty_id)
