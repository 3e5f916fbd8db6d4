"""Money that named no reference of ours: what a house does not know whose it is, and what became of the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from payouts.models import UnclaimedMoney
from payouts.queries.found import ON_A_PAGE, found_by
from people.queries.accounts import names_of_users
from rules.paying import UnclaimedState
from rules.refusals import not_found


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclaimedView:
    """Money that named no reference, as the house reads it. note: what the bank says of it. pay_in_id, player: with what it was matched, and whose that is.
    noted_by, settled_by: who of the house noted it, and did what state says."""

    unclaimed_id: int
    reference: str
    unit: str
    timezone: str
    amount_cents: int
    state: str
    note: str
    reason: str = field(repr=False)
    noted_at: datetime
    noted_by: str
    pay_in_id: int | None
    player: str
    settled_at: datetime | None
    settled_by: str


def unclaimed_of_house(unclaimed_id: int, *, venue_id: int) -> UnclaimedView:
    """Return one of a house, for its staff. Refusals: ``not_found``."""
    views = _views(UnclaimedMoney.objects.filter(pk=unclaimed_id, venue_id=venue_id)[:1])
    if not views:
        raise not_found("unclaimed money")
    return views[0]


def unclaimed_open(venue_id: int) -> list[UnclaimedView]:
    """Return what a house does not know whose it is, the oldest first."""
    return _views(
        UnclaimedMoney.objects.filter(venue_id=venue_id, state=UnclaimedState.OPEN).order_by("id")[:200]
    )


def unclaimed_over(venue_id: int) -> list[UnclaimedView]:
    """Return what of a house was matched or sent back last, the latest first."""
    over = UnclaimedMoney.objects.filter(venue_id=venue_id).exclude(state=UnclaimedState.OPEN)
    return _views(over.order_by("-id")[:ON_A_PAGE])


def unclaimed_found(venue_id: int, *, typed: str) -> list[UnclaimedView]:
    """Return that of a house for which a reference stands; else what the bank says something like it of."""
    of_house = UnclaimedMoney.objects.filter(venue_id=venue_id)
    return _views(found_by(of_house, typed=typed, letter="U", words="note"))


def _views(found: QuerySet[UnclaimedMoney]) -> list[UnclaimedView]:
    rows = list(found.select_related("venue", "pay_in__player"))
    names = names_of_users({who for one in rows for who in (one.noted_by, one.settled_by) if who is not None})
    return [
        UnclaimedView(
            unclaimed_id=one.pk,
            reference=one.reference,
            unit=one.unit,
            timezone=one.venue.timezone,
            amount_cents=one.amount_cents,
            state=one.state,
            note=one.note,
            reason=one.reason,
            noted_at=one.noted_at,
            noted_by=names.get(one.noted_by or 0, ""),
            pay_in_id=one.pay_in_id,
            player=(one.pay_in.player.full_name or one.pay_in.player.public_name) if one.pay_in else "",
            settled_at=one.settled_at,
            settled_by=names.get(one.settled_by or 0, ""),
        )
        for one in rows
    ]
