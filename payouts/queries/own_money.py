"""Whether money by the bank is the own money of who works at the house."""

from __future__ import annotations

from dispatch.facts import Actor
from people.queries import player_of_user


def is_ones_own(player_id: int, *, by: Actor) -> bool:
    """Return whether this player is who asks: then a colleague books it. Rule: PT-T.21"""
    return by.user_id is not None and player_of_user(by.user_id) == player_id
