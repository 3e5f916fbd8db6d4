"""Who has a page of their own that everybody may open."""

from __future__ import annotations

from django.db import models

from people.models.players import Player


class Profile(models.Model):
    """That a player chose to have a public page; without this row there is none, and no link to it."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, primary_key=True, related_name="profile")
    # whether the page tells what was won
    prizes = models.BooleanField()
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"page of player {self.player_id}"
