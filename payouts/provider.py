"""Where a payment provider is plugged in: it says that money came, under which reference; nothing else of it is known here.

``PAY_IN_PROVIDER`` names a class that is a `PayInProvider`. Its notifications come to ``POST /api/pay-ins/notified/``. None is shipped.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext, override

from dispatch.facts import SYSTEM, CommandId, Done
from payouts.commands.confirm_pay_in import confirm_pay_in
from payouts.commands.hold_pay_in import hold_pay_in
from payouts.queries.pay_ins import PayInPlace, place_of_pay_in
from rules.accounts import MOST_CENTS
from rules.money import as_written
from rules.paying import NOTE_LETTERS
from rules.refusals import Refused

NAMESPACE = uuid.UUID("0d9a7c39-6f0b-5a52-8f2e-7f3c8e6a1b27")


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Money that came. payment_id: how the provider calls this payment, for ever the same; reference: what the payer wrote; currency: as "BRL"."""

    payment_id: str
    reference: str
    amount_cents: int
    currency: str


class NotGenuineError(Exception):
    """The notification is not the provider's: its signature is missing or wrong."""


class PayInProvider(Protocol):
    """A payment provider. name: for ever the same, up to 20 signs."""

    name: str

    def arrivals(self, *, body: bytes, headers: Mapping[str, str]) -> Sequence[Arrival]:
        """Return what a notification says came, none where it speaks of something else. `NotGenuineError`, unless it is proved to be the provider's."""
        ...


def provider() -> PayInProvider | None:
    """Return the provider of this house; None where none is plugged in."""
    where = settings.PAY_IN_PROVIDER
    found: PayInProvider | None = import_string(where)() if where else None
    return found


def book(one: Arrival, *, of: PayInProvider, at: datetime) -> Done | None:
    """Book money that came as the staff would: confirmed under its pay-in, or set aside where it may not be taken or came twice.

    The ids of the commands follow from the provider and its payment: told again, nothing happens again. None where the reference is nobody's: that
    money is on the bank's statement, and the desk looks for whose it is.
    """
    place = place_of_pay_in(one.reference)
    if place is None or place.currency != one.currency or not 0 < one.amount_cents <= MOST_CENTS:
        return None
    given: dict[str, Any] = {
        "at": at,
        "by": SYSTEM,
        "pay_in_id": place.pay_in_id,
        "amount_cents": one.amount_cents,
        "bank_note": f"{of.name} {one.payment_id}"[:NOTE_LETTERS],
    }
    try:
        return confirm_pay_in(command_id=_number(one, of, "confirm"), **given)
    except Refused as refused:
        reason = _reason(refused, place)
        return hold_pay_in(command_id=_number(one, of, "hold"), reason=reason, **given)


def _number(one: Arrival, of: PayInProvider, step: str) -> CommandId:
    return CommandId(uuid.uuid5(NAMESPACE, f"{of.name}/{one.payment_id}/{step}"))


def _reason(refused: Refused, place: PayInPlace) -> str:
    """Why it is not taken, in the house's language: the player and the staff read it."""
    with override(place.language):
        said = gettext(refused.sentence) % as_written(refused.params, locale=place.language)
    return said[:300]
