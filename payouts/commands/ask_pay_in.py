"""Ask to pay in by the bank."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Id
from ledger.fields import Cents
from ledger.operations import check_deposit
from payouts.facts.bank import PayInAsked
from payouts.models import PayIn
from payouts.operations.pay_ins import pay_in_result, routing_of
from payouts.queries.pay_ins import check_known, check_offered, waiting_pay_ins
from payouts.results import PayInResult
from people.queries import require
from rules.entries import PaymentMethod
from rules.paying import PayingPolicy, PayInMethod, check_asked, pay_in_ends
from rules.permissions import Permission
from tournaments.queries.circuit import currency_of
from tournaments.queries.pix import MOST_CENTS


@command(
    "payouts.ask_pay_in",
    Card(
        permission=Permission.MOVE_OWN_MONEY,
        own_permission=Permission.MOVE_OWN_MONEY,
        address="players/<id:player_id>/pay-ins",
    ),
)
def ask_pay_in(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    venue_id: Id,
    amount_cents: Cents,
    method: Annotated[str, Choice(choices=[(one.value, one.value) for one in PayInMethod])],
) -> PayInResult:
    """Ask to pay in by the bank: the player gets a reference, and no money moves before the house says that it came.

    Refusals: ``forbidden``, ``not_found``, ``no_phone_money``, ``no_pay_in_method``, ``amount_too_small``, ``amount_too_large``, ``too_many_waiting``,
    ``unknown_player``, ``player_anonymised``, ``excluded``, ``deposit_limit_reached``, ``surcharged_deposit``, ``identity_not_checked``, ``under_age``.
    Rule: PT-T.21, REGULATIONS 2.10
    """
    require(by, permission=Permission.MOVE_OWN_MONEY, venue_id=None, owner_player_id=player_id)
    policy = PayingPolicy()
    unit = currency_of(venue_id)
    check_offered(venue_id, method=method)
    player = check_deposit(
        venue_id=venue_id,
        player_id=player_id,
        unit=unit,
        amount_cents=amount_cents,
        method=PaymentMethod.TRANSFER,
        at=at,
        own=True,
    )
    check_known(player, at=at)
    check_asked(
        amount_cents=amount_cents,
        most_cents=MOST_CENTS,
        waiting=waiting_pay_ins(player_id, at=at),
        policy=policy,
        currency=unit,
    )
    one = PayIn.objects.create(
        venue_id=venue_id,
        player_id=player_id,
        unit=unit,
        method=method,
        amount_cents=amount_cents,
        asked_at=at,
        open_until=pay_in_ends(at, policy=policy),
    )
    record(PayInAsked(**routing_of(one), method=method))
    return pay_in_result(one)
