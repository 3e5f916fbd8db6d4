"""Acts of long ago, many hands in one row."""

from __future__ import annotations

from django.db import models

from play.models.table import PlayTable


class PackedActs(models.Model):
    """The acts of a table's hands, one hand after the other: written in the statement that takes their rows away.

    first_number to last_number: of the hands, behind the table's last pack, none left out. acts: as JSON, [number, turn, seat, street, act,
    chips in front, all in, milliseconds, manner]. The database takes no row away that does not stand in it as it was.
    """

    # the constraint below has its index
    table = models.ForeignKey(PlayTable, on_delete=models.PROTECT, related_name="+", db_index=False)
    first_number = models.PositiveIntegerField()
    last_number = models.PositiveIntegerField()
    acts = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "first_number"], name="acts_packed_once"),
            models.CheckConstraint(
                condition=models.Q(last_number__gte=models.F("first_number"), first_number__gte=1),
                name="packed_acts_in_order",
            ),
        ]
