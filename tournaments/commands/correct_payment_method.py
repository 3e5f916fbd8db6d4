"""Correct the way in which an entry was paid: the sum and the seat stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.buttons import Button, Sentence
from dispatch.cards import AlreadyDone, Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice
from ledger.queries import check_play_limits, payers
from people.operations import lock_play_limits
from people.queries import check_not_from_oneself, check_not_ones_own, is_ones_own, require
from rules.entries import PaymentMethod, Phase
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.models import METHODS, EntryState
from tournaments.operations import payments
from tournaments.operations.entries import lock_entry
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.entries import tournament_of_entry


def _said(result: Mapping[str, Any]) -> Sentence:
    return Sentence(
        N_("The payment method is corrected: %(amount)s. The seat and the number of the receipt stay."),
        values={"amount_cents": result["paid_cents"]},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPaymentMethodResult:
    """was, method: how it stood, and how it was paid. paid_cents: with what the method costs. receipt: its number, as before."""

    entry_id: int
    receipt: str
    was: str
    method: str
    paid_cents: int


@command(
    "tournaments.correct_payment_method",
    Card(
        title=N_("Payment method corrected"),
        permission=Permission.CONFIRM_PAYMENT,
        address="entries/<id:entry_id>/method",
        already_done=(
            AlreadyDone(
                fact="payment_method_corrected",
                codes=("same_method", "booked_otherwise"),
                names=("entry_id",),
            ),
        ),
        puts_books_right=True,
        buttons=(Button(page="desk", name="method", said=_said),),
    ),
)
def correct_payment_method(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    method: Annotated[str, Choice(choices=METHODS)],
    was: Annotated[
        str,
        Choice(choices=METHODS, allow_blank=True, help_text="the method that is put right, as it was read"),
    ] = "",
) -> CorrectPaymentMethodResult:
    """Correct the way in which an entry was paid, where it was booked by another: cash that was a PIX.

    The drawer, the bank or the card machine that had it without ever getting it gives it to the one that did; what a method costs is that of the right one.
    The seat, the place in line, the receipt's number and what the price is made of stay, also once entries are closed and the
    tournament is over. was: what the page showed; who read cash puts nothing right that a colleague booked anew meanwhile.

    Refusals: ``forbidden``, ``not_found``, ``handed_over``, ``not_registered``, ``tournament_over`` (cancelled), ``nothing_paid``,
    ``same_method``, ``booked_otherwise``, ``no_such_method``, ``balance_only``, ``own_money``, ``play_limit_reached``, ``entry_paid``, ``insufficient_funds``.
    Rule: SCPT.D, SCPT.E, PT-T.21
    """
    tournament_id, player_id = tournament_of_entry(entry_id)
    require(
        by,
        permission=Permission.CONFIRM_PAYMENT,
        venue_id=scope_of_tournament(tournament_id).venue_id,
        tournament_id=tournament_id,
    )
    # the tournament alone, as who cancels or strikes has it: what goes back meanwhile goes back by one way
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at, exclusive=True)
    lock_field_if_running(person)
    entry = lock_entry(entry_id, player_id=player_id)
    if entry.state == EntryState.CANCELLED:
        raise Refused(
            "not_registered", N_("This entry is cancelled: what was paid for it went back."), rule="SCPT.D"
        )
    if person.offer.phase is Phase.CANCELLED:
        raise Refused(
            "tournament_over",
            N_("This tournament was cancelled: what was paid goes back by the way that was booked."),
            rule="SCPT.D",
        )
    if not entry.price_cents:
        raise Refused("nothing_paid", N_("Nothing was paid for this entry."), rule="SCPT.E")
    method = payments.payment_method(
        method, price_cents=entry.price_cents, balance_only=person.offer.balance_only
    )
    if method == entry.method:
        raise Refused(
            "same_method", N_("This entry is booked that way already: choose how it was paid."), rule="SCPT.E"
        )
    if was and was != entry.method:
        raise Refused(
            "booked_otherwise",
            N_("This entry was booked another way meanwhile. Look how it stands now, and correct that."),
            rule="SCPT.E",
        )
    about = f"entry:{entry.pk}"
    payer = payers([about]).get(about, player_id)
    if PaymentMethod.BALANCE not in (method, entry.method):
        check_not_from_oneself(own=is_ones_own(payer, by=by), by=by, venue_id=person.venue_id)
    else:
        check_not_ones_own(payer, by=by)
        # the price counts already, whatever it was paid with
        if method == PaymentMethod.BALANCE and lock_play_limits(payer, unit=person.offer.currency):
            check_play_limits(payer, unit=person.offer.currency, price_cents=0, at=at)
    stood = entry.method
    payments.correct_method(person, entry=entry, method=method, at=at, command_id=command_id)
    return CorrectPaymentMethodResult(
        entry_id=entry_id,
        receipt=entry.receipt,
        was=stood,
        method=method,
        paid_cents=entry.price_cents + entry.surcharge_cents,
    )
