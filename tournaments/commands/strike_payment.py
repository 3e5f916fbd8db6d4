"""Strike a payment that was marked by mistake: no money had come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from people.queries import may, require
from rules.entries import check_strike
from rules.permissions import Permission
from rules.refusals import N_
from tournaments.models import RegistrationState, Tournament
from tournaments.operations import announcing, payments, registrations, withdrawals
from tournaments.operations.entries import lock_entries_of
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.registrations import lock_registration
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.registrations import (
    tournament_of_registration,
    why_entries_stay,
    why_nothing_to_strike,
    why_re_entered,
)


def _said(result: Mapping[str, Any]) -> Sentence:
    return Sentence(
        N_("%(amount)s struck: nothing had come. The registration waits for its payment again."),
        values={"amount_cents": result["struck_cents"]},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikePaymentResult:
    """struck_cents: what had been marked as paid."""

    registration_id: int
    struck_cents: int


@command(
    "tournaments.strike_payment",
    Card(
        title=N_("Payment struck: nothing had come"),
        permission=Permission.CONFIRM_PAYMENT,
        address="registrations/<id:registration_id>/payment/strike",
        already_done=(
            AlreadyDone(fact="payment_struck", codes=("nothing_to_strike",), names=("registration_id",)),
        ),
        puts_books_right=True,
        buttons=(Button(page="desk", name="strike", said=_said),),
    ),
)
def strike_payment(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    registration_id: int,
    reason: Annotated[str, Text(allow_blank=True)] = "",
) -> StrikePaymentResult:
    """Strike a payment that was marked by mistake: what was booked is reversed, and the registration waits for its payment again.

    Nothing goes into the balance and nothing is handed over: no money had come. The seat is free meanwhile, its chips leave play. While
    the tournament runs only the director strikes, with a reason, as long as no chips were played.

    Refusals: ``forbidden``, ``not_found``, ``handed_over``, ``nothing_to_strike``, ``has_re_entries``, ``entries_are_closed``,
    ``tournament_over``, ``not_registered``, ``strike_by_director_only``, ``reason_missing``, ``chips_were_played``, ``has_purchases``,
    ``entry_paid``, ``insufficient_funds``.
    Rule: SCPT.D, REGULATIONS 6.5
    """
    tournament_id, player_id = tournament_of_registration(registration_id)
    where: dict[str, Any] = {
        "venue_id": scope_of_tournament(tournament_id).venue_id,
        "tournament_id": tournament_id,
    }
    require(by, permission=Permission.CONFIRM_PAYMENT, **where)
    director = may(by, permission=Permission.TRANSFER_REGISTRATION, **where)
    # registrations in flight end first, so that the freed seat finds the whole line
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at, exclusive=True)
    field = lock_field_if_running(person)
    registration = lock_registration(registration_id, player_id=player_id)
    if reason:
        reason = announcing.reason_of(reason)
    mine = lock_entries_of(registration_id)
    nothing = why_nothing_to_strike(registration, mine=mine)
    if nothing is not None:
        raise nothing
    if registration.state == RegistrationState.PENDING:
        struck = payments.take_payment_ahead_back(registration, at=at, command_id=command_id)
        registrations.wait_again(registration, struck_cents=struck, method=registration.method, reason=reason)
        return StrikePaymentResult(registration_id=registration_id, struck_cents=struck)
    again = why_re_entered(mine)
    if again is not None:
        raise again
    stays = why_entries_stay(mine, tournament_id=tournament_id)
    if stays is not None:
        raise stays
    check_strike(person.situation(at, by_director=director, reason=reason))
    [entry] = mine
    struck = entry.price_cents + entry.surcharge_cents
    withdrawals.withdraw_entry(
        Tournament.objects.get(pk=tournament_id),
        entry=entry,
        field=field,
        reason=reason,
        hand_back=True,
        never_came=True,
        at=at,
        command_id=command_id,
    )
    registrations.wait_again(
        registration, struck_cents=struck, method=entry.method, reason=reason, receipt=entry.receipt
    )
    return StrikePaymentResult(registration_id=registration_id, struck_cents=struck)
