"""Acts and parts of players of long ago, many hands in one row."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from people.models import Player
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


class PackedParts(models.Model):
    """A player's parts in hands of long ago, the oldest first: written in the statement that takes their rows away.

    first_id to last_id: of the parts, behind the player's last pack, none left out; first_at, last_at: between which their hands ended; tables: at which. parts: as JSON,
    [id, table, hand, sitting, seat, staked, won]. The database takes no row away that does not stand in it as it was.
    """

    # the constraint below has its index
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    first_id = models.PositiveBigIntegerField()
    last_id = models.PositiveBigIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    tables = ArrayField(models.BigIntegerField())
    parts = models.TextField()

    class Meta:
        # of a time, for who looks for collusion
        indexes = [models.Index(fields=["last_at"], name="packed_parts_by_end")]
        constraints = [
            models.UniqueConstraint(fields=["player", "last_id"], name="parts_packed_once"),
            models.CheckConstraint(
                condition=models.Q(last_id__gte=models.F("first_id"), last_at__gte=models.F("first_at")),
                name="packed_parts_in_order",
            ),
        ]
