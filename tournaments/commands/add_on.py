"""Chips that everybody may buy in one recess."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people.queries import require
from rules import given
from rules.entries import PaymentMethod, check_add_on
from rules.permissions import Action
from rules.refusals import N_, Refused
from tournaments.models import EntryState, PurchaseKind
from tournaments.operations import entries
from tournaments.queries.circuit import frame_of
from tournaments.queries.entries import desk, lock_entry, purchases_of, tournament_of_entry


@command("tournaments.add_on")
def add_on(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    entry_id: int,
    method: str,
    count: int = 1,
) -> dict[str, Any]:
    """Chips for an entry in play, paid and split. `count`: 2 for a double add-on.

    Returns {purchases: [{purchase_id, receipt}], chips}.
    Refusals: ``forbidden``, ``not_found``, ``not_running``, ``not_playing``, ``add_on_not_offered``, ``add_on_not_now``, ``add_on_limit``,
    ``entries_are_closed``, ``no_such_method``, ``insufficient_funds``, ``play_limit_reached``.
    Rule: PT-T.23, PT-T.31
    """
    tournament_id, player_id = tournament_of_entry(entry_id)
    where = {"venue_id": frame_of(tournament_id).venue_id, "tournament_id": tournament_id}
    if method == PaymentMethod.BALANCE or by.user_id is None:
        require(by, Action.ADD_ON, owner_player_id=player_id, **where)
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
    taken = purchases_of(entry_id, PurchaseKind.ADD_ON)
    given.whole("count", count, low=1, high=10)
    check_add_on(
        person.situation(
            at, live_entries=int(entry.state == EntryState.PLAYING), add_ons_taken=taken, add_ons_asked=count
        ),
        person.offer.policies,
    )
    method = entries.payment_method(method, price_cents=1, online=person.offer.online)
    offer = person.offer.add_on or {}
    if person.offer.online:
        entries.check_limits(person, cents=offer["price_cents"] * count, at=at)
    bought = []
    for _ in range(count):
        bought.append(
            entries.sell_chips(
                person,
                entry=entry,
                field=field,
                kind=PurchaseKind.ADD_ON,
                method=method,
                stack_chips=entry.stack_chips or 0,
                at=at,
                command_id=command_id,
            )
        )
    return {
        "purchases": [{"purchase_id": p.pk, "receipt": p.receipt} for p in bought],
        "chips": sum(p.chips for p in bought),
    }
