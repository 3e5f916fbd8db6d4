"""Confirm that a registration is paid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer
from people.queries import require
from rules.entries import PaymentMethod
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import METHODS
from tournaments.operations import eligibility, entries, line, payments, starting
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.registrations import lock_registration
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.eligibility import check_open
from tournaments.queries.line import seat_or_line
from tournaments.queries.registrations import tournament_of_registration
from tournaments.results import SeatAt, seat_at


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPaymentResult:
    """receipt: its number. seat: null before the start and in line. waiting: in line for a seat. line: the number in
    line; null with a seat. started: the tournament began with this entry, being full.
    """

    registration_id: int
    entry_id: int
    receipt: str
    seat: SeatAt | None
    waiting: bool
    line: int | None
    started: bool


@command(
    "tournaments.confirm_payment",
    Card(
        title=N_("Payment taken"),
        permission=Permission.CONFIRM_PAYMENT,
        address="registrations/<id:registration_id>/payment",
        already_done=(
            AlreadyDone(fact="entry_paid", codes=("already_registered", "not_pending"), names=("player_id",)),
        ),
        buttons=(Button(page="desk", name="confirm", said=seat_or_line),),
    ),
)
def confirm_payment(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    registration_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
    waits: Annotated[
        int,
        Integer(
            min_value=0,
            max_value=300000,
            help_text="What `line` of the tournament told: at most this number in line, 0 for a seat only.",
        ),
    ]
    | None = None,
) -> ConfirmPaymentResult:
    """Confirm that a registration is paid: it becomes an entry with a seat or a place in line.

    It costs what it cost when the player registered. What was paid ahead (`record_payment`) is not paid again.
    `waits`: the number in line that was agreed to, as in `register_player`.

    Refusals: ``forbidden``, ``not_found``, ``handed_over``, ``not_pending``, ``registration_not_open_yet``,
    ``late_reg_closed``, ``excluded``, ``under_age``, ``identity_not_checked``, ``no_such_method``, ``balance_only``, ``own_money``,
    ``play_limit_reached``, ``entry_paid``, ``insufficient_funds``, ``no_seat_free``, ``line_is_longer``.
    Rule: SCPT.D, SCPT.E, SCPT.F
    """
    agreed = line.agreed_line(waits)
    tournament_id, player_id = tournament_of_registration(registration_id)
    frame = scope_of_tournament(tournament_id)
    require(by, permission=Permission.CONFIRM_PAYMENT, venue_id=frame.venue_id, tournament_id=tournament_id)
    person = lock_entry_context(
        tournament_id=tournament_id, player_id=player_id, at=at, exclusive=frame.sit_and_go
    )
    field = lock_field_if_running(person)
    registration = lock_registration(registration_id, player_id=player_id)
    person = person.at_price(registration.price_cents)
    if registration.state != "pending":
        raise Refused(
            "not_pending",
            N_("This registration does not wait for a payment. Reload to see how it stands."),
            rule="SCPT.D",
        )
    check_open(person, field=field, at=at)
    eligibility.check_person(person, at=at)
    surcharge = None
    if registration.paid_at is not None:
        # paid before the document was seen: the same money, by the method by which it came
        method = registration.method
        ahead = payments.take_payment_ahead_back(registration, at=at, command_id=command_id)
        # what the method cost then: no more came, whatever it costs by now
        surcharge = max(ahead - person.price_cents, 0)
    method = payments.payment_method(
        method, price_cents=person.price_cents, balance_only=person.offer.balance_only
    )
    if registration.paid_at is None:
        payments.check_received(person, method=method, price_cents=person.price_cents, by=by)
    if method == PaymentMethod.BALANCE:
        eligibility.check_limits(person, cents=person.price_cents, at=at)
    registration.state, registration.method = "confirmed", method
    registration.save(update_fields=["state", "method"])
    admitted = entries.create_entry(
        person,
        method=method,
        at=at,
        command_id=command_id,
        registration_id=registration_id,
        terms_version=registration.terms_version,
        field=field,
        paid_at=registration.paid_at,
        waits=agreed,
        surcharge_cents=surcharge,
    )
    return ConfirmPaymentResult(
        registration_id=registration_id,
        entry_id=admitted.entry_id,
        receipt=admitted.receipt,
        seat=seat_at(admitted.seat),
        waiting=admitted.waiting,
        line=admitted.line,
        started=starting.start_when_full(person, at=at, command_id=command_id),
    )
