"""Steps of entries: the row, the money, the seat.

Before the start nothing here waits for anybody: the tournament is locked for share, a limited seat is a Slot taken
with SKIP LOCKED. From the start on, the Field row is locked first and the seat is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from dispatch import prepared
from dispatch.commands import record
from dispatch.facts import CommandId
from ledger.operations import wallet_answered, wallet_question
from play.operations.events import seat_newcomer
from rules.receipts import ReceiptKind, receipt
from tables.models import MoveReason
from tables.operations import draw_late_seat, issue_stacks
from tournaments.facts.entries import EntryPaid, PlayerEntered, PlayerReEntered
from tournaments.models import LIVE, Entry, EntryState, Field, Slot, Tournament
from tournaments.operations.line import check_line, lock_line, no_seat_free
from tournaments.operations.payments import surcharge_of, take_money
from tournaments.operations.registrations import (
    INSERT_REGISTRATION,
    handed_over,
    registered_twice,
    registration_values,
)
from tournaments.queries.entry_context import EntryContext
from tournaments.queries.line import number_in_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """What became of a paid entry."""

    entry_id: int
    receipt: str
    price_cents: int
    surcharge_cents: int
    waiting: bool
    seat: dict[str, int] | None
    line: int | None = None  # which one in line, where it waits


_ENTER = """
INSERT INTO tournaments_entry
    (id, tournament_id, player_id, registration_id, ordinal, state, price_cents, surcharge_cents, method, receipt,
     chips_issued, paid_at, command_id)
SELECT %(entry_id)s, %(tournament_id)s, %(player_id)s, %(registration_id)s, %(ordinal)s,
       CASE WHEN %(behind)s OR %(limited)s AND NOT EXISTS (SELECT FROM free) THEN 'waiting' ELSE 'registered' END,
       %(price)s, %(surcharge)s, %(method)s, %(receipt)s, 0, %(paid_at)s, %(command_id)s
FROM {source}
ON CONFLICT DO NOTHING RETURNING id, state
"""

_FREE_SLOT = """
SELECT id FROM tournaments_slot
WHERE %(limited)s AND NOT %(behind)s AND tournament_id = %(tournament_id)s AND entry_id IS NULL
LIMIT 1 FOR UPDATE SKIP LOCKED
"""

_REGISTER_AND_ENTER = (
    "WITH free AS ("
    + _FREE_SLOT
    + "), asked AS ("
    + INSERT_REGISTRATION
    + "), entered AS ("
    + _ENTER.format(source="asked")
    + "), taken AS (UPDATE tournaments_slot SET entry_id = entered.id FROM free, entered"
    " WHERE tournaments_slot.id = free.id) SELECT state FROM entered"
)

_ENTER_ONLY = (
    "WITH free AS ("
    + _FREE_SLOT
    + "), entered AS ("
    + _ENTER.format(source="(SELECT) AS one")
    + "), taken AS (UPDATE tournaments_slot SET entry_id = entered.id FROM free, entered"
    " WHERE tournaments_slot.id = free.id) SELECT state FROM entered"
)


def create_entry(
    desk: EntryContext,
    *,
    method: str,
    at: datetime,
    command_id: UUID,
    kind: str = "entry",
    registration_id: int | None = None,
    terms_version: str = "",
    field: Field | None = None,
    paid_at: datetime | None = None,
    waits: int | None = None,
    surcharge_cents: int | None = None,
) -> Admitted:
    """Create a paid entry: the rows, the money to the cent, and a seat or a place in line.

    `registration_id`: the registration it belongs to; None makes one, confirmed, in the same statement.
    `kind`: "entry" or "re_entry". `field`: of a running tournament, locked (`lock_field_if_running`).
    `paid_at`: when the money came, if before; `surcharge_cents`: what the method cost then. `waits`: the number in line that was agreed to (`check_line`).
    Refusals: ``already_registered``, ``no_seat_free``, ``line_is_longer``, ``insufficient_funds``, ``seat_not_free_yet``.
    Rule: SCPT.D, SCPT.F, SCPT.H, SCPT.L, ADTP.8A
    """
    surcharge = (
        surcharge_of(desk, method=method, price_cents=desk.price_cents)
        if surcharge_cents is None
        else surcharge_cents
    )
    number = receipt(kind=ReceiptKind.ENTRY, tournament=desk.tournament_id, number=desk.next_entry_id)
    values = {
        **registration_values(desk, state="confirmed", method=method, terms_version=terms_version, at=at),
        "entry_id": desk.next_entry_id,
        "ordinal": desk.entries_so_far + 1,
        # who comes while others wait stands behind them
        "limited": desk.offer.capacity is not None,
        "behind": field is not None and field.waiting > 0,
        "surcharge": surcharge,
        "receipt": number,
        "command_id": command_id,
        "paid_at": paid_at or at,
    }
    if registration_id is not None:
        values["registration_id"] = registration_id
    entering = (_REGISTER_AND_ENTER if registration_id is None else _ENTER_ONLY, values)
    wallet = None
    if desk.offer.capacity is None and desk.price_cents + surcharge:
        unit = desk.offer.currency
        found, of_wallet = prepared.together(entering, wallet_question(desk.player_id, unit=unit))
        wallet = wallet_answered(desk.player_id, unit=unit, answer=of_wallet)
    else:  # a seat is locked before a wallet
        found = prepared.rows(*entering)
    if not found:
        raise registered_twice()
    waiting = found[0][0] == EntryState.WAITING and (values["behind"] or not _last_slot(desk))
    if waiting and not desk.offer.alternates:
        raise no_seat_free()
    if waiting and field is None:
        # before any wallet is touched: who waits for this one's turn in line holds no money
        lock_line(desk)
        check_line(desk, waits=waits)
    take_money(
        venue_id=desk.venue_id,
        tournament_id=desk.tournament_id,
        season_id=desk.offer.season_id,
        player_id=desk.player_id,
        unit=desk.offer.currency,
        split=desk.split,
        surcharge_cents=surcharge,
        method=method,
        reference=f"entry:{desk.next_entry_id}",
        at=at,
        command_id=command_id,
        wallet=wallet,
    )
    seat = None
    if field is not None:
        seat = _seat_late(desk, field, may_sit=not waiting, at=at, command_id=command_id)
        waiting = seat is None
        if waiting:
            check_line(desk, waits=waits)
    record_entry(desk, values=values, waiting=waiting, seat=seat, kind=kind)
    return Admitted(
        entry_id=desk.next_entry_id,
        receipt=number,
        price_cents=desk.price_cents,
        surcharge_cents=surcharge,
        waiting=waiting,
        seat=seat,
        line=number_in_line(desk.next_entry_id, tournament_id=desk.tournament_id) if waiting else None,
    )


def _last_slot(desk: EntryContext) -> bool:
    """The seat another one wanted at the same moment and did not get after all (a payment that failed), if any.

    SKIP LOCKED passes over a seat that is being sold; nobody is sent to the line before that sale is decided.
    """
    if desk.offer.capacity is None:
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM tournaments_slot WHERE tournament_id = %s AND entry_id IS NULL LIMIT 1 FOR UPDATE",
            [desk.tournament_id],
        )
        row = cursor.fetchone()
        if row is None:
            return False
        cursor.execute(
            "UPDATE tournaments_slot SET entry_id = %s WHERE id = %s", [desk.next_entry_id, row[0]]
        )
        cursor.execute(
            "UPDATE tournaments_entry SET state = 'registered' WHERE id = %s", [desk.next_entry_id]
        )
    return True


def _seat_late(
    desk: EntryContext, field: Field, *, may_sit: bool, at: datetime, command_id: UUID
) -> dict[str, int] | None:
    """Count a late entry into the field and draw its seat, at a table in the browser where it is played there; None: it waits in
    line. Rule: ADTP.8A, SCPT.H"""
    entry = Entry.objects.select_related("player").get(pk=desk.next_entry_id)
    tournament = Tournament.objects.get(pk=desk.tournament_id)
    seated = None
    if may_sit:
        seated = draw_late_seat(
            tournament, entry=entry, kind=MoveReason.LATE_ENTRY, at=at, command_id=CommandId(command_id)
        )
        field.refresh_from_db()  # a table may have been opened
    field.entries_total += 1
    field.entries_unique += 1 if desk.entries_so_far == 0 else 0
    if seated is None:
        if not desk.offer.alternates:
            raise no_seat_free()
        field.waiting += 1
        Slot.objects.filter(entry=entry).update(entry=None)
        entry.state = EntryState.WAITING
        entry.save(update_fields=["state"])
    else:
        field.players_left += 1
        field.chips_issued += issue_stacks(tournament, entry_ids=[entry.pk])
        if tournament.online:
            entry.refresh_from_db(fields=["stack_chips"])
            seat_newcomer(
                tournament,
                entry=entry,
                table_number=seated.table_number,
                seat_number=seated.seat_number,
                at=at,
                command_id=CommandId(command_id),
            )
    field.save(update_fields=["entries_total", "entries_unique", "players_left", "waiting", "chips_issued"])
    if seated is None:
        return None
    return {"table_number": seated.table_number, "seat_number": seated.seat_number}


def record_entry(
    desk: EntryContext,
    *,
    values: Mapping[str, Any],
    waiting: bool,
    seat: Mapping[str, int] | None,
    kind: str,
) -> None:
    """Tell everybody that somebody entered, and the staff what was paid; the player reads it on the own page."""
    entered = PlayerEntered if kind == "entry" else PlayerReEntered
    record(
        entered(
            tournament_id=desk.tournament_id,
            player_id=desk.player_id,
            entry_id=values["entry_id"],
            public_name=desk.public_name,
            ordinal=values["ordinal"],
            waiting=waiting,
            **(seat or {}),
        )
    )
    record(
        EntryPaid(
            tournament_id=desk.tournament_id,
            player_id=desk.player_id,
            entry_id=values["entry_id"],
            receipt=values["receipt"],
            method=values["method"],
            price_cents=values["price"],
            surcharge_cents=values["surcharge"],
            currency=desk.offer.currency,
            terms_version=values["terms"],
        )
    )


def lock_entries_of(registration_id: int) -> list[Entry]:
    """Lock the entries of a registration that were not cancelled and return them, oldest first."""
    return list(
        Entry.objects.select_for_update(of=("self",))
        .select_related("player")
        .filter(registration_id=registration_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("id")
    )


def lock_entry(entry_id: int, *, player_id: int) -> Entry:
    """Lock the entry and return it. player_id: whose it was when one asked; it may be handed over meanwhile.

    Refusal: ``handed_over``."""
    entry = Entry.objects.select_for_update(of=("self",)).select_related("player").get(pk=entry_id)
    if entry.player_id != player_id:
        raise handed_over()
    return entry


def lock_live_entry_of(tournament_id: int, *, player_id: int) -> Entry | None:
    """Lock the live entry of a player and return it with its seat when it has one."""
    return (
        Entry.objects.select_for_update(of=("self",))
        .select_related("seat__table")
        .filter(LIVE, tournament_id=tournament_id, player_id=player_id)
        .first()
    )
