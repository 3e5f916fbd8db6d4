"""Go to another seat of the same table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer
from play.models import TableStage
from play.operations.seats import seat_of
from play.operations.sitting_down import go_to_seat, must_be_free, wish_seat
from play.operations.tables import lock_play_table, not_in_a_tournament, require_playing
from play.results import TakenSeat
from rules.online import must_not_be_drawn
from rules.permissions import Permission
from rules.refusals import N_


@command(
    "play.change_seat",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/change-seat",
    ),
)
def change_seat(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    seat: Annotated[int, Integer(min_value=1, max_value=10)],
) -> TakenSeat:
    """Go to a free seat of the same table, with the stack: between two hands at once, else when the hand is over, if the seat is free then.

    The own seat takes back what was wished. In a session the draw decides where one sits. Who waits for a seat may sit in any, so none of them loses one.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``, ``seats_are_drawn``, ``seat_taken``, ``no_such_seat``.
    Rule: PT-H.6, PT-H.9
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    not_in_a_tournament(table, instead=N_("The seats of a tournament are drawn among its players."))
    must_not_be_drawn(session=table.session_starts_at is not None)
    one = seat_of(table, player_id=player_id)
    must_be_free(table, player_id=player_id, seat=seat, going=[one.seat])
    at_once = table.stage == TableStage.WAITING
    if at_once and seat != one.seat:
        one = go_to_seat(table, one=one, seat=seat)
    else:
        wish_seat(table, one=one, seat=0 if seat == one.seat else seat)
    table.save()
    return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=at_once)
