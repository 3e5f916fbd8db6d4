"""Two players sat down in each other's seats."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import swap
from tournaments.operations.field import lock_field
from tournaments.queries.eliminations import home_of_entry


def _said(result: Mapping[str, Any]) -> list[Sentence]:
    return [
        Sentence(N_("%(name)s → table %(table_number)s, seat %(seat_number)s."), values=moved)
        for moved in result["moves"]
    ]


@command(
    "tables.swap_players",
    Card(
        title=N_("Seats swapped"),
        permission=Permission.MOVE_PLAYER,
        address="entries/<id:entry_id>/swap",
        buttons=(Button(page="director", name="swap", said=_said),),
    ),
)
def swap_players(
    *, command_id: CommandId, at: datetime, by: Actor, entry_id: int, other_entry_id: Id
) -> dict[str, Any]:
    """Each player takes the seat of the other, with the current stack: both sat down in the wrong one, and at a full
    table no seat is free to move them by turns. They play at once: the right seats were theirs from the start.

    Returns {move_id, moves: [{move_id, entry_id, name, table_number, seat_number, waits_for_button}]}. Taken back as a
    move is, both at once.
    Refusals: ``forbidden``, ``no_such_entry``, ``not_seated``, ``same_player``, ``not_running``.
    Rule: ADTP.7
    """
    tournament_id, venue_id = home_of_entry(entry_id)
    require(by, Permission.MOVE_PLAYER, venue_id=venue_id, tournament_id=tournament_id)
    tournament, _ = lock_field(tournament_id)
    moves = swap(tournament, entry_id, other_entry_id, at=at, command_id=command_id)
    return {"move_id": moves[0].move_id, "moves": [moved.as_dict() for moved in moves]}
