"""More chips for a short stack."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules import given
from rules.entries import PaymentMethod, check_rebuy
from rules.permissions import Action
from rules.refusals import N_, Refused
from tournaments.models import EntryState, PurchaseKind
from tournaments.operations import entries
from tournaments.queries.circuit import frame_of
from tournaments.queries.entries import desk, lock_entry, purchases_of, tournament_of_entry


@command("tournaments.rebuy")
def rebuy(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    method: str,
    stack_chips: int | None = None,
) -> dict[str, Any]:
    """Chips for an entry in play, paid and split. `stack_chips`: what the player has; without it the last count.

    Returns {purchase_id, receipt, chips}.
    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``not_playing``, ``rebuy_not_offered``, ``rebuy_closed``, ``rebuy_limit``, ``stack_too_big``,
    ``entries_are_closed``, ``no_such_method``, ``insufficient_funds``, ``play_limit_reached``.
    Rule: ADTP.27, PT-T.23, PT-T.31
    """
    tournament_id, player_id = tournament_of_entry(entry_id)
    where = {"venue_id": frame_of(tournament_id).venue_id, "tournament_id": tournament_id}
    if method == PaymentMethod.BALANCE or by.user_id is None:
        require(by, Action.REBUY, owner_player_id=player_id, **where)
    else:
        require(by, Action.TAKE_PAYMENT, **where)
    person = desk(tournament_id=tournament_id, player_id=player_id, at=at)
    field = entries.lock_field(person)
    if field is None:
        raise Refused(
            "not_running", N_("This tournament is not running (%(state)s)."), state=person.offer.state.value
        )
    entries.check_welcome(person)
    entry = lock_entry(entry_id)
    taken = purchases_of(entry_id, PurchaseKind.REBUY)
    stack = given.whole(
        "stack_chips", (entry.stack_chips or 0) if stack_chips is None else stack_chips, high=given.MAX_CHIPS
    )
    check_rebuy(
        person.situation(
            at, live_entries=int(entry.state == EntryState.PLAYING), stack_chips=stack, rebuys_taken=taken
        ),
        person.offer.policies,
    )
    method = entries.payment_method(method, price_cents=1, online=person.offer.online)
    offer = person.offer.rebuy or {}
    if person.offer.online:
        entries.check_limits(person, cents=offer["price_cents"], at=at)
    bought = entries.sell_chips(
        person,
        entry=entry,
        field=field,
        kind=PurchaseKind.REBUY,
        method=method,
        stack_chips=stack,
        at=at,
        command_id=command_id,
    )
    return {"purchase_id": bought.pk, "receipt": bought.receipt, "chips": bought.chips}
