"""Money that named no reference of ours: locked and settled. Needs an open command."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import record
from dispatch.facts import Actor
from payouts.facts.bank import UnclaimedNoted
from payouts.models import PayIn, UnclaimedMoney
from payouts.operations.pay_ins import hold
from payouts.results import UnclaimedResult
from people.queries import require
from rules.paying import UnclaimedState, check_unclaimed
from rules.permissions import Permission
from rules.refusals import not_found


def unclaimed_for(unclaimed_id: int, *, by: Actor) -> UnclaimedMoney:
    """Return money of a house whose staff asks, not locked: what never changes of it. Refusals: ``forbidden``, also of what does not exist."""
    found = UnclaimedMoney.objects.filter(pk=unclaimed_id).first()
    require(by, permission=Permission.CONFIRM_PAYMENT, venue_id=found.venue_id if found is not None else None)
    if found is None:
        raise not_found("unclaimed money")
    return found


def lock_unclaimed(unclaimed_id: int) -> UnclaimedMoney:
    """Lock money that nobody has claimed until the command ends. Refusals: ``unclaimed_settled``, where somebody was first."""
    one = UnclaimedMoney.objects.select_for_update(of=("self",)).get(pk=unclaimed_id)
    check_unclaimed(UnclaimedState(one.state))
    return one


def lock_matched(pay_in: PayIn) -> UnclaimedMoney | None:
    """Lock the money that named no reference and was said to be of this pay-in; None where it came as others do."""
    return (
        UnclaimedMoney.objects.select_for_update(of=("self",))
        .filter(pay_in=pay_in, state=UnclaimedState.MATCHED)
        .first()
    )


def open_again(one: UnclaimedMoney, *, at: datetime) -> None:
    """Set it aside once more: it is on the house's account, and whose it is is to be said again."""
    one.held_id = hold(
        venue_id=one.venue_id, unit=one.unit, amount_cents=one.amount_cents, about="unclaimed", at=at
    )
    one.state, one.pay_in, one.settled_at, one.settled_by = UnclaimedState.OPEN, None, None, None
    one.save()
    record(UnclaimedNoted(**routing_of(one), transfer_id=one.held_id))


def settle_unclaimed(
    one: UnclaimedMoney, *, state: UnclaimedState, at: datetime, by: Actor, **changes: Any
) -> UnclaimedResult:
    """Write what became of it, who did it and when."""
    for name, value in changes.items():
        setattr(one, name, value)
    one.state, one.settled_at, one.settled_by = state, at, by.user_id
    one.save()
    return unclaimed_result(one)


def unclaimed_result(one: UnclaimedMoney) -> UnclaimedResult:
    """Return how it stands, as its commands answer it."""
    return UnclaimedResult(
        unclaimed_id=one.pk,
        reference=one.reference,
        state=UnclaimedState(one.state),
        amount_cents=one.amount_cents,
        pay_in_id=one.pay_in_id,
    )


def routing_of(one: UnclaimedMoney) -> dict[str, Any]:
    """Return what every fact of it says."""
    return {
        "venue_id": one.venue_id,
        "unclaimed_id": one.pk,
        "reference": one.reference,
        "amount_cents": one.amount_cents,
        "unit": one.unit,
    }
