"""Rebuys and add-ons: chips sold at the table, and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from dispatch.commands import record
from dispatch.facts import Actor
from people.queries import require
from play.queries.events import must_be_at_the_felt
from rules import validation
from rules.entries import BuyInSplit, PaymentMethod, check_add_on
from rules.permissions import Permission
from rules.receipts import ReceiptKind, receipt
from rules.refusals import N_, Refused
from tournaments.facts.purchases import ChipsBought, ChipsTakenBack, PurchasePaid, PurchaseRefunded
from tournaments.models import Entry, EntryState, Field, Purchase, PurchaseKind
from tournaments.operations import debts
from tournaments.operations.debts import OWED
from tournaments.operations.eligibility import check_limits
from tournaments.operations.entries import lock_entry
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.operations.payments import (
    check_received,
    give_back,
    payment_method,
    surcharge_of,
    take_money,
)
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.eligibility import check_still_old_enough
from tournaments.queries.entries import tournament_of_entry
from tournaments.queries.entry_context import EntryContext
from tournaments.queries.purchase_undoing import why_purchase_stays
from tournaments.queries.purchases import purchases_of


def chips_said(stack: Any) -> int:
    """Read a stack as somebody said it."""
    return validation.integer("stack_chips", stack, high=validation.MAX_CHIPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sale:
    """What is asked before chips are sold: who buys, the locked rows, how many of the kind were bought before."""

    person: EntryContext
    field: Field
    entry: Entry
    taken: int


def begin_sale(
    by: Actor,
    *,
    permission: Permission,
    entry_id: int,
    kind: PurchaseKind,
    method: str,
    at: datetime,
    by_table: bool = False,
) -> Sale:
    """Check who may sell or buy these chips and lock the rows. From the own balance the player buys himself. by_table: at a table that is
    played online; nobody else changes stacks there.

    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``played_online``, ``excluded``, ``identity_block``, ``under_age``,
    ``identity_not_checked``, ``own_money``.
    """
    tournament_id, player_id = tournament_of_entry(entry_id)
    venue_id = scope_of_tournament(tournament_id).venue_id
    if method == PaymentMethod.BALANCE or by.user_id is None:
        require(
            by,
            permission=permission,
            venue_id=venue_id,
            tournament_id=tournament_id,
            owner_player_id=player_id,
        )
    elif method == OWED:
        # announced at the table: whoever may say that somebody is out may say this instead
        require(by, permission=Permission.BUST, venue_id=venue_id, tournament_id=tournament_id)
    else:
        require(by, permission=Permission.TAKE_PAYMENT, venue_id=venue_id, tournament_id=tournament_id)
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at)
    field = lock_field_if_running(person)
    if field is None:
        raise Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=person.offer.state.value
        )
    if person.offer.online and not by_table:
        must_be_at_the_felt(tournament_id)
    check_still_old_enough(person, at=at)
    if method != OWED and not person.offer.balance_only:
        check_received(person, method=method, price_cents=1, by=by)
    return Sale(
        person=person,
        field=field,
        entry=lock_entry(entry_id, player_id=player_id),
        taken=purchases_of(entry_id, kind=kind),
    )


def method_of_sale(sale: Sale, *, method: str, cents: int, at: datetime) -> str:
    """Return the method as it may be used here; from the balance the player's own limits come first.
    Rule: PT-T.21, SCPT.E
    """
    method = payment_method(method, price_cents=1, balance_only=sale.person.offer.balance_only)
    if sale.person.offer.balance_only or method == PaymentMethod.BALANCE:
        check_limits(sale.person, cents=cents, at=at)
    return method


def check_add_ons(sale: Sale, *, count: int, at: datetime, **clock: Any) -> None:
    """Check whether so many add-ons are sold now. clock: level and in_recess, where another instant counts than that of the last notice.

    Refusals: those of `rules.entries.check_add_on`. Rule: PT-T.23, PT-T.31
    """
    check_add_on(
        sale.person.situation(
            at,
            live_entries=int(sale.entry.state == EntryState.PLAYING),
            add_ons_taken=sale.taken,
            add_ons_asked=count,
            **clock,
        ),
        sale.person.offer.policies,
    )


def sell_add_ons(sale: Sale, *, count: int, method: str, at: datetime, command_id: UUID) -> list[Purchase]:
    """Sell so many add-ons that were checked, each with its own receipt, for the stack that the tournament's book has.

    Refusals: ``no_such_method``, ``entries_are_closed``, ``insufficient_funds``, ``play_limit_reached``. Rule: PT-T.21, PT-T.23
    """
    cents = (sale.person.offer.add_on or {})["price_cents"] * count
    method = method_of_sale(sale, method=method, cents=cents, at=at)
    return [
        sell_chips(
            sale.person,
            entry=sale.entry,
            field=sale.field,
            kind=PurchaseKind.ADD_ON,
            method=method,
            stack_chips=sale.entry.stack_chips or 0,
            at=at,
            command_id=command_id,
        )
        for _ in range(count)
    ]


def sell_chips(
    desk: EntryContext,
    *,
    entry: Entry,
    field: Field,
    kind: PurchaseKind,
    method: str,
    stack_chips: int,
    at: datetime,
    command_id: UUID,
) -> Purchase:
    """Sell a rebuy or an add-on: paid, split, and the chips counted into play. Rule: ADTP.27, PT-T.23, PT-T.31

    Refusals: ``entries_are_closed``, ``insufficient_funds``.
    """
    if field.entries_closed_at is not None:
        raise Refused(
            "entries_are_closed",
            N_("Entries are closed and the prizes are fixed; %(field)s stays as it is."),
            rule="ADTP.8B",
            field=kind.value,
        )
    offer = desk.offer.rebuy if kind is PurchaseKind.REBUY else desk.offer.add_on
    assert offer is not None  # the check before said that it is offered
    split = BuyInSplit.from_dict(offer["split"])
    # what the method costs on top is not known before it is paid
    surcharge = 0 if method == OWED else surcharge_of(desk, method=method, price_cents=offer["price_cents"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('tournaments_purchase_id_seq')")
        number = int(cursor.fetchone()[0])
    purchase = Purchase(
        id=number,
        entry=entry,
        kind=kind,
        price_cents=offer["price_cents"],
        surcharge_cents=surcharge,
        chips=offer["chips"],
        method=method,
        receipt=receipt(kind=ReceiptKind.CHIPS, tournament=desk.tournament_id, number=number),
        at=at,
        command_id=command_id,
    )
    purchase.save(force_insert=True)
    if method == OWED:
        debts.advance(desk, purchase=purchase, at=at)
    take_money(
        venue_id=desk.venue_id,
        tournament_id=desk.tournament_id,
        season_id=desk.offer.season_id,
        player_id=desk.player_id,
        unit=desk.offer.currency,
        split=split,
        surcharge_cents=surcharge,
        method=PaymentMethod.BALANCE if method == OWED else method,
        reference=f"purchase:{number}",
        at=at,
        command_id=command_id,
    )
    entry.chips_issued += purchase.chips
    entry.stack_chips = stack_chips + purchase.chips
    entry.save(update_fields=["chips_issued", "stack_chips"])
    field.chips_issued += purchase.chips
    if kind is PurchaseKind.REBUY:
        field.rebuys += 1
    else:
        field.add_ons += 1
    field.save(update_fields=["chips_issued", "rebuys", "add_ons"])
    _record_chips(desk.tournament_id, purchase, player_id=desk.player_id, name=desk.public_name, undone=False)
    record(PurchasePaid(**_sold(desk.tournament_id, purchase, player_id=desk.player_id)))
    return purchase


def take_back_chips(
    purchase: Purchase, *, field: Field, hand_back: bool, at: datetime, command_id: UUID
) -> int:
    """Take back a purchase that was a mistake: money back, chips out of play again; the cents that the player has back.

    Refusals: ``already_undone``, ``entries_are_closed``, ``chips_were_played``.
    """
    entry = purchase.entry
    stays = why_purchase_stays(purchase)
    if stays is not None:
        raise stays
    give_back(f"purchase:{purchase.pk}", hand_back=hand_back, at=at, command_id=command_id)
    came = debts.forget(purchase, hand_back=hand_back, at=at, command_id=command_id)
    purchase.undone_at = at
    purchase.save(update_fields=["undone_at"])
    entry.chips_issued -= purchase.chips
    entry.stack_chips = (entry.stack_chips or 0) - purchase.chips
    entry.save(update_fields=["chips_issued", "stack_chips"])
    field.chips_issued -= purchase.chips
    if purchase.kind == PurchaseKind.REBUY:
        field.rebuys -= 1
    else:
        field.add_ons -= 1
    field.save(update_fields=["chips_issued", "rebuys", "add_ons"])
    _record_chips(
        entry.tournament_id,
        purchase,
        player_id=entry.player_id,
        name=entry.player.public_name,
        undone=True,
    )
    back = purchase.price_cents + purchase.surcharge_cents if came is None else came
    record(
        PurchaseRefunded(
            **_sold(entry.tournament_id, purchase, player_id=entry.player_id),
            refund_cents=back,
            handed_back=hand_back,
        )
    )
    return back


def _sold(tournament_id: int, purchase: Purchase, *, player_id: int) -> dict[str, Any]:
    return {
        "tournament_id": tournament_id,
        "purchase_id": purchase.pk,
        "player_id": player_id,
        "receipt": purchase.receipt,
        "method": purchase.method,
        "price_cents": purchase.price_cents,
        "surcharge_cents": purchase.surcharge_cents,
    }


def _record_chips(tournament_id: int, purchase: Purchase, *, player_id: int, name: str, undone: bool) -> None:
    chips = ChipsTakenBack if undone else ChipsBought
    record(
        chips(
            tournament_id=tournament_id,
            player_id=player_id,
            purchase_id=purchase.pk,
            entry_id=purchase.entry_id,
            public_name=name,
            purchase_kind=str(purchase.kind),
            chips=purchase.chips,
        )
    )


def lock_purchase(purchase_id: int) -> Purchase:
    """Lock the purchase and its entry and return both."""
    return (
        Purchase.objects.select_for_update(of=("self", "entry"))
        .select_related("entry__player")
        .get(pk=purchase_id)
    )
