"""End a tournament: give prizes and points, stop the clock, tell the secret of the draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Said, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from payouts.operations import finish
from payouts.operations.finishing import PodiumLine
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import reveal_draw
from tournaments.models import Tournament
from tournaments.operations import clock, hand_for_hand
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishTournamentResult:
    """podium: the best places, the winner first (of several who share the first place, by table and seat). scored: how many got points of a season. draw_seed: the secret of all
    draws in hexadecimal, to be checked against what was committed to; null where nothing was drawn.
    """

    tournament_id: int
    winner_entry_id: int
    podium: tuple[PodiumLine, ...]
    scored: int
    draw_seed: str | None


def _said(result: Mapping[str, Any]) -> Said:
    """The end: prize and bounties of the champion apart; how many share the first place."""
    podium = result.get("podium") or ()
    if not podium:
        return N_("The tournament is finished.")
    first = podium[0]
    if first.get("tied", 1) > 1:
        return Sentence(
            N_(
                "The tournament is finished. %(tied)s players share the first place, and %(name)s gets %(amount)s."
            ),
            values=first,
        )
    if first.get("bounties_cents"):
        return Sentence(
            N_(
                "The tournament is finished. %(name)s wins the prize of %(amount)s and %(bounties)s in bounties."
            ),
            values=first,
        )
    return Sentence(N_("The tournament is finished. %(name)s wins %(amount)s."), values=first)


@command(
    "payouts.finish_tournament",
    Card(
        title=N_("Finished"),
        permission=Permission.FINISH_TOURNAMENT,
        address="tournaments/<id:tournament_id>/finish",
        already_done=(AlreadyDone(fact="tournament_finished", codes=("not_running", "tournament_over")),),
        buttons=(Button(page="director", name="finish", label=N_("Finish the tournament"), said=_said),),
    ),
)
def finish_tournament(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int
) -> FinishTournamentResult:
    """End a tournament: give prizes and points, stop the clock, tell the secret of the draw.

    One player is left, or the time of a timed tournament is up: then places are by the stacks counted since, equal ones share theirs.

    Refusals: ``forbidden``, ``no_such_tournament``, ``not_running``, ``entries_open``, ``players_left``,
    ``places_open``, ``round_open``, ``bounties_open``, ``chips_not_accounted``, ``pool_not_empty``; after the set time ``stacks_not_counted``,
    ``stack_without_chips``, ``waiting_at_the_end``.
    Rule: PT-T.33, PT-T.52, PT-T.54, SCPT.L, SCPT.S
    """
    require(
        by,
        permission=Permission.FINISH_TOURNAMENT,
        venue_id=venue_of(tournament_id),
        tournament_id=tournament_id,
    )
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    tournament, field = lock_field(tournament_id)
    if field.hand_for_hand:
        hand_for_hand.settle_round(tournament, field=field, at=at, command_id=command_id)
        hand_for_hand.leave_hand_for_hand(tournament, field=field, at=at)
    done = finish(tournament, field=field, at=at, command_id=command_id)
    clock.stop_clock(tournament, at=at)
    seed = reveal_draw(tournament_id, at=at)
    return FinishTournamentResult(
        tournament_id=tournament_id,
        winner_entry_id=done.winner_entry_id,
        podium=done.podium,
        scored=done.scored,
        draw_seed=seed,
    )
