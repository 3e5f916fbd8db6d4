"""What the operator writes about people's data, and who looked at it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from people.models.players import Player


class PrivacyText(models.Model):
    """The operator's own words on the page about accounts and data. The latest row is shown; earlier ones stay."""

    text = models.TextField(blank=True, default="")
    set_at = models.DateTimeField()
    set_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"privacy text {self.pk}"


class FileSeen(models.Model):
    """That a member of staff had a person's private file before them, once an hour at most."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seen_by")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    venue_id = models.BigIntegerField()
    hour = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        db_table = "seen_file"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "user", "venue_id", "hour"], name="seen_file_once_an_hour"
            ),
        ]
        indexes = [models.Index(fields=["venue_id", "-seen_at"], name="seen_file_of_venue")]

    def __str__(self) -> str:
        return f"file {self.player_id} seen by {self.user_id}"
