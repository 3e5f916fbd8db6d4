"""What the rules sell to a player at this moment, and why not: for the phone and the desk alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rules.entries import CHECKS, surrender_offered
from rules.refusals import N_, Refused, not_found
from tournaments.models import (
    Elimination,
    Entry,
    EntryState,
    Field,
    Order,
    OrderKind,
    OrderState,
    Purchase,
    PurchaseKind,
    Tournament,
)
from tournaments.queries.circuit import player_of
from tournaments.queries.eligibility import check_still_old_enough
from tournaments.queries.entry_context import EntryContext, look

_PURCHASES = {OrderKind.REBUY: PurchaseKind.REBUY, OrderKind.ADD_ON: PurchaseKind.ADD_ON}

_NOT_ANY_MORE = frozenset({"late_reg_closed", "re_entry_limit"})


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferNow:
    """One thing a tournament sells: for how much, how many chips, and what stands in the way now, if anything.

    taken: how many the player has had; at_most: None without a limit. asks_stack: the player says what is in front.
    """

    kind: str  # re_entry, surrender, rebuy, add_on
    price_cents: int
    chips: int
    entry_id: int | None
    taken: int
    at_most: int | None
    asks_stack: bool
    refused: Refused | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderView:
    """Something a player asked for and has not paid yet. code: the reference of a PIX, said at the desk."""

    order_id: int
    tournament_id: int
    player_id: int
    player: str
    kind: str
    count: int
    stack_chips: int | None
    method: str
    price_cents: int
    code: str
    asked_at: datetime


def price_of(person: EntryContext, *, kind: str, count: int = 1) -> tuple[int, int]:
    """Return (price in cents, chips) of what is asked, as the tournament has it now."""
    if kind in (OrderKind.RE_ENTRY, OrderKind.SURRENDER):
        return person.price_cents, person.offer.starting_stack_chips
    offer = (person.offer.rebuy if kind == OrderKind.REBUY else person.offer.add_on) or {}
    return int(offer.get("price_cents", 0)) * count, int(offer.get("chips", 0)) * count


def check_now(
    person: EntryContext,
    *,
    kind: str,
    entry: Entry | None,
    closed: bool,
    at: datetime,
    stack_chips: int = 0,
    count: int = 1,
    taken: int = 0,
) -> None:
    """Check whether the rules sell this now. `entry`: the last one; `closed`: entries are closed.

    Refusals: those of `check_still_old_enough` and of the check of rules.entries; ``entries_are_closed``.
    Rule: ADTP.8A, ADTP.27, ADTP.67D, SCPT.F, SCPT.U, PT-T.21, PT-T.23
    """
    check_still_old_enough(person, at=at)
    playing = int(entry is not None and entry.state == EntryState.PLAYING)
    more: dict[str, Any] = {"stack_chips": stack_chips}
    if kind != OrderKind.RE_ENTRY:
        more["live_entries"] = playing
    if kind == OrderKind.REBUY:
        more["rebuys_taken"] = taken
    if kind == OrderKind.ADD_ON:
        more |= {"add_ons_taken": taken, "add_ons_asked": count}
    CHECKS[kind](person.situation(at, **more), person.offer.policies)
    if closed:
        raise Refused("late_reg_closed", N_("Registration for this tournament has closed."), rule="ADTP.8B")


def taken_of(entry: Entry | None, *, kind: str) -> int:
    """Return how many of these the entry has bought and kept."""
    if entry is None or kind not in _PURCHASES:
        return 0
    return Purchase.objects.filter(
        entry=entry, kind=_PURCHASES[OrderKind(kind)], undone_at__isnull=True
    ).count()


def may_enter_again(tournament_id: int, *, player_id: int, at: datetime) -> bool:
    """Return whether a player who is out is sold another entry now, whatever the balance. Rule: ADTP.8A, PT-T.23"""
    offers = offers_now(tournament_id=tournament_id, player_id=player_id, at=at)
    return any(offer.kind == "re_entry" and offer.refused is None for offer in offers)


def may_enter_again_once_out(tournament_id: int, *, player_id: int, at: datetime) -> bool:
    """Return whether who still plays would be sold another entry now, whatever the balance, once this one is out."""
    person = look(tournament_id=tournament_id, player_id=player_id, at=at)
    field = Field.objects.filter(pk=tournament_id).first()
    if field is None:
        return False
    try:
        check_now(
            replace(person, live_entries=0),
            kind=OrderKind.RE_ENTRY.value,
            entry=None,
            closed=field.entries_closed_at is not None,
            at=at,
        )
    except Refused:
        return False
    return True


def offers_now(*, tournament_id: int, player_id: int, at: datetime) -> list[OfferNow]:
    """Return what this tournament sells to a player who has entered it, each with what stands in the way now.

    Nothing before the first entry, and nothing where the tournament does not run. Refusal: ``not_found``.
    """
    person = look(tournament_id=tournament_id, player_id=player_id, at=at)
    field = Field.objects.filter(pk=tournament_id).first()
    running = Tournament.objects.filter(pk=tournament_id, state="running").exists()
    entry = (
        Entry.objects.filter(tournament_id=tournament_id, player_id=player_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("-pk")
        .first()
    )
    if not running or field is None or entry is None:
        return []
    terms = person.offer.terms
    sold: list[tuple[str, int | None]] = []
    if entry.state == EntryState.OUT and terms.re_entries_max != 0:
        sold.append((OrderKind.RE_ENTRY.value, terms.re_entries_max))
    if entry.state == EntryState.PLAYING:
        at_the_felt = not person.offer.online  # online the table sells them
        if terms.rebuys_max != 0 and at_the_felt:
            sold.append((OrderKind.REBUY.value, terms.rebuys_max))
        if terms.add_ons_max and at_the_felt:
            sold.append((OrderKind.ADD_ON.value, terms.add_ons_max))
        if surrender_offered(terms, policies=person.offer.policies):
            sold.append((OrderKind.SURRENDER.value, terms.re_entries_max))
    found = []
    for kind, at_most in sold:
        re_enters = kind in (OrderKind.RE_ENTRY, OrderKind.SURRENDER)
        taken = person.entries_so_far - 1 if re_enters else taken_of(entry, kind=kind)
        refused = None
        try:
            check_now(
                person,
                kind=kind,
                entry=entry,
                closed=field.entries_closed_at is not None,
                at=at,
                taken=taken,
            )
        except Refused as no:
            refused = no
        if kind == OrderKind.SURRENDER and refused is not None and refused.code in _NOT_ANY_MORE:
            # a chance that does not come back is no offer with a reason: the stack is played on
            continue
        price, chips = price_of(person, kind=kind)
        found.append(
            OfferNow(
                kind=kind,
                price_cents=price,
                chips=chips,
                entry_id=entry.pk,
                taken=taken,
                at_most=at_most,
                asks_stack=kind in (OrderKind.REBUY, OrderKind.SURRENDER),
                refused=refused,
            )
        )
    return found


def _view(row: Order) -> OrderView:
    return OrderView(
        order_id=row.pk,
        tournament_id=row.tournament_id,
        player_id=row.player_id,
        player=row.player.public_name,
        kind=row.kind,
        count=row.count,
        stack_chips=row.stack_chips,
        method=row.method,
        price_cents=row.price_cents,
        code=row.code,
        asked_at=row.asked_at,
    )


def orders_view(tournament_id: int, *, limit: int = 100) -> list[OrderView]:
    """Return what players asked for and have not paid yet, oldest first."""
    rows = Order.objects.filter(tournament_id=tournament_id, state=OrderState.OPEN).select_related("player")
    return [_view(row) for row in rows.order_by("pk")[:limit]]


def order_of(tournament_id: int, *, player_id: int) -> OrderView | None:
    """Return what one player has asked for here and has not paid yet."""
    row = (
        Order.objects.filter(tournament_id=tournament_id, player_id=player_id, state=OrderState.OPEN)
        .select_related("player")
        .first()
    )
    return None if row is None else _view(row)


def home_of_order(order_id: int) -> tuple[int, int]:
    """Return (tournament, player) of an order. Refusal: ``not_found``."""
    return player_of(Order.objects.filter(pk=order_id), otherwise=not_found("order"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Knocked:
    """How somebody went out: for the card that a player keeps."""

    reason: str
    by: tuple[str, ...]  # public names of who took the chips


def knocked_out(entry_id: int) -> Knocked | None:
    """Return how an entry ended; None while it has not."""
    row = Elimination.objects.filter(entry_id=entry_id, undone_at__isnull=True).first()
    if row is None:
        return None
    names = (
        Entry.objects.filter(pk__in=row.by_entries)
        .order_by("pk")
        .values_list("player__public_name", flat=True)
    )
    return Knocked(reason=row.reason, by=tuple(names))
