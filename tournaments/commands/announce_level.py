"""Announce the next level when one is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Integer
from dispatch.rows import read_one
from people.queries import require
from rules.clock import ClockState, catch_up, late_registration_open
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.facts.clock import ClockAdvanced, ClockRecessOver
from tournaments.models import Clock, Field, Tournament
from tournaments.operations.clock import keep
from tournaments.operations.closing import close_entries
from tournaments.queries.clock import entries_end_at, no_such_tournament, state_of


def _late_registration_open(tournament: Tournament, state: ClockState, at: datetime) -> bool:
    ends_at = entries_end_at(tournament)
    return late_registration_open(state=state, at=at) if ends_at is None else at < ends_at


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceLevelResult:
    """announced: the levels that began, counted from 0 in the structure; empty when the clock has turned since, or has not begun."""

    tournament_id: int
    announced: tuple[int, ...]


@command(
    "tournaments.announce_level",
    Card(
        title=N_("Began by the clock"),
        permission=Permission.CONTROL_CLOCK,
        address="tournaments/<id:tournament_id>/clock/announce",
    ),
)
def announce_level(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    turn: Annotated[int, Integer(min_value=0, max_value=1000000)],
) -> AnnounceLevelResult:
    """Announce the next level when one is over.

    By the timekeeper when the deadline of this turn has come; a late one announces all that was missed. After a recess that was
    given the level goes on, which is no new one. Where late
    registration ended meanwhile, the entries are closed in the same transaction.
    Rule: ADTP.23, SCPT.H, PT-T.23
    """
    tournament = read_one(
        Tournament, where="WHERE id = %s", values=[tournament_id], without=("payout_table", "chip_set")
    )
    if tournament is None:
        raise no_such_tournament()
    require(
        by, permission=Permission.CONTROL_CLOCK, venue_id=tournament.venue_id, tournament_id=tournament_id
    )
    field = read_one(Field, where="WHERE tournament_id = %s FOR UPDATE", values=[tournament_id])
    clock = read_one(Clock, where="WHERE tournament_id = %s FOR UPDATE", values=[tournament_id])
    if clock is None or clock.turn != turn:
        return AnnounceLevelResult(tournament_id=tournament_id, announced=())
    before = state_of(clock, tournament=tournament)
    state, changes = catch_up(state=before, at=at)
    if state != before:
        clock.before = None
        fact = ClockAdvanced if changes else ClockRecessOver
        keep(clock, tournament=tournament, state=state, changes=changes, fact=fact, at=at)
    if field and field.entries_closed_at is None and not _late_registration_open(tournament, state, at):
        close_entries(tournament, at=at, command_id=command_id)
    return AnnounceLevelResult(
        tournament_id=tournament_id, announced=tuple(change.index for change in changes)
    )
