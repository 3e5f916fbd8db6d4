"""Seat everybody anew by a public draw."""

from __future__ import annotations

from datetime import datetime

from dispatch.buttons import Button, Plural
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules.permissions import Permission
from rules.refusals import N_
from tables.operations import redraw
from tables.operations.redrawing import Redrawn
from tournaments.operations.field import lock_field, policies_of
from tournaments.operations.hand_for_hand import settle_round
from tournaments.queries.circuit import venue_of
from tournaments.queries.redraws import format_of


@command(
    "tables.redraw_tables",
    Card(
        title=N_("Seats drawn again"),
        permission=Permission.REDRAW,
        address="tournaments/<id:tournament_id>/redraw",
        buttons=(
            Button(
                page="director",
                name="redraw",
                label=N_("Draw all seats again"),
                said=Plural(
                    "%(players)s player has a new seat.",
                    "%(players)s players have new seats.",
                    count="players",
                ),
            ),
        ),
    ),
)
def redraw_tables(
    *, command_id: CommandId, at: datetime, by: Actor, tournament_id: int, final: bool
) -> Redrawn:
    """Seat everybody anew by a public draw.

    final: the one final table of the announced size; else as few tables as hold everybody.

    Refusals: ``too_many_for_final_table``, ``nobody_to_seat``.
    Rule: ADTP.7, ADTP.P9
    """
    require(by, permission=Permission.REDRAW, venue_id=venue_of(tournament_id), tournament_id=tournament_id)
    tournament, field = lock_field(tournament_id)
    made = redraw(
        tournament,
        final=final,
        format=format_of(tournament),
        policies=policies_of(tournament),
        at=at,
        command_id=command_id,
    )
    settle_round(tournament, field=field, at=at, command_id=command_id)
    return made
