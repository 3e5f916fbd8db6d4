"""Topics of people: what an open socket hears when it must ask again what it may hear, and what is a player's alone."""

from __future__ import annotations


def access_topic(user_id: int) -> str:
    """Name the topic that is told when somebody's roles change, so that open sockets ask again what they may hear."""
    return f"user/{user_id}/access"


def device_topic(device_id: int) -> str:
    """Name the topic that is told when a device is unpaired, so that its open sockets ask again what they may hear."""
    return f"device/{device_id}/access"


def own_balance_topic(player_id: int) -> str:
    """Return the topic of one player: what is in the balance, in each currency."""
    return f"player/{player_id}/balance"
