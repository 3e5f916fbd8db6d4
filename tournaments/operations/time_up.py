"""The set time of a tournament is over: its entries close, and each table plays its last hands. Needs an open command."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from dispatch.facts import CommandId
from play.models import PlayTable, TableStage
from play.operations.last_hands import tell_last_hands
from tournaments.facts.eliminations import TimeIsUp
from tournaments.models import Clock, Field, Tournament, TournamentState
from tournaments.operations import closing
from tournaments.queries.clock import state_of, time_ends_at


def call_time(tournament: Tournament, *, at: datetime, command_id: CommandId) -> datetime | None:
    """Keep that the time of a locked tournament is up, and close its entries; hands begun since then are the last ones. Twice is once.

    Returns since when it is up; None where it is not, or nothing is played against the clock.
    Rule: PT-T.23, PT-T.52
    """
    clock = Clock.objects.filter(pk=tournament.pk).first()
    if clock is None or tournament.state != TournamentState.RUNNING:
        return None
    ends_at = time_ends_at(tournament, state=state_of(clock, tournament=tournament))
    field = Field.objects.select_for_update().get(pk=tournament.pk)
    if field.time_up_at is not None:
        return field.time_up_at
    if ends_at is None or ends_at > at:
        return None
    closing.close_entries(tournament, at=at, command_id=command_id, by_director=True)
    # however late it was noticed: who has had the button since then has had it
    Field.objects.filter(pk=tournament.pk).update(time_up_at=ends_at)
    record(
        TimeIsUp(
            tournament_id=tournament.pk,
            ended_at=ends_at.isoformat(),
            players_left=field.players_left,
            tables=field.tables_open,
        )
    )
    if tournament.online:
        played = PlayTable.objects.filter(tournament=tournament).exclude(stage=TableStage.CLOSED)
        for table in played.order_by("pk")[:1]:
            tell_last_hands(table)
    return ends_at
