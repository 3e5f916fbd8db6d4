"""Announce what follows where many levels of a house are over at one instant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from rules.validation import integer
from tournaments.operations.clock import advance_together

MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceLevelsResult:
    """announced: the tournaments whose clocks were turned."""

    venue_id: int
    announced: tuple[int, ...]


@command(
    "tournaments.announce_levels",
    Card(
        title=N_("Began by the clock"),
        permission=Permission.CONTROL_CLOCK,
        address="venues/<id:venue_id>/clocks/announce",
    ),
)
def announce_levels(
    *, command_id: CommandId, at: datetime, by: Actor, venue_id: int, turns: Sequence[Mapping[str, Any]]
) -> AnnounceLevelsResult:
    """Announce what follows where many levels of a house are over at one instant.

    All in one transaction, by the timekeeper when the deadlines of these turns have come: as `announce_level` for
    each, at the cost of one.

    turns: [{tournament_id, turn}]. Left out are clocks that have turned since, that somebody else has in hand, and
    those whose late registration may end with the level: each of them is announced alone.
    Refusals: ``too_many_clocks``.
    Rule: ADTP.23
    """
    require(by, permission=Permission.CONTROL_CLOCK, venue_id=venue_id)
    if not isinstance(turns, list | tuple) or not 0 < len(turns) <= MOST:
        raise Refused(
            "too_many_clocks",
            N_("Announce between 1 and %(most)s levels at once."),
            rule="ADTP.23",
            most=MOST,
        )
    asked = [
        (
            integer("tournament_id", turn.get("tournament_id"), low=1, high=2**63 - 1),
            integer("turn", turn.get("turn"), low=0, high=2**31 - 1),
        )
        for turn in turns
    ]
    return AnnounceLevelsResult(
        venue_id=venue_id, announced=tuple(advance_together(venue_id, turns=asked, at=at))
    )
