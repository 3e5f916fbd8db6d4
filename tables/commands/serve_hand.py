"""Count a hand of a penalty as served."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer
from tables.operations import serve
from tables.queries import home_of_penalty
from tournaments.operations.field import lock_field


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeHandResult:
    """hands_served: of the penalty so far. hands_owed: of how many. counted: false where this hand was counted before."""

    penalty_id: int
    hands_served: int
    hands_owed: int
    counted: bool


def _said(result: Mapping[str, Any]) -> str:
    if result["counted"]:
        return N_("Hands sat out: %(hands_served)s of %(hands_owed)s.")
    return N_("The same hand dealt again counts once: %(hands_served)s of %(hands_owed)s.")


@command(
    "tables.serve_hand",
    Card(
        title=N_("Penalty hand served"),
        permission=Permission.PENALISE,
        address="penalties/<id:penalty_id>/serve",
        already_done=(
            AlreadyDone(fact="penalty_hand_served", codes=("nothing_to_serve",), names=("penalty_id",)),
        ),
        buttons=(Button(page="director", name="serve", said=_said),),
    ),
)
def serve_hand(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    penalty_id: int,
    hand_number: Annotated[int, Integer(min_value=1, max_value=1000)] | None = None,
) -> ServeHandResult:
    """Count a hand of a penalty as served.

    Only while the tournament runs: after it no hand is dealt that could be missed.

    hand_number: which hand of the penalty it was, from 1: a hand dealt again after a misdeal has the number it had
    and counts once, as does one that two people reported. None: the next. In hand-for-hand a table that has done its hand
    counts it by itself: of each round one hand counts.

    Refusals: ``nothing_to_serve``, ``not_the_next_hand``, ``no_such_penalty``, ``not_running``.

    Rule: ADTP.67A, ADTP.35C, PT-T.49
    """
    tournament_id, venue_id = home_of_penalty(penalty_id)
    require(by, permission=Permission.PENALISE, venue_id=venue_id, tournament_id=tournament_id)
    if hand_number is not None:
        integer("hand_number", hand_number, low=1, high=1_000)
    _, field = lock_field(tournament_id)
    row, counted = serve(penalty_id, field=field, hand_number=hand_number, at=at)
    return ServeHandResult(
        penalty_id=penalty_id, hands_served=row.hands_served, hands_owed=row.hands_owed, counted=counted
    )
