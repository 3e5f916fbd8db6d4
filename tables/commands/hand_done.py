"""Report that a table finished its hand of the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.balancing import BalancingStep
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer
from tables.operations import hand_is_done
from tables.operations.seating import Seated
from tables.queries import arising
from tournaments.operations.busts import busts_given
from tournaments.operations.eliminations import Out, eliminate
from tournaments.operations.field import lock_field
from tournaments.operations.hand_for_hand import settle_round
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDoneResult:
    """round: the one that was reported; number: which hand of this hand-for-hand it was. completed: this was the last table. next_round: the one that is played now.
    eliminations: of the whole round when it is completed, else of this table without places. seated_alternates: who
    came from the line into free seats. proposal: what to do at the tables now, if anything.
    """

    round: int
    number: int
    completed: bool
    next_round: int
    eliminations: tuple[Out, ...]
    seated_alternates: tuple[Seated, ...]
    players_left: int
    proposal: BalancingStep | None


@command(
    "tables.hand_done",
    Card(
        title=N_("Hand done"),
        permission=Permission.HAND_DONE,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/hand-done",
        already_done=(
            AlreadyDone(fact="hand_done", codes=("hand_already_done",), names=("table",)),
            AlreadyDone(fact="hand_for_hand_round_completed", codes=("round_over",), names=("round",)),
        ),
        buttons=(Button(page="director", name="hand-done", offers_undo=False),),
    ),
)
def hand_done(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    table_number: int,
    round: int,
    busts: Sequence[Mapping[str, Any]] = (),
    falling_deal_id: int | None = None,
) -> HandDoneResult:
    """Report that a table finished its hand of the round, with those who went out in it.

    When it was the last table, the round is ranked and the next begins. busts, falling_deal_id: as in
    eliminate_players.

    Refusals: ``not_hand_for_hand``, ``round_over``, ``hand_already_done``, ``table_is_halted`` and those of
    eliminate_players.
    Rule: PT-T.49, ADTP.P16
    """
    require(
        by, permission=Permission.HAND_DONE, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    integer("table_number", table_number, low=1, high=100_000)
    integer("round", round, low=1, high=1_000_000)
    if falling_deal_id is not None:
        integer("falling_deal_id", falling_deal_id, low=1, high=2**63 - 1)
    given = busts_given(busts) if busts else []
    tournament, field = lock_field(tournament_id)
    hand_is_done(tournament, field=field, table_number=table_number, round_=round, at=at)
    outs = []
    if given:
        outs = eliminate(
            tournament,
            field=field,
            table_number=table_number,
            busts=given,
            falling_deal_id=falling_deal_id,
            at=at,
            command_id=command_id,
        )
    settled = settle_round(tournament, field=field, at=at, command_id=command_id)
    if settled is not None:
        outs = settled.eliminations
    proposal = arising(tournament, field=field)
    return HandDoneResult(
        round=round,
        number=field.hand_number(round),
        completed=settled is not None,
        next_round=field.hand_for_hand_round,
        eliminations=tuple(outs),
        seated_alternates=tuple(settled.seated_alternates) if settled else (),
        players_left=field.players_left,
        proposal=proposal,
    )
