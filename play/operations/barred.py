"""Who may not play any more leaves the tables with what is his."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from dispatch.commands import record
from ledger.operations import post
from play.facts import LastHandForBarred
from play.models import PlayTable, Sitting, TableKind, TableStage
from play.operations.seats import change, free_seats, has_part, seat_of
from play.operations.tables import lock_open_tables, wait_or_deal
from play.operations.waiting_list import offer_free_seats


@dataclass(frozen=True, slots=True, kw_only=True)
class SentHome:
    """A table that a player leaves. cents: what is back in the balance, or lay there as the hand began that is played to its end first
    (`at_once` false); None for play chips.
    """

    table_id: int
    table: str
    cents: int | None
    currency: str
    at_once: bool


def lock_tables_of(player_id: int, *, venue_id: int | None, besides: Collection[int]) -> None:
    """Lock the cash and demo tables where a player sits, at one venue or (None) everywhere, and the tables of tournaments `besides`: all of them in
    one order.
    """
    lock_open_tables(
        PlayTable.objects.filter(
            Q(pk__in=_where_seated(player_id, venue_id=venue_id)) | Q(tournament_id__in=list(besides))
        )
    )


def send_home(player_id: int, *, venue_id: int | None, at: datetime) -> list[SentHome]:
    """Free a player's seats at cash and demo tables of a venue or (None) everywhere; at a cash table the stack goes into the balance. Who has a part in a
    hand plays it to its end: `put_away` frees the seat then. The tables are locked (`lock_tables_of`).

    Rule: PT-T.21, PT-H.10, PT-H.35, REGULATIONS 2.10
    """
    found, money = [], []
    for table in lock_open_tables(
        PlayTable.objects.filter(pk__in=_where_seated(player_id, venue_id=venue_id))
    ):
        one = seat_of(table, player_id=player_id)
        stays = has_part(table, seat=one.seat)
        found.append(
            SentHome(
                table_id=table.pk,
                table=table.name,
                cents=one.chips if table.kind == TableKind.CASH else None,
                currency=table.currency,
                at_once=not stays,
            )
        )
        if stays:
            change(table, changed=replace(one, barred=True))
            table.save()
            record(
                LastHandForBarred(table_id=table.pk, players=[player_id], player_id=player_id, seat=one.seat)
            )
            continue
        money += free_seats(table, leaving=[one], at=at)
        offer_free_seats(table, at=at)
        if table.stage == TableStage.WAITING:
            wait_or_deal(table, at=at, gather=True)
        table.save()
    # in one posting: wallets are locked in one order
    post(money)
    return found


def lock_cash_tables_of(player_id: int) -> list[PlayTable]:
    """Lock the cash tables where a player who is locked sits, those where a hand is played, too: its end would not see yet what is set now."""
    return lock_open_tables(
        PlayTable.objects.filter(pk__in=_where_seated(player_id, venue_id=None), kind=TableKind.CASH)
    )


def wait_anew(tables: Collection[PlayTable], *, at: datetime) -> None:
    """Where no hand is dealt, wait no longer than the own time of who sits there lasts by now. Rule: REGULATIONS 2.10"""
    for table in tables:
        if table.stage == TableStage.WAITING:
            wait_or_deal(table, at=at, gather=True)
            table.save()


def _where_seated(player_id: int, *, venue_id: int | None) -> list[int]:
    # a list, so that the tables alone are locked; the player is, and sits down nowhere meanwhile
    there = Sitting.objects.filter(player_id=player_id, left_at__isnull=True)
    if venue_id is not None:
        there = there.filter(table__venue_id=venue_id)
    return list(there.exclude(table__kind=TableKind.TOURNAMENT).values_list("table_id", flat=True))
