"""The waiting list of a cash table: who comes, who goes, who is offered a free seat. Whoever writes here holds the table's row."""

from __future__ import annotations

from datetime import datetime, timedelta

from dispatch.commands import record
from ledger.queries import wallet_balance
from people.models import Player
from people.queries import excluded_among
from play.facts import SeatOffered, WaitingCalledOff, WaitingEnded, WaitingListJoined
from play.models import PlayTable, TableKind, TableStage, WaitingOutcome, WaitingPlace
from play.queries.waiting_list import free_seats_of, offered_before, waiting_at
from rules.online import (
    OFFER_STANDS,
    AfterFailure,
    after_failure,
    check_may_sit_down,
    check_may_wait,
    check_session_seat,
    session_over,
    to_be_offered,
)
from rules.refusals import N_, Refused
from tournaments.queries.paid_ahead import check_spend


def join(table: PlayTable, *, player: Player, at: datetime, brings_cents: int = 0) -> int:
    """Have a player wait for a seat, or register for a session; return how many do now. brings_cents: with what, before a session begins.

    Refusals: ``already_at_table``, ``already_waiting``, ``seat_is_free``, ``waiting_list_full``. Rule: PT-H.5, PT-H.6, PT-H.9
    """
    if any(kept["player_id"] == player.pk for kept in table.seats):
        raise Refused("already_at_table", N_("You sit at this table already."), rule="PT-H.9")
    waiting = waiting_at(table.pk)
    if any(one.player_id == player.pk for one in waiting):
        if table.session_starts_at is not None:
            raise Refused(
                "already_waiting", N_("You are registered for this session already."), rule="PT-H.9"
            )
        raise Refused("already_waiting", N_("You wait for this table already."), rule="PT-H.9")
    check_may_wait(
        free_seats=free_seats_of(table), waiting=len(waiting), session=table.session_starts_at is not None
    )
    WaitingPlace.objects.create(table=table, player=player, since=at, brings_cents=brings_cents)
    record(
        WaitingListJoined(
            table_id=table.pk,
            players=(),
            player_id=player.pk,
            waiting=[one.player_id for one in waiting],
        )
    )
    return len(waiting) + 1


def own_place(table: PlayTable, *, player_id: int) -> WaitingPlace:
    """Return where a player waits. Refusals: ``not_waiting``."""
    for one in waiting_at(table.pk):
        if one.player_id == player_id:
            return one
    if table.session_starts_at is not None:
        raise Refused("not_waiting", N_("You are not registered for this session any more."), rule="PT-H.6")
    raise _not_waiting()


def must_have_the_least(table: PlayTable, *, player_id: int, least_cents: int) -> None:
    """Refuse to wait with less in the account than the table takes. Refusals: ``insufficient_funds``, ``entry_paid``. Rule: PT-H.8, SCPT.F"""
    balance = wallet_balance(player_id, unit=table.currency)
    if balance < least_cents:
        raise Refused(
            "insufficient_funds",
            N_("Your balance is less than this table takes at least. The house's desk takes deposits."),
            rule="PT-H.8",
        )
    check_spend(player_id, unit=table.currency, cents=least_cents, balance_cents=balance)


def must_be_ones_turn(table: PlayTable, *, player_id: int, going: int, at: datetime) -> WaitingPlace | None:
    """Refuse a seat that others wait for; return where the player waits, None for who does not. going: how many seats are being freed.

    Refusals: ``offer_over``, ``others_wait``, ``session_not_begun``, ``register_first``. Rule: PT-H.6
    """
    waiting = waiting_at(table.pk)
    place = next((n for n, one in enumerate(waiting) if one.player_id == player_id), None)
    own = None if place is None else waiting[place]
    if table.session_starts_at is not None:
        check_session_seat(
            begun=table.session_ends_at is not None,
            offered=own is not None and own.offered_until is not None,
        )
    check_may_sit_down(
        free_seats=free_seats_of(table) + going,
        ahead=len(waiting) if place is None else place,
        offered_until=None if own is None else own.offered_until,
        waits=own is not None,
        at=table.held_at or at,
    )
    return own


def end_place(place: WaitingPlace, *, outcome: WaitingOutcome, at: datetime, refused: str = "") -> None:
    """Have somebody wait no longer. refused: the code of the refusal for which no seat was given when a session began."""
    place.ended_at, place.outcome, place.refused = at, outcome, refused
    place.save(update_fields=["ended_at", "outcome", "refused"])
    record(
        WaitingEnded(
            table_id=place.table_id,
            players=(),
            player_id=place.player_id,
            waiting=[one.player_id for one in waiting_at(place.table_id)],
            outcome=outcome.value,
        )
    )


def miss_offer(table: PlayTable, *, place_id: int, at: datetime) -> None:
    """End the waiting of who did not take the seat in time; who could not, for the house was away, is offered it anew.

    Refusals: ``not_waiting``, ``offer_stands``. Rule: PT-H.6, PT-H.72
    """
    at = table.held_at or at
    place = next((one for one in waiting_at(table.pk) if one.pk == place_id), None)
    if place is None:
        raise _not_waiting()
    if place.offered_until is None or at < place.offered_until:
        raise Refused("offer_stands", N_("The time to take the seat is not over."), rule="PT-H.6")
    if after_failure(overdue=at - place.offered_until) is AfterFailure.GO_ON:
        end_place(place, outcome=WaitingOutcome.MISSED, at=at)
    else:
        place.offered_until = None
        place.save(update_fields=["offered_until"])


def offer_anew(table: PlayTable, *, begun_before: datetime, at: datetime) -> bool:
    """Give the offers that stand since before an instant their full time anew, for the clock was set forward; whether there were any. Rule: PT-H.6, PT-H.72"""
    since = [one for one in waiting_at(table.pk) if offered_before(one, instant=begun_before)]
    for one in since:
        _offer(table, one=one, at=at)
    return bool(since)


def put_off_offers(table: PlayTable, *, by: timedelta) -> list[int]:
    """Have the offers that stand end later, for the table stood still so long; return whose they are. Rule: PT-H.6, PT-H.72"""
    if table.kind != TableKind.CASH:
        return []
    offered = [one for one in waiting_at(table.pk) if one.offered_until is not None]
    for one in offered:
        assert one.offered_until is not None
        one.offered_until += by
        one.save(update_fields=["offered_until"])
    return [one.player_id for one in offered]


def end_list(table: PlayTable, *, at: datetime) -> None:
    """Have nobody wait at a table that closes. Who waited is told, but where a session has come to its end: that was said before."""
    if table.kind == TableKind.CASH:
        over = session_over(ends_at=table.session_ends_at, at=at)
        for one in waiting_at(table.pk):
            end_place(one, outcome=WaitingOutcome.CLOSED, at=at)
            if not over:
                _tell_called_off(table, player_id=one.player_id, why="closed")


def end_lists_of_house(venue_id: int, *, at: datetime) -> None:
    """Have nobody wait or be registered at the cash tables of a house that runs none any more: no seat can be given there, and each is told so.

    Rule: PT-H.6, PT-H.14
    """
    tables = PlayTable.objects.filter(venue_id=venue_id, kind=TableKind.CASH).exclude(stage=TableStage.CLOSED)
    for table in tables.order_by("pk").select_for_update():
        for one in waiting_at(table.pk):
            end_place(one, outcome=WaitingOutcome.BARRED, at=at, refused="no_cash_tables")
            _tell_called_off(table, player_id=one.player_id, why="no_cash_tables")


def _tell_called_off(table: PlayTable, *, player_id: int, why: str) -> None:
    record(
        WaitingCalledOff(
            venue_id=table.venue_id,
            player_id=player_id,
            play_table_id=table.pk,
            session=table.session_starts_at is not None,
            why=why,
        )
    )


def offer_free_seats(table: PlayTable, *, at: datetime) -> None:
    """Offer the free seats of a cash table to the first who wait; who may not play here any more waits no longer. By the table's own time, which
    stands while it is held.

    Nothing is offered while the house runs no tables for money. Rule: PT-H.6, PT-T.21
    """
    if table.kind != TableKind.CASH or not free_seats_of(table) or registers(table):
        return
    waiting = waiting_at(table.pk)
    if not waiting or not table.venue.cash_tables:
        return
    there = [one.player_id for one in waiting]
    barred = set(excluded_among(there, venue_id=table.venue_id, at=at))
    barred |= set(
        Player.objects.filter(pk__in=there, anonymised_at__isnull=False).values_list("pk", flat=True)
    )
    for one in waiting:
        if one.player_id in barred:
            end_place(one, outcome=WaitingOutcome.BARRED, at=at)
    waiting = [one for one in waiting if one.player_id not in barred]
    offered = [one.offered_until is not None for one in waiting]
    for place in to_be_offered(free_seats=free_seats_of(table), offered=offered):
        _offer(table, one=waiting[place], at=table.held_at or at)


def _offer(table: PlayTable, *, one: WaitingPlace, at: datetime) -> None:
    one.offered_until = at + OFFER_STANDS
    one.save(update_fields=["offered_until"])
    record(
        SeatOffered(
            table_id=table.pk,
            players=(),
            player_id=one.player_id,
            waiting=(),
            until=one.offered_until.isoformat(),
        )
    )


def registers(table: PlayTable) -> bool:
    """Return whether a session's players still register: its seats are drawn when it begins. Rule: PT-H.6"""
    return table.session_starts_at is not None and table.session_ends_at is None


def _not_waiting() -> Refused:
    return Refused("not_waiting", N_("You do not wait for this table any more."), rule="PT-H.6")
