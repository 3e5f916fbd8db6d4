"""Somebody takes a seat: whether it is free, and what is written down."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from dispatch.commands import record
from ledger.queries import check_play_limits
from people.models import Player
from play.facts import PlayerChangedSeat, SeatWished
from play.models import PlayTable, Sitting, TableStage
from play.operations.deciding import bank_of_newcomer
from play.operations.escrow import must_be_allowed, must_be_identified
from play.operations.seats import Seated, change, keep_seats, must_be_welcome, seated_at, tell_sat_down
from play.operations.tables import wait_or_deal
from play.queries.cash import least_to_bring
from play.queries.time_played import check_time_left
from play.results import TakenSeat
from rules.refusals import N_, Refused


def must_be_free(table: PlayTable, *, player_id: int, seat: int, going: Collection[int] = ()) -> None:
    """Refuse a seat that is none, or not free, or a second one. going: seats that are being freed.

    Refusals: ``already_at_table``, ``no_such_seat``, ``seat_taken``. Rule: PT-H.5, PT-H.9
    """
    there = [one for one in seated_at(table) if one.seat not in going]
    if any(one.player_id == player_id for one in there):
        raise Refused("already_at_table", N_("You sit at this table already."), rule="PT-H.9")
    if not 1 <= seat <= table.seats_count:
        raise Refused(
            "no_such_seat", N_("This table has seats 1 to %(most)s."), rule="PT-H.5", most=table.seats_count
        )
    if any(one.seat == seat for one in there):
        raise Refused("seat_taken", N_("Somebody else took that seat. Choose another one."), rule="PT-H.9")


def must_be_let_play_for_money(table: PlayTable, *, player: Player, at: datetime) -> None:
    """Refuse money at this table, or of this player, whatever it is for: a seat, chips, or a place in the waiting list.

    Refusals: ``no_cash_tables``, ``identity_not_checked``, ``under_age``, ``excluded``, ``time_limit_reached``.
    Rule: PT-H.14, PT-T.21, SCPT.F, REGULATIONS 2.10
    """
    must_be_allowed(table)
    must_be_identified(player, at=at)
    must_be_welcome(table, player_id=player.pk, at=at)
    check_time_left(player.pk, at=at)


def why_no_money(table_id: int, *, player_id: int, at: datetime) -> Refused | None:
    """Return why this player brings no money to a table, whatever the seats and the balance; None for who may."""
    table = PlayTable.objects.select_related("venue").get(pk=table_id)
    least = least_to_bring(table, player_id=player_id, at=at)
    try:
        must_be_let_play_for_money(table, player=Player.objects.get(pk=player_id), at=at)
        check_play_limits(player_id, unit=table.currency, price_cents=least, at=at)
    except Refused as refused:
        return refused
    return None


def why_no_more_money(table_id: int, *, player_id: int, at: datetime) -> Refused | None:
    """Return why who sits at a table brings nothing more there, whatever the balance and the limits on money; None for who may."""
    table = PlayTable.objects.select_related("venue").get(pk=table_id)
    try:
        must_be_let_play_for_money(table, player=Player.objects.get(pk=player_id), at=at)
    except Refused as refused:
        return refused
    return None


def go_to_seat(table: PlayTable, *, one: Seated, seat: int) -> Seated:
    """Have a player sit in a free seat of the same table, between two hands, with stack, absence and bank of time; the words begin anew, for
    they were of the other seat. The caller saves the row. Rule: PT-H.9
    """
    went = replace(one, seat=seat, moves_to=0, ahead=[], asked_turn=-1, reconnect=[])
    others = [other for other in seated_at(table) if other.player_id != one.player_id]
    keep_seats(table, seats=[*others, went])
    Sitting.objects.filter(table=table, player_id=one.player_id, left_at__isnull=True).update(
        seat=seat, chain={}
    )
    record(
        PlayerChangedSeat(
            table_id=table.pk,
            players=[one.player_id],
            player_id=one.player_id,
            from_seat=one.seat,
            seat=seat,
        )
    )
    return went


def go_where_wished(table: PlayTable) -> None:
    """Bring who wished it during the hand to the seats they chose, the lowest seat first; who finds it taken stays."""
    for one in seated_at(table):
        if not one.moves_to:
            continue
        if any(other.seat == one.moves_to for other in seated_at(table)):
            wish_seat(table, one=one, seat=0)
        else:
            go_to_seat(table, one=one, seat=one.moves_to)


def wish_seat(table: PlayTable, *, one: Seated, seat: int) -> None:
    """Keep to which seat a player goes when the hand is over; 0 for none."""
    change(table, changed=replace(one, moves_to=seat))
    record(SeatWished(table_id=table.pk, players=[one.player_id], seat=one.seat, to_seat=seat))


def sit_down(
    table: PlayTable, *, player: Player, sitting: Sitting, at: datetime, awaited: bool = False
) -> TakenSeat:
    """Seat a player with the stack that the sitting brought, dealt in from the next hand on; the row is saved. awaited: the player is perhaps not there, and
    is called."""
    taken = Seated(
        seat=sitting.seat,
        player_id=player.pk,
        name=player.public_name,
        chips=sitting.brought_chips,
        rehearsal=player.simulated,
        bank_ms=bank_of_newcomer(table, player_id=player.pk),
        awaited=awaited and not player.simulated,
    )
    keep_seats(table, seats=[*seated_at(table), taken])
    at_once = table.stage == TableStage.WAITING
    if at_once:
        wait_or_deal(table, at=at, gather=True)
    table.save()
    tell_sat_down(table, one=taken)
    return TakenSeat(table_id=table.pk, seat=sitting.seat, chips=taken.chips, at_once=at_once)
