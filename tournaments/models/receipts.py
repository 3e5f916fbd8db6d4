"""The running numbers of a house's receipts."""

from __future__ import annotations

from django.db import models

from tournaments.models.circuit import Venue
from tournaments.models.tournament import Tournament


class ReceiptNumber(models.Model):
    """The running number of a receipt at its house: 1, 2, 3 … without a gap, in the order in which facts are sealed.

    A row is for ever, and none is skipped: the database refuses both (migration 0024). By its text, not by a foreign
    key, which would wait for whoever has the entry in hand. Rule: SCPT.D"""

    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="receipt_numbers", db_index=False)
    number = models.PositiveBigIntegerField()
    receipt = models.CharField(max_length=24)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["venue", "number"], name="receipt_number_of_house"),
            models.UniqueConstraint(fields=["receipt"], name="receipt_numbered_once"),
            models.CheckConstraint(condition=models.Q(number__gt=0), name="receipt_number_from_one"),
        ]


class ReceiptsRead(models.Model):
    """How far the facts of a tournament were read for receipts."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="receipts_read"
    )
    seq = models.BigIntegerField()
