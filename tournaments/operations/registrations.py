"""Registrations: made, ended, handed to another person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from dispatch.commands import record
from rules.receipts import short_code
from rules.refusals import N_, Refused
from tournaments.facts.entries import (
    EntryTransferred,
    PaymentStruck,
    RegistrationCancelled,
    RegistrationMade,
    RegistrationTransferred,
)
from tournaments.models import Entry, Registration, RegistrationState
from tournaments.queries.entry_context import EntryContext

INSERT_REGISTRATION = """
INSERT INTO tournaments_registration
    (id, tournament_id, player_id, state, method, code, terms_version, terms_accepted_at, created_at, price_cents,
     cancel_reason)
VALUES (%(registration_id)s, %(tournament_id)s, %(player_id)s, %(state)s, %(method)s, %(code)s, %(terms)s, %(at)s,
        %(at)s, %(price)s, '')
ON CONFLICT DO NOTHING RETURNING id
"""


def registered_twice() -> Refused:
    return Refused(
        "already_registered", N_("This player is already registered for this tournament."), rule="SCPT.O"
    )


def create_pending_registration(
    desk: EntryContext, *, method: str, terms_version: str, at: datetime
) -> tuple[int, str]:
    """Create a registration that waits for its payment; returns its id and short code. It is complete with the receipt of
    the entry. Rule: SCPT.D, SCPT.D-C, SCPT.K, REGULATIONS 1.5"""
    code = short_code(desk.next_registration_id)
    with connection.cursor() as cursor:
        cursor.execute(
            INSERT_REGISTRATION,
            registration_values(desk, state="pending", method=method, terms_version=terms_version, at=at),
        )
        if cursor.fetchone() is None:
            raise registered_twice()
    record(
        RegistrationMade(
            tournament_id=desk.tournament_id,
            player_id=desk.player_id,
            registration_id=desk.next_registration_id,
            public_name=desk.public_name,
            code=code,
            method=method,
            terms_version=terms_version,
            price_cents=desk.price_cents,
        )
    )
    return desk.next_registration_id, code


def registration_values(
    desk: EntryContext, *, state: str, method: str, terms_version: str, at: datetime
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


def code_of(registration_id: int) -> str:
    """Return the short code of a registration, said at the desk."""
    return short_code(registration_id)


def end_registration(registration: Registration, *, reason: str, at: datetime) -> None:
    """End the registration itself; who made it may register again."""
    registration.state = RegistrationState.CANCELLED
    registration.cancelled_at = at
    registration.cancel_reason = reason
    registration.save(update_fields=["state", "cancelled_at", "cancel_reason"])
    record(
        RegistrationCancelled(
            tournament_id=registration.tournament_id,
            player_id=registration.player_id,
            registration_id=registration.pk,
            public_name=registration.player.public_name,
            reason=reason,
        )
    )


def wait_again(
    registration: Registration, *, struck_cents: int, method: str, reason: str, receipt: str = ""
) -> None:
    """Let a registration whose payment never came wait for it again. method: how it was booked; receipt: of the entry that it had paid."""
    registration.state, registration.paid_at = RegistrationState.PENDING, None
    registration.save(update_fields=["state", "paid_at"])
    record(
        PaymentStruck(
            tournament_id=registration.tournament_id,
            player_id=registration.player_id,
            registration_id=registration.pk,
            public_name=registration.player.public_name,
            receipt=receipt,
            method=method,
            struck_cents=struck_cents,
            reason=reason,
        )
    )


def transfer_registration(
    registration: Registration,
    *,
    mine: Sequence[Entry],
    person: EntryContext,
    heir: EntryContext,
    reason: str,
) -> None:
    """Hand a registration and its entry over to another person. Rule: SCPT.I"""
    registration.player_id = heir.player_id
    registration.save(update_fields=["player_id"])
    for entry in mine:
        entry.player_id = heir.player_id
        entry.save(update_fields=["player_id"])
        record(
            EntryTransferred(
                tournament_id=person.tournament_id,
                from_player_id=person.player_id,
                to_player_id=heir.player_id,
                entry_id=entry.pk,
                from_name=person.public_name,
                public_name=heir.public_name,
            )
        )
    record(
        RegistrationTransferred(
            tournament_id=person.tournament_id,
            registration_id=registration.pk,
            from_player_id=person.player_id,
            to_player_id=heir.player_id,
            reason=reason,
        )
    )


def handed_over() -> Refused:
    """Return that this is another person's since."""
    return Refused("handed_over", N_("This page is too old to act. Reload it and try again."), rule="SCPT.I")


def lock_registration(registration_id: int, *, player_id: int) -> Registration:
    """Lock the registration and return it. player_id: whose it was when one asked who may; it may be handed over
    meanwhile.

    Refusal: ``handed_over``."""
    registration = Registration.objects.select_for_update().get(pk=registration_id)
    if registration.player_id != player_id:
        raise handed_over()
    return registration
