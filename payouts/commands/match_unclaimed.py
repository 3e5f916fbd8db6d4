"""Say whose money it is that named no reference."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Id
from ledger.operations import lock_wallet, reverse
from payouts.facts.bank import UnclaimedMatched
from payouts.models import PayIn, UnclaimedMoney
from payouts.operations.pay_ins import check_may_be_taken, confirm, lock_pay_in
from payouts.operations.unclaimed import lock_unclaimed, routing_of, settle_unclaimed, unclaimed_for
from payouts.results import UnclaimedResult
from people.operations import lock_player
from people.queries import check_not_ones_own
from rules.accounts import TransferId
from rules.paying import PayInMethod, PayInState, UnclaimedState, check_pay_in_step, money_is_here
from rules.permissions import Permission
from rules.refusals import not_found


@command(
    "payouts.match_unclaimed",
    Card(permission=Permission.CONFIRM_PAYMENT, address="unclaimed/<id:unclaimed_id>/match"),
)
def match_unclaimed(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    unclaimed_id: int,
    player_id: Id,
    pay_in_id: Annotated[
        int | None,
        About(help_text="Which pay-in of that player it is of; nothing: one that was never asked for."),
    ] = None,
) -> UnclaimedResult:
    """Say whose money it is that named no reference: it is in that player's balance, as the money of a pay-in that waits or of one that is made for it.

    What is asked at every pay-in is asked of the player: where that says no, nothing changes, and the money is sent back (`send_back_unclaimed`).
    Refusals: ``not_found``, ``forbidden``, ``own_money``, ``unclaimed_settled``, ``pay_in_settled``, ``unknown_player``, ``player_anonymised``, ``excluded``,
    ``deposit_limit_reached``, ``surcharged_deposit``, ``identity_not_checked``, ``under_age``. Rule: PT-T.21, REGULATIONS 2.10
    """
    found = unclaimed_for(unclaimed_id, by=by)
    check_not_ones_own(player_id, by=by)
    lock_player(player_id)
    asked = _asked(pay_in_id, of=found, player_id=player_id) if pay_in_id is not None else None
    one = lock_unclaimed(unclaimed_id)
    of = asked or PayIn(
        venue_id=one.venue_id,
        player_id=player_id,
        unit=one.unit,
        method=PayInMethod.BANK,
        amount_cents=one.amount_cents,
        asked_at=at,
        open_until=at,
    )
    check_may_be_taken(of, amount_cents=one.amount_cents, at=at)
    if of.pk is None:
        of.save()
    # before what is set aside, as whoever brings a withdrawal back does
    lock_wallet(player_id, unit=one.unit)
    reverse([TransferId(one.held_id)], at=at, command_id=command_id)
    confirm(of, amount_cents=one.amount_cents, note=one.note, at=at, by=by)
    result = settle_unclaimed(one, state=UnclaimedState.MATCHED, at=at, by=by, pay_in=of)
    record(UnclaimedMatched(**routing_of(one), pay_in_id=of.pk))
    return result


def _asked(pay_in_id: int, *, of: UnclaimedMoney, player_id: int) -> PayIn:
    """The pay-in that the money is of, locked. Refusals: ``not_found``, ``pay_in_settled``."""
    found = lock_pay_in(pay_in_id)
    if (found.venue_id, found.player_id) != (of.venue_id, player_id):
        raise not_found("pay-in")
    state = PayInState(found.state)
    # what came under that reference before is other money
    check_pay_in_step("hold" if money_is_here(state) else "confirm", state=state)
    return found
