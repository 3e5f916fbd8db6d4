"""What a player asks for on the phone and pays elsewhere: an order, sold once, by the desk."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from dispatch.commands import record
from rules.receipts import short_code
from rules.refusals import N_, Refused
from tournaments.facts.purchases import OrderFact, OrderMade, OrderSold, OrderWithdrawn
from tournaments.models import Entry, Order, OrderState, Purchase

# codes of orders are none that a registration has
_APART = 1 << 29


def add_order(
    *,
    tournament_id: int,
    player_id: int,
    name: str,
    kind: str,
    count: int,
    stack_chips: int | None,
    method: str,
    price_cents: int,
    at: datetime,
) -> Order:
    """Keep what is asked. One at a time: two taps, or two devices, ask once. Refusals: ``already_asked``."""
    if Order.objects.filter(tournament_id=tournament_id, player_id=player_id, state=OrderState.OPEN).exists():
        raise Refused(
            "already_asked",
            N_("You have asked for something here and not paid it yet. Pay it or withdraw it first."),
            rule="PT-T.23",
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('tournaments_order', 'id'))")
        number = int(cursor.fetchone()[0])
    row = Order(
        id=number,
        tournament_id=tournament_id,
        player_id=player_id,
        kind=kind,
        count=count,
        stack_chips=stack_chips,
        method=method,
        price_cents=price_cents,
        code=short_code(_APART + number),
        asked_at=at,
    )
    row.save(force_insert=True)
    _tell(OrderMade, row, name=name)
    return row


def settle_order(
    order_id: int | None, *, tournament_id: int, player_id: int, kind: str, at: datetime
) -> int | None:
    """End the order that something was sold for; without a number, the player's order of that kind.

    Two desks sell one order once. Returns what it was said to cost, where an order was named: that is what was paid by
    PIX. Refusals: ``order_over``.
    """
    found = (
        Order.objects.select_for_update(of=("self",))
        .select_related("player")
        .filter(tournament_id=tournament_id, player_id=player_id, kind=kind, state=OrderState.OPEN)
    )
    if order_id is not None:
        found = found.filter(pk=order_id)
    row = found.first()
    if row is None:
        if order_id is not None:
            raise _over(order_id, tournament_id=tournament_id, player_id=player_id)
        return None
    _end(row, OrderState.SOLD, at=at)
    return None if order_id is None else row.price_cents


def withdraw(order_id: int, *, at: datetime) -> Order:
    """Withdraw an order that the player does not want any more. Refusals: ``order_over``."""
    row = Order.objects.select_for_update(of=("self",)).select_related("player").get(pk=order_id)
    if row.state != OrderState.OPEN:
        raise _over(row.pk, tournament_id=row.tournament_id, player_id=row.player_id)
    _end(row, OrderState.WITHDRAWN, at=at)
    return row


def _over(order_id: int, *, tournament_id: int, player_id: int) -> Refused:
    """The no to an order that is not open any more: how it was paid, or that it was withdrawn."""
    row = Order.objects.filter(pk=order_id, tournament_id=tournament_id, player_id=player_id).first()
    method = _paid_by(row) if row is not None and row.state == OrderState.SOLD else None
    if method is not None:
        return Refused(
            "order_over",
            N_("This order was paid already (%(method)s)."),
            rule="SCPT.D",
            method=method,
        )
    return Refused(
        "order_over",
        N_("This order was paid or withdrawn already. Reload to see how it stands."),
        rule="SCPT.D",
    )


def _paid_by(row: Order) -> str | None:
    """With what it was paid: the sale has the moment at which the order ended."""
    if row.ended_at is None:
        return None
    entry = (
        Entry.objects.filter(tournament_id=row.tournament_id, player_id=row.player_id, paid_at=row.ended_at)
        .values_list("method", flat=True)
        .first()
    )
    if entry is not None:
        return str(entry)
    bought = Purchase.objects.filter(
        entry__tournament_id=row.tournament_id, entry__player_id=row.player_id, at=row.ended_at
    )
    method = bought.values_list("method", flat=True).first()
    return None if method is None else str(method)


def _end(row: Order, state: OrderState, *, at: datetime) -> None:
    row.state, row.ended_at = state, at
    row.save(update_fields=["state", "ended_at"])
    _tell(OrderSold if state is OrderState.SOLD else OrderWithdrawn, row, name=row.player.public_name)


def _tell(fact: type[OrderFact], row: Order, *, name: str) -> None:
    record(
        fact(
            tournament_id=row.tournament_id,
            order_id=row.pk,
            player_id=row.player_id,
            public_name=name,
            order_kind=row.kind,
            count=row.count,
            method=row.method,
            price_cents=row.price_cents,
            code=row.code,
        )
    )
