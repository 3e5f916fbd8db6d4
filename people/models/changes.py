"""What a person's file said before it was changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from people.models.players import Player


class FileChange(models.Model):
    """One field of a person's file that was changed: what it said, and what it says since.

    Hidden information, as the file itself is: it stands in no fact, topic or log, and is erased together with the file.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="file_changes")
    field = models.CharField(max_length=20)
    was = models.CharField(max_length=254, blank=True, default="")
    now = models.CharField(max_length=254, blank=True, default="")
    changed_at = models.DateTimeField()
    # None: the product itself
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    # at whose desk; None where the person did it
    venue_id = models.BigIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"change {self.pk} of file {self.player_id}"
