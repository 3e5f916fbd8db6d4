"""Steps of entries: the row, the money, the seat.

Before the start nothing here waits for anybody: the tournament is locked for share, a limited seat is a Slot taken
with SKIP LOCKED. From the start on, the Field row is locked first and the seat is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from dispatch import prepared
from dispatch.commands import record
from dispatch.facts import Actor, CommandId
from ledger import operations as books
from ledger.facts import COMPONENT_ACCOUNT, METHOD_ACCOUNT, AccountId, AccountKind, NewTransfer, TransferId
from ledger.queries import check_play_limits, standing_transfers_about
from payouts import operations as payouts
from people.operations import lock_play_limits
from people.queries import require
from rules import validation
from rules.entries import (
    BuyInSplit,
    PaymentMethod,
    check_age,
    check_one_per_person,
    check_registration_open,
    price_line,
)
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.receipts import ReceiptKind, receipt, short_code
from rules.refusals import N_, Refused
from tables import operations as seating
from tables.models import MoveReason
from tournaments.facts import (
    STAFF,
    clock_topic,
    counts_topic,
    eliminations_topic,
    entries_topic,
    player_topic,
    prizes_topic,
    standings_topic,
    tournament_stream,
)
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Field,
    Purchase,
    PurchaseKind,
    Registration,
    RegistrationState,
    Slot,
    Tournament,
    TournamentState,
)
from tournaments.operations import clock, debts
from tournaments.operations.debts import OWED
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.entries import (
    EntryContext,
    check_still_old_enough,
    check_welcome,
    lock_entry,
    purchases_of,
    tournament_of_entry,
)
from tournaments.queries.entries import desk as find_desk
from tournaments.queries.line import MOST_IN_LINE, next_in_line, number_in_line

FREE = "free"
# of those out before entries closed, the best placed: nobody pays more places than that before the field is closed
MOST_AWARDED_AT_ONCE = 2_000


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


def payment_method(method: str, *, price_cents: int, online: bool) -> str:
    """The method as it may be used here.

    Online tournaments are paid from the balance only. Refusals: ``no_such_method``, ``balance_only``,
    ``not_free``. Rule: PT-T.21, SCPT.E
    """
    if method == FREE:
        if price_cents:
            raise Refused(
                "not_free", N_("This tournament is not free. Choose how it is paid."), rule="SCPT.E"
            )
        return FREE
    if method not in set(PaymentMethod):
        raise Refused(
            "no_such_method",
            N_("%(method)s is not a method of payment here."),
            rule="SCPT.E",
            method=str(method)[:20],
        )
    if online and method != PaymentMethod.BALANCE:
        raise Refused(
            "balance_only", N_("Online tournaments are paid from the account's balance."), rule="PT-T.21"
        )
    return method


def _account(
    kind: AccountKind, *, unit: str, venue_id: int, tournament_id: int, season_id: int | None
) -> AccountId:
    if kind is AccountKind.RANKING_FUND:
        return books.account(kind, unit=unit, venue_id=venue_id, season_id=season_id)
    return books.account(kind, unit=unit, venue_id=venue_id, tournament_id=tournament_id)


def take_money(
    *,
    venue_id: int,
    tournament_id: int,
    season_id: int | None,
    player_id: int,
    unit: str,
    split: BuyInSplit,
    surcharge_cents: int,
    method: str,
    reference: str,
    at: datetime,
    command_id: UUID,
    wallet: AccountId | None = None,
) -> list[TransferId]:
    """The player pays into the wallet by `method` and out of it into the parts of the price, in one posting.

    wallet: the player's, where it was found before.

    Refusals: ``insufficient_funds`` when paying from a balance that is too small.
    Rule: SCPT.L, SCPT.E, PT-T.21, CASES split-1, CASES split-2
    """
    total = split.price_cents + surcharge_cents
    if total == 0:
        return []
    wallet = wallet or books.account(AccountKind.PLAYER, unit=unit, player_id=player_id)
    common: dict[str, Any] = {
        "unit": unit,
        "at": at,
        "command_id": command_id,
        "reference": reference,
        "tournament_id": tournament_id,
    }
    transfers = []
    if method != PaymentMethod.BALANCE:
        transfers.append(
            NewTransfer(
                debit=books.account(METHOD_ACCOUNT[PaymentMethod(method)], unit=unit, venue_id=venue_id),
                credit=wallet,
                amount_cents=total,
                kind="deposit",
                method=method,
                # apart from the price: a refund may leave the money in the wallet
                **{**common, "reference": f"{reference}:deposit"},
            )
        )
    parts = [(COMPONENT_ACCOUNT[component], component.value, cents) for component, cents in split.amounts()]
    parts.append((AccountKind.SURCHARGE, "surcharge", surcharge_cents))
    for kind, word, cents in parts:
        if cents:
            into = _account(
                kind, unit=unit, venue_id=venue_id, tournament_id=tournament_id, season_id=season_id
            )
            transfers.append(NewTransfer(debit=wallet, credit=into, amount_cents=cents, kind=word, **common))
    return books.post(transfers)


def surcharge_of(desk: EntryContext, *, method: str, price_cents: int) -> int:
    """What the method costs on top of the price at this venue. Rule: SCPT.E"""
    if method == FREE:
        return 0
    bp = {PaymentMethod(m): int(v) for m, v in desk.offer.surcharges_bp.items()}
    return price_line(price_cents=price_cents, method=PaymentMethod(method), surcharges_bp=bp).surcharge_cents


_REGISTER = """
INSERT INTO tournaments_registration
    (id, tournament_id, player_id, state, method, code, terms_version, terms_accepted_at, created_at, price_cents,
     cancel_reason)
VALUES (%(registration_id)s, %(tournament_id)s, %(player_id)s, %(state)s, %(method)s, %(code)s, %(terms)s, %(at)s,
        %(at)s, %(price)s, '')
ON CONFLICT DO NOTHING RETURNING id
"""

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
    + _REGISTER
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


def registered_twice() -> Refused:
    return Refused(
        "already_registered", N_("This player is already registered for this tournament."), rule="SCPT.O"
    )


def ask(desk: EntryContext, *, method: str, terms_version: str, at: datetime) -> tuple[int, str]:
    """A registration that waits for its payment; returns its id and short code. It is complete with the receipt of
    the entry. Rule: SCPT.D, SCPT.D-C, SCPT.K, REGULATIONS 1.5"""
    code = short_code(desk.next_registration_id)
    with connection.cursor() as cursor:
        cursor.execute(_REGISTER, _registration(desk, "pending", method, terms_version, at))
        if cursor.fetchone() is None:
            raise registered_twice()
    record(
        "registration_made",
        stream=tournament_stream(desk.tournament_id),
        at=at,
        audience=STAFF,
        body={
            "registration_id": desk.next_registration_id,
            "player_id": desk.player_id,
            "public_name": desk.public_name,
            "code": code,
            "method": method,
            "terms_version": terms_version,
            "price_cents": desk.price_cents,
        },
        touches=[entries_topic(desk.tournament_id), player_topic(desk.player_id, desk.tournament_id)],
    )
    return desk.next_registration_id, code


def _registration(
    desk: EntryContext, state: str, method: str, terms_version: str, at: datetime
) -> dict[str, Any]:
    return {
        "registration_id": desk.next_registration_id,
        "tournament_id": desk.tournament_id,
        "player_id": desk.player_id,
        "state": state,
        "method": method,
        "code": short_code(desk.next_registration_id),
        "terms": terms_version,
        "at": at,
        "price": desk.price_cents,
    }


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
) -> Admitted:
    """A paid entry: the rows, the money to the cent, and a seat or a place in line.

    `registration_id`: the registration it belongs to; None makes one, confirmed, in the same statement.
    `kind`: "entry" or "re_entry". `field`: of a running tournament, locked (`lock_field`).
    `paid_at`: when the money came, if before. `waits`: the number in line that was agreed to (`check_line`).
    Refusals: ``already_registered``, ``no_seat_free``, ``line_is_longer``, ``insufficient_funds``.
    Rule: SCPT.D, SCPT.F, SCPT.H, SCPT.L, ADTP.8A
    """
    surcharge = surcharge_of(desk, method=method, price_cents=desk.price_cents)
    number = receipt(kind=ReceiptKind.ENTRY, tournament=desk.tournament_id, number=desk.next_entry_id)
    values = {
        **_registration(desk, "confirmed", method, terms_version, at),
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
        found, of_wallet = prepared.together(entering, books.wallet_question(desk.player_id, unit=unit))
        wallet = books.wallet_answered(desk.player_id, unit=unit, answer=of_wallet)
    else:  # a seat is locked before a wallet
        found = prepared.rows(*entering)
    if not found:
        raise registered_twice()
    waiting = found[0][0] == EntryState.WAITING and (values["behind"] or not _last_slot(desk))
    if waiting and not desk.offer.alternates:
        raise _no_seat()
    if waiting and field is None:
        # before any wallet is touched: who waits for this one's turn in line holds no money
        _lock_line(desk)
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
    record_entry(desk, values, waiting=waiting, seat=seat, kind=kind, at=at)
    return Admitted(
        entry_id=desk.next_entry_id,
        receipt=number,
        price_cents=desk.price_cents,
        surcharge_cents=surcharge,
        waiting=waiting,
        seat=seat,
        line=number_in_line(desk.next_entry_id, tournament_id=desk.tournament_id) if waiting else None,
    )


def _lock_line(desk: EntryContext) -> None:
    """Before the start those who stand in line come one by one, so that each number is told to one person."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('tournament line ' || %s::bigint, 0))",
            [desk.tournament_id],
        )


def agreed_line(waits: Any) -> int | None:
    """The number in line that somebody agreed to, as it was sent; 0: only a seat; None: nothing was said."""
    return None if waits is None else validation.whole("waits", waits, high=MOST_IN_LINE)


def check_line(desk: EntryContext, *, waits: int | None) -> None:
    """Whether an entry that has to wait may: nobody pays for a place in line he was not told of.

    `waits`: at most this number in line was agreed to, 0 only for a seat; None: any, as it comes.
    Refusal: ``line_is_longer``. Rule: SCPT.H
    """
    if waits is None:
        return
    # all of the line: numbers of entries are given out before their turn comes, so one with a lower number may be behind
    line = Entry.objects.filter(tournament_id=desk.tournament_id, state=EntryState.WAITING).count()
    if line > waits:
        raise _longer(line)


def check_still_agreed(tournament_id: int, *, waits: int | None) -> None:
    """Before money is taken for a seat that is given later: the tournament is as full as the payer was told.

    Refusals: ``line_is_longer``, ``no_seat_free``. Rule: SCPT.H
    """
    if waits is None:
        return
    now = next_in_line(tournament_id)
    if now.closed:
        raise _no_seat()
    if now.agreed > waits:
        raise _longer(now.agreed)


def _longer(line: int) -> Refused:
    return Refused(
        "line_is_longer",
        N_(
            "No seat is free any more: this entry would be number %(line)s in line. Nothing was charged; pay again if"
            " that is agreed."
        ),
        rule="SCPT.H",
        line=line,
    )


def _no_seat() -> Refused:
    return Refused(
        "no_seat_free",
        N_("No seat is free and this tournament keeps no list of alternates."),
        rule="SCPT.H",
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
    """Count a late entry into the field and draw its seat; None: it waits in line. Rule: ADTP.8A, SCPT.H"""
    entry = Entry.objects.select_related("player").get(pk=desk.next_entry_id)
    tournament = Tournament.objects.get(pk=desk.tournament_id)
    seated = None
    if may_sit:
        seated = seating.draw_late_seat(tournament, entry, MoveReason.LATE_ENTRY, at, CommandId(command_id))
        field.refresh_from_db()  # a table may have been opened
    field.entries_total += 1
    field.entries_unique += 1 if desk.entries_so_far == 0 else 0
    if seated is None:
        if not desk.offer.alternates:
            raise _no_seat()
        field.waiting += 1
        Slot.objects.filter(entry=entry).update(entry=None)
        entry.state = EntryState.WAITING
        entry.save(update_fields=["state"])
    else:
        field.players_left += 1
        field.chips_issued += seating.issue_stacks(tournament, [entry.pk])
    field.save(update_fields=["entries_total", "entries_unique", "players_left", "waiting", "chips_issued"])
    if seated is None:
        return None
    return {"table_number": seated.table_number, "seat_number": seated.seat_number}


def lock_field(desk: EntryContext) -> Field | None:
    """The Field of a running tournament, locked; None before the start."""
    if desk.offer.state is not TournamentState.RUNNING:
        return None
    return Field.objects.select_for_update().get(pk=desk.tournament_id)


def check_open(desk: EntryContext, field: Field | None, *, at: datetime) -> None:
    """Whether people enter this tournament now.

    Refusals: ``registration_not_open_yet``, ``late_reg_closed``, ``tournament_over``. Rule: SCPT.B, SCPT.H, ADTP.8B
    """
    if desk.offer.state in (TournamentState.DRAFT, TournamentState.ANNOUNCED):
        raise Refused(
            "registration_not_open_yet",
            N_("Registration opens at %(opens_at)s."),
            rule="SCPT.B",
            opens_at=(
                desk.offer.registration_opens_at or desk.offer.starts_at - timedelta(hours=1)
            ).isoformat(),
        )
    check_registration_open(
        desk.situation(at, alternates_waiting=field.waiting if field else 0), desk.offer.policies
    )
    if field is not None and field.entries_closed_at is not None:
        raise Refused("late_reg_closed", N_("Registration for this tournament has closed."), rule="ADTP.8B")


def check_person(desk: EntryContext, *, at: datetime, seen: bool = True) -> None:
    """Of age, identified, not excluded, here once. Nothing has touched a balance yet.

    `seen` False: the document is looked at when the payment is made.

    Refusals: ``excluded``, ``birth_date_missing``, ``under_age``, ``identity_not_checked``, ``already_registered``,
    ``re_enter_instead``. Rule: SCPT.F, SCPT.O, PT-T.21
    """
    check_welcome(desk)
    situation = desk.situation(at) if seen else desk.situation(at, identity_checked=True)
    check_age(situation, desk.offer.policies)
    check_one_per_person(situation, desk.offer.policies)


def chips_said(stack: Any) -> int:
    """A stack as somebody said it."""
    return validation.whole("stack_chips", stack, high=validation.MAX_CHIPS)


def check_limits(desk: EntryContext, *, cents: int, at: datetime) -> None:
    """The limits of spending a player has set. Online they come before the balance.

    Two entries at once cannot pass one limit: the second waits for the first (after Field, before Slot and ledger).
    Rule: PT-T.21, PT-T.22, REGULATIONS 2.10"""
    if desk.has_limits and lock_play_limits(desk.player_id, unit=desk.offer.currency):
        check_play_limits(desk.player_id, unit=desk.offer.currency, price_cents=cents, at=at)


def record_entry(
    desk: EntryContext,
    values: Mapping[str, Any],
    *,
    waiting: bool,
    seat: Mapping[str, int] | None,
    kind: str,
    at: datetime,
) -> None:
    """Tell everybody that somebody entered, and the staff what was paid; the player reads it on the own face."""
    stream = tournament_stream(desk.tournament_id)
    entry_id = values["entry_id"]
    record(
        "player_entered" if kind == "entry" else "player_re_entered",
        stream=stream,
        at=at,
        body={
            "entry_id": entry_id,
            "public_name": desk.public_name,
            "ordinal": values["ordinal"],
            "waiting": waiting,
            **(seat or {}),
        },
        touches=[
            counts_topic(desk.tournament_id),
            prizes_topic(desk.tournament_id),
            player_topic(desk.player_id, desk.tournament_id),
        ],
    )
    paid = {
        "entry_id": entry_id,
        "receipt": values["receipt"],
        "method": values["method"],
        "price_cents": values["price"],
        "surcharge_cents": values["surcharge"],
        "currency": desk.offer.currency,
        "terms_version": values["terms"],
    }
    record(
        "entry_paid",
        stream=stream,
        at=at,
        audience=STAFF,
        body={"player_id": desk.player_id, **paid},
        touches=[entries_topic(desk.tournament_id)],
    )


def code_of(registration_id: int) -> str:
    """The short code of a registration, said at the desk."""
    return short_code(registration_id)


# ---------------------------------------------------------------------------------------------- giving back


def pay_ahead(
    desk: EntryContext, registration: Registration, *, method: str, at: datetime, command_id: UUID
) -> int:
    """The money of a registration that still waits for the document: into the wallet, as a deposit of its own."""
    price = desk.price_cents
    total = price + surcharge_of(desk, method=method, price_cents=price)
    books.post(
        [
            NewTransfer(
                debit=books.account(
                    METHOD_ACCOUNT[PaymentMethod(method)], unit=desk.offer.currency, venue_id=desk.venue_id
                ),
                credit=books.account(AccountKind.PLAYER, unit=desk.offer.currency, player_id=desk.player_id),
                amount_cents=total,
                kind="deposit",
                method=method,
                unit=desk.offer.currency,
                at=at,
                command_id=command_id,
                reference=f"registration:{registration.pk}:deposit",
                tournament_id=desk.tournament_id,
            )
        ]
    )
    registration.paid_at, registration.method = at, method
    registration.save(update_fields=["paid_at", "method"])
    record(
        "payment_noted",
        stream=tournament_stream(desk.tournament_id),
        at=at,
        audience=STAFF,
        body={
            "registration_id": registration.pk,
            "player_id": desk.player_id,
            "public_name": desk.public_name,
            "method": method,
            "paid_cents": total,
        },
        touches=[entries_topic(desk.tournament_id), player_topic(desk.player_id, desk.tournament_id)],
    )
    return total


def take_payment_ahead_back(registration: Registration, *, at: datetime, command_id: UUID) -> int:
    """What was paid ahead leaves the wallet, to be paid into the entry or handed back; how much.

    Refusals: ``insufficient_funds`` where it was spent on something else."""
    standing = standing_transfers_about(f"registration:{registration.pk}:deposit")
    books.reverse(standing, at=at, command_id=command_id)
    return len(standing)


def give_back(reference: str, *, hand_back: bool, at: datetime, command_id: UUID) -> list[TransferId]:
    """The price with its fees and surcharge returns to the wallet; `hand_back`: and out of it, the way it came."""
    standing = list(standing_transfers_about(reference))
    if hand_back:
        standing += standing_transfers_about(f"{reference}:deposit")
    return books.reverse(standing, at=at, command_id=command_id)


def withdraw_entry(
    tournament: Tournament,
    entry: Entry,
    *,
    field: Field | None,
    reason: str,
    hand_back: bool,
    at: datetime,
    command_id: UUID,
) -> None:
    """An entry is cancelled: the money is back, the seat free, the next alternate has it. Locks were taken.

    Refusals: ``entries_are_closed``, ``not_registered`` (out meanwhile), ``chips_were_played``, ``has_purchases``,
    ``already_reversed``.
    Rule: PT-T.24, PT-T.25, SCPT.H, SCPT.I
    """
    was = EntryState(entry.state)
    if field is not None:
        _leave_field(entry, field, at=at)
    give_back(f"entry:{entry.pk}", hand_back=hand_back, at=at, command_id=command_id)
    entry.state = EntryState.CANCELLED
    entry.chips_issued = 0
    entry.stack_chips = None
    entry.save(update_fields=["state", "chips_issued", "stack_chips"])
    promoted = None
    if field is None and was is EntryState.REGISTERED:
        promoted = _pass_on_slot(entry)
    record(
        "entry_cancelled",
        stream=tournament_stream(tournament.pk),
        at=at,
        body={"entry_id": entry.pk, "public_name": entry.player.public_name},
        touches=[
            counts_topic(tournament.pk),
            prizes_topic(tournament.pk),
            player_topic(entry.player_id, tournament.pk),
            *([player_topic(promoted.player_id, tournament.pk)] if promoted else []),
        ],
    )
    record(
        "entry_refunded",
        stream=tournament_stream(tournament.pk),
        at=at,
        audience=STAFF,
        body={
            "entry_id": entry.pk,
            "player_id": entry.player_id,
            "receipt": entry.receipt,
            "refund_cents": entry.price_cents + entry.surcharge_cents,
            "handed_back": hand_back,
            "method": entry.method,
            "reason": reason,
        },
        touches=[entries_topic(tournament.pk)],
    )
    if field is not None:
        seating.seat_waiting(tournament, at, CommandId(command_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledOff:
    """What a person had who may not play any more: the tournament, and what went back into the balance."""

    tournament_id: int
    tournament: str
    refund_cents: int
    currency: str

    def as_dict(self) -> dict[str, Any]:
        return {
            "tournament_id": self.tournament_id,
            "tournament": self.tournament,
            "refund_cents": self.refund_cents,
            "currency": self.currency,
        }


def call_off(
    player_id: int, *, venue_id: int | None, reason: str, at: datetime, command_id: UUID
) -> list[CalledOff]:
    """Cancel with refund whatever a person has not begun to play: registrations, entries before the start, places in
    line. `venue_id` None: everywhere. Who sits plays on; entries that are closed stay.

    Rule: PT-T.21, SCPT.F
    """
    asked = Registration.objects.filter(
        player_id=player_id,
        state__in=(RegistrationState.PENDING, RegistrationState.CONFIRMED),
        tournament__state__in=(
            TournamentState.ANNOUNCED,
            TournamentState.REGISTERING,
            TournamentState.RUNNING,
        ),
    )
    if venue_id is not None:
        asked = asked.filter(tournament__venue_id=venue_id)
    found = []
    for registration_id, tournament_id in list(
        asked.order_by("tournament_id").values_list("id", "tournament_id")
    ):
        person = find_desk(tournament_id=tournament_id, player_id=player_id, at=at, exclusive=True)
        field = lock_field(person)
        registration = Registration.objects.select_for_update().get(pk=registration_id)
        mine = list(
            Entry.objects.select_for_update(of=("self",))
            .select_related("player")
            .filter(registration_id=registration_id)
            .exclude(state=EntryState.CANCELLED)
        )
        begun = [e for e in mine if e.state in (EntryState.PLAYING, EntryState.OUT)]
        ahead = [e for e in mine if e not in begun]
        if registration.state == RegistrationState.CANCELLED or (not ahead and begun):
            continue
        if ahead and field is not None and field.entries_closed_at is not None:
            continue
        tournament = Tournament.objects.get(pk=tournament_id)
        for entry in ahead:
            withdraw_entry(
                tournament,
                entry,
                field=field,
                reason=reason,
                hand_back=False,
                at=at,
                command_id=command_id,
            )
        if not begun:
            end_registration(registration, reason=reason, at=at)
        found.append(
            CalledOff(
                tournament_id=tournament_id,
                tournament=tournament.name,
                refund_cents=sum(e.price_cents + e.surcharge_cents for e in ahead),
                currency=tournament.currency,
            )
        )
    return found


def end_registration(registration: Registration, *, reason: str, at: datetime) -> None:
    """The registration itself ends; who made it may register again."""
    registration.state = RegistrationState.CANCELLED
    registration.cancelled_at = at
    registration.cancel_reason = reason
    registration.save(update_fields=["state", "cancelled_at", "cancel_reason"])
    record(
        "registration_cancelled",
        stream=tournament_stream(registration.tournament_id),
        at=at,
        audience=STAFF,
        body={"registration_id": registration.pk, "player_id": registration.player_id, "reason": reason},
        touches=[
            entries_topic(registration.tournament_id),
            player_topic(registration.player_id, registration.tournament_id),
        ],
    )


def transfer_registration(
    registration: Registration,
    mine: Sequence[Entry],
    *,
    person: EntryContext,
    heir: EntryContext,
    reason: str,
    at: datetime,
) -> None:
    """Another person plays: the registration and its entry change hands. Rule: SCPT.I"""
    registration.player_id = heir.player_id
    registration.save(update_fields=["player_id"])
    for entry in mine:
        entry.player_id = heir.player_id
        entry.save(update_fields=["player_id"])
        record(
            "entry_transferred",
            stream=tournament_stream(person.tournament_id),
            at=at,
            body={"entry_id": entry.pk, "from": person.public_name, "public_name": heir.public_name},
            touches=[
                counts_topic(person.tournament_id),
                player_topic(person.player_id, person.tournament_id),
                player_topic(heir.player_id, person.tournament_id),
            ],
        )
    record(
        "registration_transferred",
        stream=tournament_stream(person.tournament_id),
        at=at,
        audience=STAFF,
        body={
            "registration_id": registration.pk,
            "from_player_id": person.player_id,
            "to_player_id": heir.player_id,
            "reason": reason,
        },
        touches=[entries_topic(person.tournament_id)],
    )


def are_closed(tournament_id: int) -> bool:
    """Whether entries of a running tournament are closed."""
    return Field.objects.filter(pk=tournament_id, entries_closed_at__isnull=False).exists()


def _pass_on_slot(entry: Entry) -> Entry | None:
    """The slot of an entry goes to the first in line, or is free. Rule: SCPT.H"""
    slot = Slot.objects.select_for_update().filter(entry=entry).first()
    if slot is None:
        return None
    following = (
        Entry.objects.select_for_update()
        .filter(tournament_id=entry.tournament_id, state=EntryState.WAITING)
        .order_by("id")
        .first()
    )
    slot.entry = following
    slot.save(update_fields=["entry"])
    if following is not None:
        following.state = EntryState.REGISTERED
        following.save(update_fields=["state"])
    return following


def _leave_field(entry: Entry, field: Field, *, at: datetime) -> None:
    """Count an entry out of a running field as if it had never come; only while its chips were not played."""
    if field.entries_closed_at is not None:
        raise Refused(
            "entries_are_closed",
            N_("Entries are closed and the prizes are fixed; %(field)s stays as it is."),
            rule="ADTP.8B",
            field="entry",
        )
    if Purchase.objects.filter(entry=entry, undone_at__isnull=True).exists():
        raise Refused("has_purchases", N_("Undo this player's rebuys and add-ons first."), rule="PT-T.31")
    if entry.state == EntryState.PLAYING:
        if entry.stack_chips != entry.chips_issued:
            raise Refused(
                "chips_were_played",
                N_("%(player)s has played: the stack was counted. Disqualify instead."),
                rule="SCPT.I",
                player=entry.player.public_name,
            )
        seating.clear_seat(entry, at)
        field.players_left -= 1
        field.chips_issued -= entry.chips_issued
    elif entry.state == EntryState.WAITING:
        field.waiting -= 1
    else:
        raise Refused(
            "not_registered", N_("This player has no entry that could be cancelled."), rule="SCPT.I"
        )
    field.entries_total -= 1
    field.entries_unique -= 1 if entry.ordinal == 1 else 0
    field.save(update_fields=["players_left", "chips_issued", "waiting", "entries_total", "entries_unique"])


# ---------------------------------------------------------------------------------------------- chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Sale:
    """What is asked before chips are sold: who buys, the locked rows, how many of the kind were bought before."""

    person: EntryContext
    field: Field
    entry: Entry
    taken: int


def begin_sale(
    by: Actor, action: Permission, *, entry_id: int, kind: PurchaseKind, method: str, at: datetime
) -> Sale:
    """Who may sell or buy these chips does; the rows are locked. From the own balance the player buys himself.

    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``excluded``, ``identity_block``, ``under_age``,
    ``identity_not_checked``.
    """
    tournament_id, player_id = tournament_of_entry(entry_id)
    venue_id = scope_of_tournament(tournament_id).venue_id
    if method == PaymentMethod.BALANCE or by.user_id is None:
        require(by, action, venue_id=venue_id, tournament_id=tournament_id, owner_player_id=player_id)
    elif method == OWED:
        # announced at the table: whoever may say that somebody is out may say this instead
        require(by, Permission.BUST, venue_id=venue_id, tournament_id=tournament_id)
    else:
        require(by, Permission.TAKE_PAYMENT, venue_id=venue_id, tournament_id=tournament_id)
    person = find_desk(tournament_id=tournament_id, player_id=player_id, at=at)
    field = lock_field(person)
    if field is None:
        raise Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=person.offer.state.value
        )
    check_still_old_enough(person, at=at)
    return Sale(person=person, field=field, entry=lock_entry(entry_id), taken=purchases_of(entry_id, kind))


def method_of_sale(sale: Sale, *, method: str, cents: int, at: datetime) -> str:
    """The method as it may be used here; from the balance the player's own limits come first. Rule: PT-T.21, SCPT.E"""
    method = payment_method(method, price_cents=1, online=sale.person.offer.online)
    if sale.person.offer.online or method == PaymentMethod.BALANCE:
        check_limits(sale.person, cents=cents, at=at)
    return method


def sell_chips(
    desk: EntryContext,
    *,
    entry: Entry,
    field: Field,
    kind: PurchaseKind,
    method: str,
    stack_chips: int,
    at: datetime,
    command_id: UUID,
) -> Purchase:
    """A rebuy or an add-on: paid, split, and the chips counted into play. Rule: ADTP.27, PT-T.23, PT-T.31

    Refusals: ``entries_are_closed``, ``insufficient_funds``.
    """
    if field.entries_closed_at is not None:
        raise Refused(
            "entries_are_closed",
            N_("Entries are closed and the prizes are fixed; %(field)s stays as it is."),
            rule="ADTP.8B",
            field=kind.value,
        )
    offer = desk.offer.rebuy if kind is PurchaseKind.REBUY else desk.offer.add_on
    assert offer is not None  # the check before said that it is offered
    split = BuyInSplit.from_dict(offer["split"])
    # what the method costs on top is not known before it is paid
    surcharge = 0 if method == OWED else surcharge_of(desk, method=method, price_cents=offer["price_cents"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('tournaments_purchase_id_seq')")
        number = int(cursor.fetchone()[0])
    purchase = Purchase(
        id=number,
        entry=entry,
        kind=kind,
        price_cents=offer["price_cents"],
        surcharge_cents=surcharge,
        chips=offer["chips"],
        method=method,
        receipt=receipt(kind=ReceiptKind.CHIPS, tournament=desk.tournament_id, number=number),
        at=at,
        command_id=command_id,
    )
    purchase.save(force_insert=True)
    if method == OWED:
        debts.advance(desk, purchase, at=at)
    take_money(
        venue_id=desk.venue_id,
        tournament_id=desk.tournament_id,
        season_id=desk.offer.season_id,
        player_id=desk.player_id,
        unit=desk.offer.currency,
        split=split,
        surcharge_cents=surcharge,
        method=PaymentMethod.BALANCE if method == OWED else method,
        reference=f"purchase:{number}",
        at=at,
        command_id=command_id,
    )
    entry.chips_issued += purchase.chips
    entry.stack_chips = stack_chips + purchase.chips
    entry.save(update_fields=["chips_issued", "stack_chips"])
    field.chips_issued += purchase.chips
    if kind is PurchaseKind.REBUY:
        field.rebuys += 1
    else:
        field.add_ons += 1
    field.save(update_fields=["chips_issued", "rebuys", "add_ons"])
    _tell_purchase(
        desk.tournament_id, purchase, player_id=desk.player_id, name=desk.public_name, undone=False, at=at
    )
    return purchase


def take_back_chips(
    purchase: Purchase, *, field: Field, hand_back: bool, at: datetime, command_id: UUID
) -> int:
    """A purchase that was a mistake: money back, chips out of play again; the cents that the player has back.

    Refusals: ``already_undone``, ``entries_are_closed``, ``chips_were_played``.
    """
    entry = purchase.entry
    if purchase.undone_at is not None:
        raise Refused("already_undone", N_("This was already undone."), rule="ADTP.1")
    if field.entries_closed_at is not None:
        raise Refused(
            "entries_are_closed",
            N_("Entries are closed and the prizes are fixed; %(field)s stays as it is."),
            rule="ADTP.8B",
            field=purchase.kind,
        )
    if entry.state != EntryState.PLAYING or (entry.stack_chips or 0) < purchase.chips:
        raise Refused(
            "chips_were_played",
            N_("%(player)s has played: the stack was counted. Disqualify instead."),
            rule="SCPT.I",
            player=entry.player.public_name,
        )
    give_back(f"purchase:{purchase.pk}", hand_back=hand_back, at=at, command_id=command_id)
    came = debts.forget(purchase, hand_back=hand_back, at=at, command_id=command_id)
    purchase.undone_at = at
    purchase.save(update_fields=["undone_at"])
    entry.chips_issued -= purchase.chips
    entry.stack_chips = (entry.stack_chips or 0) - purchase.chips
    entry.save(update_fields=["chips_issued", "stack_chips"])
    field.chips_issued -= purchase.chips
    if purchase.kind == PurchaseKind.REBUY:
        field.rebuys -= 1
    else:
        field.add_ons -= 1
    field.save(update_fields=["chips_issued", "rebuys", "add_ons"])
    _tell_purchase(
        entry.tournament_id,
        purchase,
        player_id=entry.player_id,
        name=entry.player.public_name,
        undone=True,
        at=at,
    )
    return purchase.price_cents + purchase.surcharge_cents if came is None else came


def _tell_purchase(
    tournament_id: int, purchase: Purchase, *, player_id: int, name: str, undone: bool, at: datetime
) -> None:
    stream = tournament_stream(tournament_id)
    record(
        "chips_taken_back" if undone else "chips_bought",
        stream=stream,
        at=at,
        body={
            "purchase_id": purchase.pk,
            "entry_id": purchase.entry_id,
            "public_name": name,
            "kind": str(purchase.kind),
            "chips": purchase.chips,
        },
        touches=[
            counts_topic(tournament_id),
            prizes_topic(tournament_id),
            player_topic(player_id, tournament_id),
        ],
    )
    record(
        "purchase_refunded" if undone else "purchase_paid",
        stream=stream,
        at=at,
        audience=STAFF,
        body={
            "purchase_id": purchase.pk,
            "player_id": player_id,
            "receipt": purchase.receipt,
            "method": purchase.method,
            "price_cents": purchase.price_cents,
            "surcharge_cents": purchase.surcharge_cents,
        },
        touches=[entries_topic(tournament_id)],
    )


# ---------------------------------------------------------------------------------------------- the end of entries


def close_entries(
    tournament: Tournament, at: datetime, command_id: UUID, *, by_director: bool = False
) -> bool:
    """No further entry can come: places are final and the prizes are fixed. Twice is once.

    Where the rule set lets people enter while alternates wait, this waits for the line to be empty (call it again),
    unless the director closes. Returns whether entries are closed.
    Rule: SCPT.H, ADTP.8B, PT-T.34
    """
    field = Field.objects.select_for_update().get(pk=tournament.pk)
    if field.entries_closed_at is not None:
        return True
    policies = policies_from(tournament.policies)
    if policies.late_entry_while_alternates_wait and field.waiting > 0 and not by_director:
        return False
    field.entries_closed_at = at
    field.save(update_fields=["entries_closed_at"])
    record(
        "entries_closed",
        stream=tournament_stream(tournament.pk),
        at=at,
        body={
            "entries_total": field.entries_total,
            "entries_unique": field.entries_unique,
            "rebuys": field.rebuys,
            "add_ons": field.add_ons,
        },
        touches=[
            counts_topic(tournament.pk),
            prizes_topic(tournament.pk),
            eliminations_topic(tournament.pk),
            entries_topic(tournament.pk),
            clock_topic(tournament.pk),
            *([standings_topic(tournament.pk)] if field.at_final_table else []),
        ],
    )
    payouts.fix_prizes(tournament, field, at, CommandId(command_id))
    gone = list(
        Elimination.objects.filter(
            tournament=tournament, undone_at__isnull=True, out_before__isnull=False
        ).order_by("-out_before")[:MOST_AWARDED_AT_ONCE]
    )
    if gone:
        payouts.award(tournament, field, gone, at, CommandId(command_id))
    if tournament.state == TournamentState.RUNNING and field.players_left + field.waiting == 1:
        clock.stand_decided(tournament, at=at)
    return True
