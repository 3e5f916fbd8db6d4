"""Money has two people: whose it is, and who of the house says that it came or went."""

from __future__ import annotations

from dispatch.facts import Actor
from people.queries.players import player_of_user
from people.queries.roles import who_may
from rules.permissions import Permission
from rules.refusals import N_, Refused


def is_ones_own(player_id: int, *, by: Actor) -> bool:
    """Return whether this player is who acts: then a colleague books it. Rule: PT-T.21"""
    return by.user_id is not None and player_of_user(by.user_id) == player_id


def check_not_ones_own(player_id: int, *, by: Actor) -> None:
    """Refuse to book one's own money by hand, into the balance or out of it. Refusals: ``own_money``. Rule: PT-T.21"""
    if is_ones_own(player_id, by=by):
        raise _own_money()


def _own_money() -> Refused:
    return Refused("own_money", N_("This is your own money: a colleague books it."), rule="PT-T.21")


def receives_a_colleague(*, own: bool, by: Actor, venue_id: int) -> bool:
    """Return whether somebody else says that this payment came: it is the own one, and a colleague may. Who runs a house alone has none.
    Rule: PT-T.21
    """
    return own and bool(who_may(venue_id, permission=Permission.TAKE_PAYMENT) - {by.user_id})


def check_not_from_oneself(*, own: bool, by: Actor, venue_id: int) -> None:
    """Refuse to say of the own payment that it came, where a colleague may say it. Refusals: ``own_money``. Rule: PT-T.21"""
    if receives_a_colleague(own=own, by=by, venue_id=venue_id):
        raise _own_money()
