"""Take back a pay-in whose money has not come."""

from __future__ import annotations

from datetime import datetime

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from payouts.facts.bank import PayInTakenBack
from payouts.models import PayIn
from payouts.operations.pay_ins import lock_pay_in, routing_of, settle_pay_in
from payouts.results import PayInResult
from people.queries import require
from rules.paying import PayInState, check_pay_in_step
from rules.permissions import Permission


@command(
    "payouts.take_back_pay_in",
    Card(
        permission=Permission.MOVE_OWN_MONEY,
        own_permission=Permission.MOVE_OWN_MONEY,
        address="pay-ins/<id:pay_in_id>/take-back",
    ),
)
def take_back_pay_in(*, command_id: CommandId, at: datetime, by: Actor, pay_in_id: int) -> PayInResult:
    """Take back a pay-in whose money has not come: the house waits for it no longer.

    Refusals: ``forbidden``, ``pay_in_settled``. Rule: PT-T.21
    """
    found = PayIn.objects.filter(pk=pay_in_id).first()
    # of another's and of what does not exist the same: which numbers there are is nobody's business
    require(
        by,
        permission=Permission.MOVE_OWN_MONEY,
        venue_id=None,
        owner_player_id=found.player_id if found is not None else None,
    )
    one = lock_pay_in(pay_in_id)
    check_pay_in_step("take_back", state=PayInState(one.state))
    result = settle_pay_in(one, state=PayInState.TAKEN_BACK, at=at, by=by)
    record(PayInTakenBack(**routing_of(one)))
    return result
