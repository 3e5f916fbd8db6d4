"""End a tournament online that is decided because its entries closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.operations.played_online import end_decided
from tournaments.queries.circuit import venue_of_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDecidedOnlineResult:
    """The tournament whose one player left had all the chips as entries closed: its prizes are on the accounts."""

    tournament_id: int


@command(
    "tournaments.end_decided_online",
    Card(
        title=N_("Finished"),
        permission=Permission.RUN_PLAY_TABLES,
        address="tournaments/<id:tournament_id>/end-decided",
    ),
)
def end_decided_online(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int
) -> EndDecidedOnlineResult:
    """End a tournament that no hand ends any more: entries closed while one player alone was left at its tables online, or its time is up and
    all of them have played their last hand.

    By the timekeeper. While people may enter, who has all the chips waits for opponents; otherwise the last hand ends it.
    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``not_decided``.
    Rule: PT-T.23, PT-T.33, PT-T.52, PT-T.54
    """
    require(
        by,
        permission=Permission.RUN_PLAY_TABLES,
        venue_id=venue_of_tournament(tournament_id),
        tournament_id=tournament_id,
    )
    end_decided(tournament_id, at=at, command_id=command_id)
    return EndDecidedOnlineResult(tournament_id=tournament_id)
