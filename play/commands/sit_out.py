"""Keep the seat and be dealt no hands for a while."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Id
from play.facts import RestWished
from play.models import TableStage
from play.operations.hands import in_hand
from play.operations.seats import change, seat_of, tell_sat_out
from play.operations.tables import lock_play_table, require_playing, wait_or_deal
from play.operations.waiting import hurry
from play.results import TakenSeat
from rules.permissions import Permission


@command(
    "play.sit_out",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/sit-out",
    ),
)
def sit_out(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    after_hand: Annotated[
        bool, About(help_text="True: the hand that is played goes to its end first.")
    ] = False,
) -> TakenSeat:
    """Keep the seat and be dealt no hands until coming back. After ten minutes the seat is free for others.

    after_hand: who may still win the hand that is played plays it as any other, and sits out when it is over; coming back takes that back, too.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``.
    Rule: PT-H.68
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    one = seat_of(table, player_id=player_id)
    at_once = not in_hand(table, seat=one.seat)
    if after_hand and not at_once:
        if not one.away and not one.rests_next:
            change(table, changed=replace(one, rests_next=True))
            table.save()
            record(
                RestWished(
                    table_id=table.pk, players=[player_id], player_id=player_id, seat=one.seat, rests=True
                )
            )
    elif not one.away:
        change(table, changed=replace(one, away_since=at.isoformat(), late=0, rests=True, rests_next=False))
        if at_once and table.stage == TableStage.WAITING:
            wait_or_deal(table, at=at, gather=True)
        hurry(table, seat=one.seat, at=at)
        table.save()
        tell_sat_out(table, one=one)
    return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=at_once)
