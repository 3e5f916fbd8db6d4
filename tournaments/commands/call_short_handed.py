"""Shorten the levels because few are left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.buttons import Button, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules import clock
from rules.clock import ClockState
from rules.levels import short_handed_seconds
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.facts.clock import ShortHandedCalled
from tournaments.models import Field
from tournaments.operations.clock import change_clock
from tournaments.queries.clock import tournament_for_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class CallShortHandedResult:
    """index: the level that runs now, counted from 0. seconds: how long the levels after it last at most."""

    tournament_id: int
    index: int
    seconds: int | None


@command(
    "tournaments.call_short_handed",
    Card(
        title=N_("Short-handed levels"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/short-handed",
        already_done=(AlreadyDone(fact="short_handed_called", codes=("not_the_last_change", "level_moved")),),
        buttons=(
            Button(
                page="director",
                name="short-handed",
                said=lambda result: Sentence(
                    N_("The levels that follow last %(minutes)s minutes."),
                    values={"minutes": f"{result['seconds'] / 60:g}"},
                ),
            ),
        ),
    ),
)
def call_short_handed(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int
) -> CallShortHandedResult:
    """Shorten the levels because few are left.

    With five left or fewer, levels that follow last 15 minutes (Main Event, High Roller) or 10 (others).

    Refusals: ``not_short_handed``, ``clock_not_started``, ``clock_finished``.
    Rule: SCPT.V
    """
    tournament = tournament_for_clock(tournament_id)
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    players_left = Field.objects.filter(pk=tournament_id).values_list("players_left", flat=True).first() or 0

    def change(state: ClockState) -> clock.Changed:
        seconds = short_handed_seconds(
            level_seconds=state.structure.level_at(state.index).seconds,
            players_left=players_left,
            main_event=tournament.main_event or tournament.high_roller,
            policies=policies_from(tournament.policies),
        )
        if seconds is None:
            raise Refused(
                "not_short_handed",
                N_(
                    "Levels are shortened only with few players left and levels that are longer; %(left)s are left."
                ),
                rule="SCPT.V",
                left=players_left,
            )
        return clock.call_short_handed(state=state, seconds=seconds, at=at)

    state = change_clock(tournament, change=change, fact=ShortHandedCalled, at=at)
    return CallShortHandedResult(
        tournament_id=tournament_id, index=state.index, seconds=state.short_handed_seconds
    )
