"""Deals as everybody may see them: who would get what, how many have voted. Never how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from payouts.models import Deal, DealVote
from rules.refusals import N_, Refused


def home_of_deal(deal_id: int) -> tuple[int, int]:
    """(tournament id, venue id) of a deal. Refusals: ``no_such_deal``."""
    found = Deal.objects.filter(pk=deal_id).values_list("tournament_id", "tournament__venue_id").first()
    if found is None:
        raise no_such_deal()
    return found


def no_such_deal() -> Refused:
    return Refused("no_such_deal", N_("There is no such deal. Reload the page."), rule="ADTP.P3")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealView:
    """A deal: shares [{entry_id, name, chips, amount_cents}]; reserve_cents is played for."""

    deal_id: int
    kind: str
    state: str
    total_cents: int
    reserve_cents: int
    shares: tuple[dict[str, Any], ...]
    votes_cast: int
    votes_needed: int


def deals_view(tournament_id: int) -> tuple[DealView, ...]:
    """The deals proposed in a tournament, the latest first. Rule: ADTP.P3, SCPT.M"""
    return tuple(_view(deal) for deal in Deal.objects.filter(tournament_id=tournament_id).order_by("-id"))


def _view(deal: Deal) -> DealView:
    return DealView(
        deal_id=deal.pk,
        kind=deal.kind,
        state=str(deal.state),
        total_cents=deal.total_cents,
        reserve_cents=deal.reserve_cents,
        shares=tuple(
            {name: share[name] for name in ("entry_id", "name", "chips", "amount_cents")}
            for share in deal.shares
        ),
        votes_cast=DealVote.objects.filter(deal=deal).count(),
        votes_needed=len(deal.shares),
    )
