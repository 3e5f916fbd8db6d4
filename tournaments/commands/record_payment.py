"""Note that a registration is paid before the person has come with the document."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer
from people.queries import require
from rules.entries import PaymentMethod
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import METHODS
from tournaments.operations import eligibility, line, payments
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.registrations import lock_registration
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.eligibility import check_open, check_welcome
from tournaments.queries.registrations import tournament_of_registration


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPaymentResult:
    """paid_cents: what was paid ahead and stands in the balance."""

    registration_id: int
    paid_cents: int


@command(
    "tournaments.record_payment",
    Card(
        title=N_("Payment noted, the document to be checked"),
        permission=Permission.CONFIRM_PAYMENT,
        address="registrations/<id:registration_id>/money",
        buttons=(
            Button(
                page="desk",
                name="money",
                said=N_("The payment is noted. No seat is held: it is given once the document is checked."),
            ),
        ),
    ),
)
def record_payment(
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
) -> RecordPaymentResult:
    """Note that a registration is paid before the person has come with the document.

    The seat waits until the desk has seen the photo document (`confirm_payment` then takes no second payment). The
    money stands in the player's balance meanwhile. `waits`: the number in line that was agreed to, as in
    `register_player`.

    Refusals: ``forbidden``, ``not_found``, ``handed_over``, ``not_pending``, ``already_recorded``, ``excluded``,
    ``under_age``, ``no_such_method``, ``balance_only``, ``own_money``, ``no_seat_free``, ``line_is_longer``.
    Rule: SCPT.D, SCPT.E, SCPT.F
    """
    agreed = line.agreed_line(waits)
    tournament_id, player_id = tournament_of_registration(registration_id)
    require(
        by,
        permission=Permission.CONFIRM_PAYMENT,
        venue_id=scope_of_tournament(tournament_id).venue_id,
        tournament_id=tournament_id,
    )
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at)
    field = lock_field_if_running(person)
    registration = lock_registration(registration_id, player_id=player_id)
    person = person.at_price(registration.price_cents)
    if registration.state != "pending":
        raise Refused(
            "not_pending",
            N_("This registration does not wait for a payment. Reload to see how it stands."),
            rule="SCPT.D",
        )
    if registration.paid_at is not None:
        raise Refused(
            "already_recorded",
            N_("This payment is noted already. Check the document, then give the seat."),
            rule="SCPT.D",
        )
    check_open(person, field=field, at=at)
    check_welcome(person)
    eligibility.check_person(person, at=at, seen=False)
    method = payments.payment_method(
        method, price_cents=person.price_cents, balance_only=person.offer.balance_only
    )
    if method in (PaymentMethod.BALANCE, payments.FREE):
        raise Refused(
            "no_such_method",
            N_("%(method)s is not a method of payment here."),
            rule="SCPT.E",
            method=method,
        )
    payments.check_received(person, method=method, price_cents=person.price_cents, by=by)
    line.check_still_agreed(tournament_id, waits=agreed)
    cents = payments.pay_ahead(person, registration=registration, method=method, at=at, command_id=command_id)
    return RecordPaymentResult(registration_id=registration_id, paid_cents=cents)
