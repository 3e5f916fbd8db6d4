"""Be dealt in again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id
from play.facts import PlayerCameBack, RestWished
from play.models import TableKind, TableStage
from play.operations.hands import in_hand
from play.operations.seats import called_away, change, refill, seat_of
from play.operations.tables import lock_play_table, require_playing, wait_or_deal
from play.operations.waiting import give_time
from play.results import TakenSeat
from rules.online import must_add_chips
from rules.permissions import Permission
from rules.refusals import N_, Refused


@command(
    "play.come_back",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/come-back",
    ),
)
def come_back(*, command_id: CommandId, at: datetime, by: Actor, table_id: int, player_id: Id) -> TakenSeat:
    """Be dealt in again, from the next hand on; who still is in a hand decides again from the next decision. Who wanted to sit out after it does not.

    Refusals: ``forbidden``, ``not_found``, ``table_closed``, ``not_at_table``, ``must_top_up`` at a cash table.
    Rule: PT-H.15, PT-H.68
    """
    table = lock_play_table(table_id)
    require_playing(by, table=table, player_id=player_id)
    one = seat_of(table, player_id=player_id)
    at_once = table.stage == TableStage.WAITING
    short = must_add_chips(chips=one.chips, minimum_bet_chips=table.big_blind_chips)
    if table.kind == TableKind.CASH and short and not in_hand(table, seat=one.seat):
        raise Refused(
            "must_top_up",
            N_("You have less than a big blind in front. Add chips to be dealt in again."),
            rule="PT-H.15",
        )
    if one.away or one.leaves:
        back = replace(one, away_since="", late=0, leaves=False, ahead=[], rests=False, rests_next=False)
        change(table, changed=back if in_hand(table, seat=one.seat) else refill(table, one=back))
        if at_once:
            wait_or_deal(table, at=at, gather=True)
        give_time(table, seat=one.seat, at=at)
        table.save()
        called = called_away(table)
        record(PlayerCameBack(table_id=table.pk, players=[player_id], seat=one.seat, called=called))
    elif one.rests_next:
        change(table, changed=replace(one, rests_next=False))
        table.save()
        record(
            RestWished(
                table_id=table.pk, players=[player_id], player_id=player_id, seat=one.seat, rests=False
            )
        )
    return TakenSeat(table_id=table.pk, seat=one.seat, chips=one.chips, at_once=at_once)
