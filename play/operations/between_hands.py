"""What is done when a hand is over and the next one is not dealt yet: who goes, who comes, whose stack is filled up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from dispatch.commands import record
from ledger.operations import post
from play.facts import HandPutAway
from play.models import DealtHand, DueKind, PlayTable, TableKind, TableStage
from play.operations.history import close_with_parts
from play.operations.seats import (
    barred_at,
    free_seats,
    keep_seats,
    long_away,
    refill,
    seated_at,
    sit_out_the_short,
    sit_out_who_asked,
)
from play.operations.sitting_down import go_where_wished
from play.operations.tables import shut, wait_or_deal
from play.operations.topping_up import fill_up
from play.operations.waiting_list import offer_free_seats
from rules.online import session_over


def put_away(table: PlayTable, *, at: datetime, filled_up: Collection[int] = ()) -> None:
    """End a hand that everybody has seen: who wanted to leaves or changes seats, who has too little gets play chips, the next one is due. It was the
    last one where the time of a session is over: everybody goes home with the stack.

    filled_up: players that are locked, whose stacks at a cash table are filled up where they want theirs kept.
    """
    close_with_parts(DealtHand.objects.get(table=table, number=table.hand_number), at=at)
    table.hand, table.stage = None, TableStage.WAITING
    table.turn += 1
    if session_over(ends_at=table.session_ends_at, at=at):
        shut(table, at=at)
        return
    # who may not play any more goes with the hand's end, also where no next one is dealt
    gone = {one.seat for one in [*long_away(table, at=at), *barred_at(table, at=at)]}
    leaving = [one for one in seated_at(table) if one.leaves or one.seat in gone]
    money = free_seats(table, leaving=leaving, at=at)
    # in one posting: wallets are locked in one order
    post([*money, *fill_up(table, players=filled_up, leaving=leaving, at=at)])
    if leaving:
        offer_free_seats(table, at=at)
    go_where_wished(table)
    sit_out_who_asked(table, at=at)
    sit_out_the_short(table, at=at)
    stay = [replace(one, barred=False) for one in seated_at(table)]  # whose exclusion was lifted meanwhile
    keep_seats(table, seats=[refill(table, one=one) if not one.away else one for one in stay])
    wait_or_deal(table, at=at, gather=False)
    if table.kind != TableKind.TOURNAMENT and table.due_kind != DueKind.OPEN:
        # no deal tells the pages that the cards have gone
        playing = [one.player_id for one in seated_at(table)]
        record(HandPutAway(table_id=table.pk, players=playing, number=table.hand_number))
