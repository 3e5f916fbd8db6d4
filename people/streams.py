"""Whose chained record a fact belongs to: that of an account or of a player."""

from __future__ import annotations

from dispatch.facts import BaseFact


def user_stream(user_id: int) -> str:
    """Name the stream of one account: roles given and taken."""
    return f"user:{user_id}"


def player_stream(player_id: int) -> str:
    """Name the stream of one player: file opened, identity checked, excluded, limits."""
    return f"player:{player_id}"


class UserFact(BaseFact):
    """Something that happened to an account."""

    user_id: int

    @property
    def stream(self) -> str:
        return user_stream(self.user_id)


class PlayerFact(BaseFact):
    """Something that happened to a player."""

    player_id: int

    @property
    def stream(self) -> str:
        return player_stream(self.player_id)
