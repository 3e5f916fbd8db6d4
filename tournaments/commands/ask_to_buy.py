"""Ask for a re-entry, a rebuy or an add-on that is paid by PIX or at the desk."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer
from people.queries import require
from rules.entries import PaymentMethod, check_price_shown
from rules.permissions import Permission
from rules.refusals import N_, Refused
from rules.validation import integer, one_of
from tournaments.fields import Chips
from tournaments.models import Entry, EntryState, OrderKind
from tournaments.operations import payments, purchases, selling
from tournaments.operations.entry_context import lock_entry_context
from tournaments.operations.field import lock_field_if_running
from tournaments.queries.circuit import scope_of_tournament
from tournaments.queries.selling import check_now, price_of, taken_of

_PERMISSIONS = {
    OrderKind.RE_ENTRY: Permission.REENTER,
    OrderKind.SURRENDER: Permission.REENTER,
    OrderKind.REBUY: Permission.REBUY,
    OrderKind.ADD_ON: Permission.ADD_ON,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskToBuyResult:
    """code: by which the desk and the bank name the order. price_cents: what it costs."""

    order_id: int
    code: str
    price_cents: int


@command(
    "tournaments.ask_to_buy",
    Card(
        title=N_("Asked for on the phone, to be paid"),
        permission=Permission.REENTER,
        own_permission=Permission.REENTER,
        address="tournaments/<id:tournament_id>/orders",
    ),
)
def ask_to_buy(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    tournament_id: int,
    player_id: int,
    kind: Annotated[str, Choice(choices=OrderKind.choices)],
    method: Annotated[str, Choice(choices=[("cash", "cash"), ("transfer", "transfer")])],
    count: Annotated[int, Integer(min_value=1, max_value=10)] = 1,
    stack_chips: Chips | None = None,
    told_cents: Annotated[
        int,
        Integer(
            min_value=0,
            max_value=10**13,
            help_text="What it was said to cost: at another price now it is refused and nothing is taken.",
        ),
    ]
    | None = None,
) -> AskToBuyResult:
    """Ask for a re-entry, a rebuy or an add-on that is paid by PIX or at the desk.

    It is sold as the rules sell it now, and bought when the desk has the money (`reenter`, `rebuy`, `add_on` with the
    order), if the rules sell it then.

    kind: re_entry, surrender, rebuy, add_on. method: transfer (PIX, with the code as its reference) or cash (at the
    desk). `stack_chips`: what is in front of the player, for a rebuy or a surrender. The phone buys from the balance
    at once and needs no order. The price of this moment holds for what is asked. `told_cents`: what it was said to
    cost; at another price nothing is done.
    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``balance_only``, ``already_asked``, ``price_changed``,
    those of the sale.
    Rule: SCPT.D, PT-T.21, PT-T.23
    """
    one_of("kind", kind, [k.value for k in OrderKind])
    one_of("method", method, [PaymentMethod.CASH.value, PaymentMethod.TRANSFER.value])
    integer("count", count, low=1, high=10)
    stack = purchases.chips_said(stack_chips if stack_chips is not None else 0)
    where: dict[str, Any] = {
        "venue_id": scope_of_tournament(tournament_id).venue_id,
        "tournament_id": tournament_id,
    }
    require(by, permission=_PERMISSIONS[OrderKind(kind)], owner_player_id=player_id, **where)
    person = lock_entry_context(tournament_id=tournament_id, player_id=player_id, at=at)
    field = lock_field_if_running(person)
    if field is None:
        raise Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=person.offer.state.value
        )
    payments.payment_method(method, price_cents=person.price_cents, balance_only=person.offer.balance_only)
    entry = (
        Entry.objects.filter(tournament_id=tournament_id, player_id=player_id)
        .exclude(state=EntryState.CANCELLED)
        .order_by("-pk")
        .first()
    )
    check_now(
        person,
        kind=kind,
        entry=entry,
        closed=field.entries_closed_at is not None,
        at=at,
        stack_chips=stack,
        count=count,
        taken=taken_of(entry, kind=kind),
    )
    price, _chips = price_of(person, kind=kind, count=count)
    check_price_shown(told_cents, now_cents=price, currency=person.offer.currency)
    order = selling.add_order(
        tournament_id=tournament_id,
        player_id=player_id,
        name=person.public_name,
        kind=kind,
        count=count,
        stack_chips=stack_chips,
        method=method,
        price_cents=price,
        at=at,
    )
    return AskToBuyResult(order_id=order.pk, code=order.code, price_cents=price)
