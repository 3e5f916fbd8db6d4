"""Ask to be paid by the bank."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Text
from ledger.fields import Cents
from ledger.operations import lock_wallet
from payouts.facts.bank import WithdrawalAsked
from payouts.models import Withdrawal
from payouts.operations.withdrawals import routing_of, set_amount_aside, withdrawal_result
from payouts.queries.pay_ins import check_phone_money
from payouts.queries.withdrawable import check_withdrawable
from payouts.queries.withdrawals import waiting_withdrawals
from payouts.results import WithdrawalResult
from people.operations import lock_player
from people.queries import require
from rules.accounts import MOST_CENTS
from rules.paying import DESTINATION_LETTERS, PayingPolicy, check_asked, check_destination
from rules.permissions import Permission
from rules.validation import text
from tournaments.queries.circuit import currency_of


@command(
    "payouts.ask_withdrawal",
    Card(
        permission=Permission.MOVE_OWN_MONEY,
        own_permission=Permission.MOVE_OWN_MONEY,
        address="players/<id:player_id>/bank-withdrawals",
    ),
    secret=frozenset({"destination"}),
)
def ask_withdrawal(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    venue_id: Id,
    amount_cents: Cents,
    destination: Annotated[str, Text(max_length=DESTINATION_LETTERS)],
) -> WithdrawalResult:
    """Ask to be paid by the bank: the amount is set aside at once, so that it cannot be played meanwhile. Who is excluded may, too.

    destination: a PIX key, an IBAN or the line of a bank account, of the player's own.
    Refusals: ``forbidden``, ``not_found``, ``no_phone_money``, ``amount_too_small``, ``amount_too_large``, ``too_many_waiting``, ``destination_short``, ``bad_iban``, ``text_missing``,
    ``text_too_long``, ``text_unreadable``, ``unknown_player``, ``player_anonymised``, ``insufficient_funds``, ``prize_first``, ``entry_paid``, ``card_money``.
    Rule: PT-T.21, SCPT.L, SCPT.E, PT-T.36
    """
    require(by, permission=Permission.MOVE_OWN_MONEY, venue_id=None, owner_player_id=player_id)
    policy = PayingPolicy()
    unit = currency_of(venue_id)
    check_phone_money(venue_id)
    where = " ".join(text("destination", destination, at_most=DESTINATION_LETTERS).split())
    check_destination(where)
    # of two at once the second sees what the first has left
    lock_player(player_id)
    check_asked(
        amount_cents=amount_cents,
        most_cents=MOST_CENTS,
        waiting=waiting_withdrawals(player_id),
        policy=policy,
        currency=unit,
    )
    balance = lock_wallet(player_id, unit=unit)
    check_withdrawable(player_id, unit=unit, balance_cents=balance, amount_cents=amount_cents, at=at)
    one = Withdrawal.objects.create(
        venue_id=venue_id,
        player_id=player_id,
        unit=unit,
        amount_cents=amount_cents,
        destination=where,
        asked_at=at,
    )
    set_amount_aside(one, at=at)
    record(WithdrawalAsked(**routing_of(one)))
    return withdrawal_result(one)
