"""Take a seat at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from play.models import Sitting, TableStage
from play.operations.deciding import bank_of_newcomer
from play.operations.seats import (
    Seated,
    free_long_away,
    keep_seats,
    must_be_welcome,
    seated_at,
    tell_sat_down,
)
from play.operations.tables import lock_play_table, not_in_a_tournament, require_playing, wait_or_deal
from play.results import TakenSeat
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "play.sit",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/sit",
    ),
)
def sit(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    seat: Annotated[int, Integer(min_value=1, max_value=10)],
) -> TakenSeat:
    """Take a seat at a table, with the table's stack of play chips. The player is dealt in from the next hand on.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``already_at_table``, ``seat_taken``, ``no_such_seat``,
    ``seats_are_drawn``, ``excluded``.
    Rule: PT-H.6, PT-H.8, PT-H.9, PT-H.74, PT-T.21
    """
    table = lock_play_table(table_id)
    player = require_playing(by, table=table, player_id=player_id)
    not_in_a_tournament(table, instead=N_("The seats of a tournament are drawn among its players."))
    must_be_welcome(table, player_id=player_id, at=at)
    free_long_away(table, at=at)
    there = seated_at(table)
    if any(one.player_id == player_id for one in there):
        raise Refused("already_at_table", N_("You sit at this table already."), rule="PT-H.9")
    if not 1 <= seat <= table.seats_count:
        raise Refused(
            "no_such_seat", N_("This table has seats 1 to %(most)s."), rule="PT-H.5", most=table.seats_count
        )
    if any(one.seat == seat for one in there):
        raise Refused("seat_taken", N_("Somebody else took that seat. Choose another one."), rule="PT-H.9")
    taken = Seated(
        seat=seat,
        player_id=player.pk,
        name=player.public_name,
        chips=table.stack_chips,
        rehearsal=player.simulated,
        bank_ms=bank_of_newcomer(table, player_id=player_id),
    )
    keep_seats(table, seats=[*there, taken])
    Sitting.objects.create(table=table, player=player, seat=seat, since=at, brought_chips=taken.chips)
    at_once = table.stage == TableStage.WAITING
    if at_once:
        wait_or_deal(table, at=at, gather=True)
    table.save()
    tell_sat_down(table, one=taken)
    return TakenSeat(table_id=table.pk, seat=seat, chips=taken.chips, at_once=at_once)
