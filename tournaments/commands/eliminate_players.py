"""Eliminate the players who busted in one hand at one table."""

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
from rules.validation import integer, one_of, text
from tables.operations import disqualified, seat_waiting
from tables.operations.seating import Seated
from tables.queries import arising
from tournaments.operations.busts import busts_given
from tournaments.operations.eliminations import Out, eliminate
from tournaments.operations.field import lock_field
from tournaments.operations.hand_for_hand import settle_round
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminatePlayersResult:
    """eliminations: in the order given. seated_alternates: who came from the line into free seats. players_left: with
    them. round_completed: the round of hand-for-hand that this completed. proposal: what to do at the tables now, if
    anything.
    """

    eliminations: tuple[Out, ...]
    seated_alternates: tuple[Seated, ...]
    players_left: int
    round_completed: int | None
    proposal: BalancingStep | None


@command(
    "tournaments.eliminate_players",
    Card(
        title=N_("Elimination"),
        permission=Permission.BUST,
        address="tournaments/<id:tournament_id>/eliminations",
        already_done=(
            AlreadyDone(fact="player_eliminated", codes=("not_seated",), names=("entry_id",)),
            AlreadyDone(fact="player_eliminated", codes=("takers_named",), names=("elimination_id",)),
            AlreadyDone(fact="player_eliminated", codes=("proposal_stale",)),
        ),
        buttons=(Button(page="director", name="bust"),),
    ),
)
def eliminate_players(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    table_number: int,
    busts: Sequence[Mapping[str, Any]],
    reason: str = "busted",
    why: str = "",
    falling_deal_id: int | None = None,
) -> EliminatePlayersResult:
    """Eliminate the players who busted in one hand at one table.

    The rule set decides how they rank among each other. busts: [{entry_id, stack_chips_start | None, by_entries:
    [entry ids]}]; the stack is needed where several go out together, where the rule set ranks by stack, and where it
    leaves play. reason: busted, blinded_off, disqualified (director; the chips leave play; why: the breach, kept with
    the player's penalties). In hand-for-hand places are decided with the round. falling_deal_id: the deal in
    vote that falls with the bust; while it is not named, another one is in vote by now or it was agreed meanwhile, the bust
    waits.

    Refusals: ``already_out`` (who did it and when), ``not_seated``, ``other_table``, ``no_such_entry``,
    ``last_player``, ``stack_needed``, ``nobody_named``, ``no_such_table``, ``table_is_broken``, ``deal_would_fall``,
    ``deal_holds``.
    Rule: PT-T.31, PT-T.44, ADTP.P16, ADTP.67D, ADTP.P3
    """
    one_of("reason", reason, ("busted", "blinded_off", "disqualified"))
    permission = Permission.DISQUALIFY if reason == "disqualified" else Permission.BUST
    require(by, permission=permission, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    integer("table_number", table_number, low=1, high=100_000)
    if falling_deal_id is not None:
        integer("falling_deal_id", falling_deal_id, low=1, high=2**63 - 1)
    breach = text("why", why, at_most=300, may_be_empty=True)
    given = busts_given(busts)
    tournament, field = lock_field(tournament_id)
    outs = eliminate(
        tournament,
        field=field,
        table_number=table_number,
        busts=given,
        reason=reason,
        falling_deal_id=falling_deal_id,
        at=at,
        command_id=command_id,
    )
    if reason == "disqualified":
        disqualified(
            tournament,
            entry_ids=[b.entry_id for b in given],
            reason=breach,
            at=at,
            by=by,
            command_id=command_id,
        )
    seated = seat_waiting(tournament, at=at, command_id=command_id) if field.waiting else []
    settled = (
        settle_round(tournament, field=field, at=at, command_id=command_id) if field.hand_for_hand else None
    )
    if settled is not None:
        outs = settled.eliminations
    proposal = arising(tournament, field=field)
    return EliminatePlayersResult(
        eliminations=tuple(outs),
        seated_alternates=tuple(seated),
        players_left=field.players_left + len(seated),
        round_completed=settled.round if settled else None,
        proposal=proposal,
    )
