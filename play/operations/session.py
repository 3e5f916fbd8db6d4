"""A table for money that is played for a session: its beginning, with seats that are drawn among who has registered. Needs an open command."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from dispatch.commands import record
from ledger.operations import NewTransfer, lock_wallets, post
from people.models import Player
from play.facts import SessionBegan, SessionSeatDrawn, SessionSeatMissed
from play.models import PlayTable, Sitting, WaitingOutcome, WaitingPlace
from play.operations.escrow import bring, must_be_within_limits
from play.operations.sitting_down import must_be_let_play_for_money, sit_down
from play.operations.tables import clock_of, wait_or_deal
from play.operations.waiting_list import end_place, offer_free_seats
from play.queries.cash import terms_of
from play.queries.waiting_list import waiting_at
from rules.cards import SECRET_BYTES
from rules.draw import permutation
from rules.online import check_buy_in
from rules.refusals import Refused, not_found
from tournaments.queries.paid_ahead import NOTHING_AHEAD, paid_ahead_by

SEATS = "session seats"
"""The label under which the seats of a session follow from its seed."""


def begin(table: PlayTable, *, players: Collection[int], at: datetime) -> None:
    """Begin a session: who has registered brings the money now and sits in a seat that is drawn, the first to register first, as many as there are
    seats; all that is asked of who sits down is asked now, and who may not has no place any more. The others wait for a seat that comes free.

    players: who is locked. All money goes in one posting. Rule: PT-H.6, PT-H.8, PT-T.21
    """
    assert table.session_minutes is not None
    table.session_ends_at = clock_of(table, at=at) + timedelta(minutes=table.session_minutes)
    seed = secrets.token_bytes(SECRET_BYTES)
    seats = permutation(seed=seed, label=SEATS, things=range(1, table.seats_count + 1))
    transfers: list[NewTransfer] = []
    taken: list[tuple[Player, Sitting]] = []
    for place, player in _able(table, players=players, at=at)[: table.seats_count]:
        seat = seats[len(taken)]
        sitting = Sitting.objects.create(table=table, player=player, seat=seat, since=at, brought_chips=0)
        brought, more = bring(table, sitting=sitting, cents=place.brings_cents, kind="table_buy_in", at=at)
        transfers += more
        sitting.brought_chips, sitting.fee_cents = brought.stack_cents, brought.fee_cents
        sitting.save(update_fields=["brought_chips", "fee_cents"])
        end_place(place, outcome=WaitingOutcome.SEATED, at=at)
        taken.append((player, sitting))
    post(transfers)
    record(
        SessionBegan(
            table_id=table.pk,
            players=[player.pk for player, _sitting in taken],
            seed=seed.hex(),
            seats=[[sitting.seat, player.pk] for player, sitting in taken],
            ends_at=table.session_ends_at.isoformat(),
        )
    )
    for player, sitting in taken:
        record(
            SessionSeatDrawn(
                venue_id=table.venue_id,
                player_id=player.pk,
                play_table_id=table.pk,
                seat=sitting.seat,
                brought_cents=sitting.brought_chips + sitting.fee_cents,
                ends_at=table.session_ends_at.isoformat(),
            )
        )
        sit_down(table, player=player, sitting=sitting, at=at, awaited=True)
    if not taken:
        wait_or_deal(table, at=at, gather=True)
    for number, place in enumerate(waiting_at(table.pk), start=1):
        _tell_no_seat(table, place=place, number=number)
    offer_free_seats(table, at=at)


def _tell_no_seat(table: PlayTable, *, place: WaitingPlace, number: int = 0, refused: str = "") -> None:
    """Say that the session began without a seat for who had registered. number: among those who wait for one."""
    record(
        SessionSeatMissed(
            venue_id=table.venue_id,
            player_id=place.player_id,
            play_table_id=table.pk,
            refused=refused,
            place=number,
        )
    )


def _refuse(table: PlayTable, *, place: WaitingPlace, refused: str, at: datetime) -> None:
    end_place(place, outcome=WaitingOutcome.BARRED, at=at, refused=refused)
    _tell_no_seat(table, place=place, refused=refused)


def _able(table: PlayTable, *, players: Collection[int], at: datetime) -> list[tuple[WaitingPlace, Player]]:
    """Who has registered and may sit down now, in their order; the places of the others end. Limits and wallets are locked by their players' ids."""
    places = {one.player_id: one for one in waiting_at(table.pk) if one.player_id in players}
    found: dict[int, Player] = {}
    for player_id, place in sorted(places.items()):
        try:
            found[player_id] = _may(table, place=place, at=at)
        except Refused as refused:
            _refuse(table, place=place, refused=refused.code, at=at)
    has = lock_wallets(list(found), unit=table.currency) if found else {}
    ahead = paid_ahead_by(found, unit=table.currency)
    able = []
    for place in sorted(places.values(), key=lambda one: one.pk):
        if place.player_id not in found:
            continue
        if place.brings_cents > has.get(place.player_id, 0):
            _refuse(table, place=place, refused="insufficient_funds", at=at)
        elif place.brings_cents > has[place.player_id] - ahead.get(place.player_id, NOTHING_AHEAD).cents:
            _refuse(table, place=place, refused="entry_paid", at=at)
        else:
            able.append((place, found[place.player_id]))
    return able


def _may(table: PlayTable, *, place: WaitingPlace, at: datetime) -> Player:
    player = Player.objects.filter(pk=place.player_id, anonymised_at__isnull=True).first()
    if player is None:
        raise not_found("player")
    must_be_let_play_for_money(table, player=player, at=at)
    check_buy_in(place.brings_cents, terms=terms_of(table))
    must_be_within_limits(table, player_id=player.pk, cents=place.brings_cents, at=at)
    return player
