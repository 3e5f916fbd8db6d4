"""From when to when a table for money was held: nobody's own time runs there meanwhile."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from play.models.table import PlayTable


class TableStop(models.Model):
    """One time that a table was held, written once it goes on by who holds its row. Rule: PT-H.72, REGULATIONS 2.10"""

    # no index of its own: the one below has it
    table = models.ForeignKey(PlayTable, on_delete=models.PROTECT, related_name="stops", db_index=False)
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "until"], name="stops_of_table")]
        constraints = [
            models.CheckConstraint(condition=Q(until__gte=F("since")), name="table_stop_ends_later")
        ]
