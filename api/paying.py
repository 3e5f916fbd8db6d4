"""Pay-ins and withdrawals by the bank: one's own, and those that wait for a house."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, PlainText
from api.people import ForVenue
from api.scopes import in_venue, of_player
from api.shapes import shape
from dispatch.facts import Actor
from payouts.queries.pay_ins import (
    PayInView,
    pay_ins_found,
    pay_ins_held,
    pay_ins_of_player,
    pay_ins_waiting,
)
from payouts.queries.unclaimed import UnclaimedView, unclaimed_found, unclaimed_open
from payouts.queries.withdrawals import (
    WithdrawalView,
    withdrawals_found,
    withdrawals_of_player,
    withdrawals_waiting,
)
from people.operations import note_seen
from rules.permissions import Permission

COMMAND_ENDPOINTS: list[CommandEndpoint] = []


class Looked(Body):
    q = PlainText(required=False, max_length=100, help_text="A reference, or a name; without: what waits.")


def _pay_ins(*, venue_id: int, at: datetime, q: str = "", **_more: Any) -> list[PayInView]:
    """Return the pay-ins of a house that wait for money, and those whose money is to be sent back; or those looked for."""
    if q:
        return pay_ins_found(venue_id, typed=q, at=at)
    return [*pay_ins_waiting(venue_id, at=at), *pay_ins_held(venue_id, at=at)]


def _withdrawals(
    *, venue_id: int, at: datetime, by: Actor, q: str = "", **_more: Any
) -> list[WithdrawalView]:
    """Return the withdrawals that wait for a house, each with where it is paid to; or those looked for."""
    found = withdrawals_found(venue_id, typed=q) if q else withdrawals_waiting(venue_id)
    for player_id in sorted({one.player_id for one in found}):
        note_seen(player_id, by=by, venue_id=venue_id, at=at)
    return found


def _unclaimed(*, venue_id: int, q: str = "", **_more: Any) -> list[UnclaimedView]:
    """Return the money of a house that named no reference and waits to be matched; or what was looked for."""
    return unclaimed_found(venue_id, typed=q) if q else unclaimed_open(venue_id)


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="players/<id:player_id>/pay-ins",
        name="pay_ins",
        query=lambda *, player_id, at, **_: pay_ins_of_player(player_id, at=at),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=ForVenue,
        answer=shape(PayInView),
        many=True,
        own=True,
        summary="A player's pay-ins by the bank, the latest first",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/bank-withdrawals",
        name="bank_withdrawals",
        query=lambda *, player_id, **_: withdrawals_of_player(player_id),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=ForVenue,
        answer=shape(WithdrawalView),
        many=True,
        own=True,
        summary="A player's withdrawals by the bank, the latest first",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/pay-ins",
        name="venue_pay_ins",
        query=_pay_ins,
        action=Permission.CONFIRM_PAYMENT,
        scope=in_venue,
        params=Looked,
        answer=shape(PayInView),
        many=True,
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/bank-withdrawals",
        name="venue_bank_withdrawals",
        query=_withdrawals,
        action=Permission.WITHDRAW,
        scope=in_venue,
        params=Looked,
        answer=shape(WithdrawalView),
        many=True,
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/unclaimed",
        name="venue_unclaimed",
        query=_unclaimed,
        action=Permission.CONFIRM_PAYMENT,
        scope=in_venue,
        params=Looked,
        answer=shape(UnclaimedView),
        many=True,
    ),
]
