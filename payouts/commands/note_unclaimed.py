"""Note money that came and named no reference of ours."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Text
from ledger.fields import Cents
from ledger.queries import check_amount
from payouts.facts.bank import UnclaimedNoted
from payouts.models import UnclaimedMoney
from payouts.operations.pay_ins import hold, note_of
from payouts.operations.unclaimed import routing_of, unclaimed_result
from payouts.results import UnclaimedResult
from people.queries import require
from rules.paying import NOTE_LETTERS
from rules.permissions import Permission
from tournaments.queries.circuit import currency_of


@command(
    "payouts.note_unclaimed",
    Card(permission=Permission.CONFIRM_PAYMENT, address="venues/<id:venue_id>/unclaimed"),
)
def note_unclaimed(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    amount_cents: Cents,
    bank_note: Annotated[str, Text(max_length=NOTE_LETTERS)],
) -> UnclaimedResult:
    """Note money that came and named no reference of ours: it is set aside until the house knows whose it is, or sends it back.

    bank_note: what the bank says of the transfer, by which it is found on the statement.
    Refusals: ``not_found``, ``forbidden``, ``bad_amount``, ``text_missing``, ``text_too_long``, ``text_unreadable``. Rule: PT-T.21
    """
    require(by, permission=Permission.CONFIRM_PAYMENT, venue_id=venue_id)
    check_amount(amount_cents)
    note = note_of(bank_note, may_be_empty=False)
    unit = currency_of(venue_id)
    held_id = hold(venue_id=venue_id, unit=unit, amount_cents=amount_cents, about="unclaimed", at=at)
    one = UnclaimedMoney.objects.create(
        venue_id=venue_id,
        unit=unit,
        amount_cents=amount_cents,
        note=note,
        noted_at=at,
        noted_by=by.user_id,
        held_id=held_id,
    )
    record(UnclaimedNoted(**routing_of(one), transfer_id=held_id))
    return unclaimed_result(one)
