"""Note where button and blinds are in the hand being played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import mark_positions
from tournaments.fields import SeatNumber
from tournaments.operations.field import lock_field
from tournaments.queries.circuit import venue_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPositionsResult:
    """button_seat: may be empty (a dead button). small_blind_seat: null when nobody posts it."""

    table_number: int
    button_seat: int
    small_blind_seat: int | None
    big_blind_seat: int


def _said(result: Mapping[str, Any]) -> str:
    if result["small_blind_seat"] is None:
        return N_(
            "Table %(table_number)s: button at seat %(button_seat)s, nobody posts the small blind, big blind at seat"
            " %(big_blind_seat)s."
        )
    return N_(
        "Table %(table_number)s: button at seat %(button_seat)s, small blind at seat %(small_blind_seat)s, big blind at"
        " seat %(big_blind_seat)s."
    )


@command(
    "tables.record_positions",
    Card(
        title=N_("Button and blinds noted"),
        permission=Permission.MOVE_PLAYER,
        address="tournaments/<id:tournament_id>/tables/<id:table_number>/positions",
        buttons=(Button(page="director", name="positions", said=_said),),
    ),
)
def record_positions(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    table_number: int,
    button_seat: SeatNumber,
    small_blind_seat: SeatNumber | None = None,
    big_blind_seat: SeatNumber | None = None,
) -> RecordPositionsResult:
    """Note where button and blinds are in the hand being played.

    big_blind_seat None: the blinds follow from the button. With a big blind, small_blind_seat None: nobody posts it.

    Refusals: ``no_such_seat``, ``seat_empty``, ``same_seat``, ``too_few_players``, ``no_such_table``,
    ``table_is_broken``.
    Rule: ADTP.32
    """
    require(
        by, permission=Permission.MOVE_PLAYER, venue_id=venue_of(tournament_id), tournament_id=tournament_id
    )
    tournament, _ = lock_field(tournament_id)
    marks = mark_positions(
        tournament,
        table_number=table_number,
        button=button_seat,
        small_blind=small_blind_seat,
        big_blind=big_blind_seat,
        at=at,
    )
    return RecordPositionsResult(
        table_number=table_number,
        button_seat=marks.button,
        small_blind_seat=marks.small_blind,
        big_blind_seat=marks.big_blind,
    )
