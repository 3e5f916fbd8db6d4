"""Rebuys and add-ons, as the desk lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from rules.refusals import not_found
from tournaments.models import Entry, EntryState, Purchase, PurchaseKind, Tournament
from tournaments.queries.field import entries_closed
from tournaments.queries.receipts import numbers_of


def tournament_of_purchase(purchase_id: int) -> tuple[int, int]:
    """Return (tournament, player) of a rebuy or an add-on. Refusal: ``not_found``."""
    row = (
        Purchase.objects.filter(pk=purchase_id)
        .values_list("entry__tournament_id", "entry__player_id")
        .first()
    )
    if row is None:
        raise not_found("purchase")
    return row


def purchases_of(entry_id: int, *, kind: PurchaseKind) -> int:
    """Return how many of these an entry has bought and kept."""
    return Purchase.objects.filter(entry_id=entry_id, kind=kind, undone_at__isnull=True).count()


def who_may_rebuy(tournament_id: int, *, players: Sequence[int], level: int) -> frozenset[int]:
    """Return which of these players, who have no chips left, are sold a rebuy in this level, whatever their balance.

    Rule: PT-T.23, PT-T.31
    """
    rebuy = Tournament.objects.values_list("rebuy", flat=True).get(pk=tournament_id)
    closed = entries_closed(tournament_id)
    if rebuy is None or closed or level > rebuy["until_level"]:
        return frozenset()
    entries = Entry.objects.filter(
        tournament_id=tournament_id, player_id__in=players, state=EntryState.PLAYING
    )
    counted = entries.annotate(
        bought=Count(
            "purchases", filter=Q(purchases__kind=PurchaseKind.REBUY, purchases__undone_at__isnull=True)
        )
    )
    limit = rebuy["per_player"]
    found = counted if limit is None else counted.filter(bought__lt=limit)
    return frozenset(found.values_list("player_id", flat=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseView:
    """A rebuy or an add-on."""

    purchase_id: int
    entry_id: int
    player: str
    kind: str
    chips: int
    method: str
    receipt: str
    receipt_number: int | None
    at: datetime
    undone: bool


def purchases_view(
    tournament_id: int, *, entry_id: int | None = None, after: int = 0, limit: int = 100
) -> list[PurchaseView]:
    """Rebuys and add-ons in the order they were paid, from the one after `after`; of one entry when it is named."""
    rows = Purchase.objects.filter(entry__tournament_id=tournament_id, pk__gt=after).select_related(
        "entry__player"
    )
    if entry_id is not None:
        rows = rows.filter(entry_id=entry_id)
    page = list(rows.order_by("pk")[:limit])
    numbers = numbers_of(p.receipt for p in page)
    return [
        PurchaseView(
            purchase_id=p.pk,
            entry_id=p.entry_id,
            player=p.entry.player.public_name,
            kind=p.kind,
            chips=p.chips,
            method=p.method,
            receipt=p.receipt,
            receipt_number=numbers.get(p.receipt),
            at=p.at,
            undone=p.undone_at is not None,
        )
        for p in page
    ]
