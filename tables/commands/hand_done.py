"""A table finished its hand of the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from rules.validation import integer
from tables.operations import hand_is_done
from tables.queries import arising
from tournaments.operations.busts import busts_given
from tournaments.operations.eliminations import eliminate
from tournaments.operations.field import lock_field
from tournaments.operations.hand_for_hand import settle_round
from tournaments.queries.circuit import venue_of


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
) -> dict[str, Any]:
    """With those who went out in it; when it was the last table, the round is ranked and the next begins.

    busts: as in eliminate_players. Returns {round, completed, next_round, eliminations (of the whole round when
    completed, else of this table with place None), seated_alternates, players_left, proposal}.
    Refusals: ``not_hand_for_hand``, ``round_over``, ``hand_already_done``, ``table_is_halted`` and those of
    eliminate_players. Rule: PT-T.49, ADTP.P16
    """
    require(by, Permission.HAND_DONE, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    integer("table_number", table_number, low=1, high=100_000)
    integer("round", round, low=1, high=1_000_000)
    given = busts_given(busts) if busts else []
    tournament, field = lock_field(tournament_id)
    hand_is_done(tournament, field, table_number=table_number, round_=round, at=at)
    outs = []
    if given:
        outs = eliminate(
            tournament, field, table_number=table_number, busts=given, at=at, command_id=command_id
        )
    settled = settle_round(tournament, field, at, command_id)
    if settled is not None:
        outs = settled.eliminations
    proposal = arising(tournament, field)
    return {
        "round": round,
        "completed": settled is not None,
        "next_round": field.hand_for_hand_round,
        "eliminations": [out.as_dict() for out in outs],
        "seated_alternates": [s.as_dict() for s in settled.seated_alternates] if settled else [],
        "players_left": field.players_left,
        "proposal": proposal.as_dict() if proposal else None,
    }
