"""What the public is not told yet of a tournament whose tables are seen late."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Tournament


class UntoldField(models.Model):
    """A change of who is in a tournament that the public learns of at shown_at; before: the row of its `Field` as it was until then, as
    JSON, with the row of its clock under ``clock``. The tournament was running then.

    While the first untold change stands, its `before` is what the public knows; where there is none, the row itself.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="untold_changes", db_index=False
    )
    at = models.DateTimeField()
    shown_at = models.DateTimeField()
    before = models.JSONField()

    class Meta:
        indexes = [
            models.Index(fields=["tournament", "shown_at"], name="untold_field_of_tournament"),
            models.Index(fields=["shown_at"], name="untold_field_by_time"),
        ]
