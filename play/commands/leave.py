"""Stand up from a table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from play.models import TableKind, TableStage
from play.operations.hands import in_hand
from play.operations.seats import change, has_part, seat_of, stand_up, tell_sat_out
from play.operations.tables import lock_play_table, not_in_a_tournament, require_playing, wait_or_deal
from play.operations.waiting import hurry
from play.results import TakenSeat
from rules.permissions import Permission
from rules.refusals import N_


@command(
    "play.leave",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/leave",
    ),
)
def leave(*, command_id: CommandId, at: datetime, by: Actor, table_id: int, player_id: Id) -> TakenSeat:
    """Stand up from a table; who is in a hand leaves when it is over, and until then checks where that is free and folds else.

    At a cash table the whole stack goes to the player's account, and who has folded waits for the end of the hand, too.
    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``, ``seats_are_drawn``.
    Rule: PT-T.27, PT-H.10, PT-H.35, PT-H.69, PT-O.10, PT-O.69
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    not_in_a_tournament(
        table,
        instead=N_(
            "In a tournament your seat is yours until your last chip: the blinds are taken, and you come back when you like."
        ),
    )
    one = seat_of(table, player_id=player_id)
    # at a cash table who has folded has chips in the pot of the stack that is written down
    playing = has_part if table.kind == TableKind.CASH else in_hand
    at_once = not playing(table, seat=one.seat)
    if at_once:
        stand_up(table, leaving=[replace(one, leaves=True)], at=at)
        if table.stage == TableStage.WAITING:
            wait_or_deal(table, at=at, gather=True)
    else:
        change(table, changed=replace(one, leaves=True))
        hurry(table, seat=one.seat, at=at)
        tell_sat_out(table, one=one)
    table.save()
    return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=at_once)
