"""Rebuys and add-ons, as the desk lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Q

from dispatch.queries import actors_of
from rules.entries import PaymentMethod
from rules.refusals import not_found
from tournaments.models import Entry, EntryState, Order, OrderState, Purchase, PurchaseKind, Tournament
from tournaments.queries.field import entries_closed, field_of
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
    price_cents: int
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
            price_cents=p.price_cents + p.surcharge_cents,
            receipt=p.receipt,
            receipt_number=numbers.get(p.receipt),
            at=p.at,
            undone=p.undone_at is not None,
        )
        for p in page
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPurchase:
    """A rebuy or an add-on that was sold lately and stands. command_id: what sold it."""

    command_id: UUID
    player_id: int
    player: str
    kind: str
    cents: int
    method: str
    receipt: str
    at: datetime


def last_purchases(tournament_id: int, *, limit: int) -> list[LastPurchase]:
    """Return the rebuys and add-ons that were sold last and stand, the latest first."""
    rows = Purchase.objects.filter(entry__tournament_id=tournament_id, undone_at__isnull=True)
    return [
        LastPurchase(
            command_id=p.command_id,
            player_id=p.entry.player_id,
            player=p.entry.player.public_name,
            kind=p.kind,
            cents=p.price_cents + p.surcharge_cents,
            method=p.method,
            receipt=p.receipt,
            at=p.at,
        )
        for p in rows.select_related("entry__player").order_by("-pk")[:limit]
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsToBring:
    """Chips that were bought away from the table and the desk."""

    purchase_id: int
    player: str
    chips: int
    table: int
    seat: int
    at: datetime


# so long somebody of the floor may still be on the way to that table
_TO_BRING = timedelta(minutes=15)
_MOST_TO_BRING = 20


def chips_to_bring(tournament_id: int, *, at: datetime) -> list[ChipsToBring]:
    """Return what has to be brought to a seat: bought on a phone, from the balance or by PIX, a moment ago, until somebody says it is
    there. Who pays at the desk is handed the chips there, and what is announced at the table the dealer gives; a winner plays with
    nobody. Rule: ADTP.27
    """
    field = field_of(tournament_id)
    if field is None or (field.players_left + field.waiting < 2 and field.entries_closed_at is not None):
        return []
    rows = list(
        Purchase.objects.filter(
            entry__tournament_id=tournament_id,
            entry__state=EntryState.PLAYING,
            entry__tournament__online=False,
            entry__seat__isnull=False,
            undone_at__isnull=True,
            brought_at__isnull=True,
            at__gte=at - _TO_BRING,
            method__in=(PaymentMethod.BALANCE, PaymentMethod.TRANSFER),
        )
        .select_related("entry__player", "entry__seat__table")
        .order_by("-pk")[:_MOST_TO_BRING]
    )
    asked = _asked_on_phone(tournament_id, rows=rows)
    sellers = actors_of([p.command_id for p in rows]) if rows else {}
    return [
        ChipsToBring(
            purchase_id=p.pk,
            player=p.entry.player.public_name,
            chips=p.chips,
            table=p.entry.seat.table.number,
            seat=p.entry.seat.number,
            at=p.at,
        )
        for p in rows
        if p.pk in asked
        or (
            p.entry.player.user_id is not None
            and sellers.get(p.command_id, (None, ""))[0] == p.entry.player.user_id
        )
    ]


def _asked_on_phone(tournament_id: int, *, rows: Sequence[Purchase]) -> set[int]:
    """Which of these were asked for on the phone: the player sits at the table, and only the money came to the desk."""
    sold = Order.objects.filter(
        tournament_id=tournament_id, state=OrderState.SOLD, ended_at__in=[p.at for p in rows]
    ).values_list("player_id", "kind", "ended_at")
    orders = set(sold)
    return {p.pk for p in rows if (p.entry.player_id, p.kind, p.at) in orders}
