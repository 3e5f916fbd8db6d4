"""Money has two people: whose it is, and who of the house says that it came or went."""

from __future__ import annotations

from dispatch.facts import Actor
from people.queries.players import player_of_user
from rules.refusals import N_, Refused


def is_ones_own(player_id: int, *, by: Actor) -> bool:
    """Return whether this player is who acts: then a colleague books it. Rule: PT-T.21"""
    return by.user_id is not None and player_of_user(by.user_id) == player_id


def check_not_ones_own(player_id: int, *, by: Actor) -> None:
    """Refuse to book one's own money by hand, into the balance or out of it. Refusals: ``own_money``. Rule: PT-T.21"""
    if is_ones_own(player_id, by=by):
        raise Refused("own_money", N_("This is your own money: a colleague books it."), rule="PT-T.21")
