"""What who does not sit at a table is not shown yet."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import connection, models

if TYPE_CHECKING:
    from play.models.table import PlayTable

# kept for a breath longer than it is asked for: another process's clock may be behind
_SLACK = timedelta(seconds=10)

# one statement for each change of a table that is seen late; what everybody knows by now goes with it
_KEEP = """
WITH gone AS (DELETE FROM play_untoldchange WHERE table_id = %(table)s AND shown_at < %(over)s)
INSERT INTO play_untoldchange (table_id, at, shown_at, before)
SELECT t.id, %(at)s, %(shown_at)s, to_jsonb(t) FROM play_playtable t WHERE t.id = %(table)s
"""


class UntoldChange(models.Model):
    """A change of a table's row that onlookers learn of at shown_at; before: the row as it was until then, as JSON.

    While the first untold change of a table stands, its `before` is what onlookers see; where there is none, the row itself.
    """

    table = models.ForeignKey(
        "play.PlayTable", on_delete=models.PROTECT, related_name="untold_changes", db_index=False
    )
    at = models.DateTimeField()
    shown_at = models.DateTimeField()
    before = models.JSONField()

    class Meta:
        indexes = [
            models.Index(fields=["table", "shown_at"], name="untold_changes_of_table"),
            models.Index(fields=["shown_at"], name="untold_changes_by_time"),
        ]


def keep_untold(table: PlayTable, *, at: datetime) -> None:
    """Keep a row as it stands in the database, before what is about to be saved, until onlookers may know of that."""
    with connection.cursor() as cursor:
        cursor.execute(
            _KEEP,
            {
                "table": table.pk,
                "at": at,
                "shown_at": at + timedelta(seconds=table.onlookers_delay_seconds),
                "over": at - _SLACK,
            },
        )
